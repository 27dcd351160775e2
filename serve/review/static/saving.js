// SPDX-License-Identifier: Apache-2.0
"use strict";
// Decisions on their way to the server: one after the other, kept until they are there, never over a newer one.

const RETRY = 2000; // milliseconds until what could not be sent is sent again
let sending = Promise.resolve();

// What is not saved yet outlives this page: it is kept in the browser until the server has it.
const kept = () => JSON.parse(localStorage.getItem("unsaved") || "{}");
function keep(draft, is_kept) {
  const all = kept();
  const key = `${draft.reviewer}\n${draft.row}`;
  if (is_kept) all[key] = draft;
  else if (JSON.stringify(all[key]) === JSON.stringify(draft)) delete all[key];
  localStorage.setItem("unsaved", JSON.stringify(all));
}

const labelled = () => [...document.getElementsByName("label")].find((input) => input.checked)?.value || null;

function draft() {
  const spans = state.spans.map((span) => ({ ...span }));
  return { row: state.sheet.id, reviewer: who(), label: labelled(), spans, comment: $("comment").value, error_type: $("error-type").value };
}

function changed() {
  if (!who()) {
    say("Who are you? Write your name into the field Reviewer.");
    $("reviewer").focus();
    return;
  }
  faultless();
  painted();
  spanList();
  save(draft());
}

function save(made) {
  keep(made, true);
  sending = sending.then(() => send(made));
}

async function send(made) {
  try {
    const done = await call("/api/decisions", { ...made, version: state.versions[made.row] || 0 });
    keep(made, false);
    state.versions[made.row] = done.version;
    const row = state.rows.find((one) => one.id === made.row);
    if (row) row.label = done.label;
    progress();
    if (state.sheet?.id !== made.row) return;
    $("saved").textContent = `saved ${done.saved}`;
    $("alert").replaceChildren();
  } catch (error) {
    if (error.code === "newer_decision") newer(made, error.message);
    else if (error.code) {
      keep(made, false);
      say(`Not saved: ${error.message}`);
    } else {
      say("Not saved: the server does not answer. The decision is kept here and sent again.");
      setTimeout(resend, RETRY);
    }
  }
}

function resend() {
  sending = sending.then(async () => {
    for (const made of Object.values(kept())) {
      if (state.versions[made.row] === undefined) {
        const told = await call(`/api/row?${new URLSearchParams({ row: made.row, reviewer: made.reviewer })}`).catch(() => null);
        if (told) state.versions[made.row] = told.decision ? told.decision.version : 0;
      }
      await send(made);
    }
  });
}

function newer(made, message) {
  keep(made, false);
  say(`Row ${made.row} was not saved: ${message} `,
    ["Take the newer decision", () => { $("alert").replaceChildren(); go(made.row); }],
    ["Save mine over it", async () => {
      const told = await fetched(made.row);
      state.versions[made.row] = told.decision ? told.decision.version : 0;
      save(made);
    }]);
}

async function undo() {
  await sending;
  try {
    const told = await call("/api/undo", { reviewer: who() });
    if (!told.row) {
      say("There is nothing left to undo.");
      return;
    }
    await list();
    go(told.row);
    $("saved").textContent = "taken back";
  } catch (error) {
    say(error.message);
  }
}
