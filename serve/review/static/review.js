// SPDX-License-Identifier: Apache-2.0
"use strict";

const PAGE = 200; // rows of the list that are shown at once
const state = { rows: [], shown: PAGE, sheet: null, open: null, spans: [], versions: {}, ahead: {}, timer: 0 };

const who = () => $("reviewer").value.trim();
const query = (fields) => new URLSearchParams({ ...fields, reviewer: who() }).toString();

async function call(path, body) {
  const options = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), keepalive: true };
  const response = await fetch(path, options);
  const told = await response.json();
  if (!response.ok) throw Object.assign(new Error(told.error.message), { code: told.error.code });
  return told;
}

function say(message, ...actions) {
  $("alert").replaceChildren(message, ...actions.map(([name, act]) => {
    const button = Object.assign(element("button", name), { type: "button" });
    button.addEventListener("click", act);
    return button;
  }));
}

// ------------------------------------------------------------------ the list

async function list() {
  const told = await call(`/api/rows?${query({})}`);
  state.rows = told.rows;
  $("file").textContent = told.file;
  progress();
  told.error_types.forEach(errorType);
  $("agreement").textContent = told.agreement.map((one) => {
    const kappa = one.kappa === null ? "undefined" : one.kappa.toFixed(2);
    return `With ${one.reviewer}: ${one.same} of ${one.rows} labels are the same, Cohen's kappa ${kappa}.`;
  }).join(" ");
  table();
}

function progress() {
  $("progress").textContent = `${state.rows.filter((row) => row.label).length} of ${state.rows.length} decided`;
}

// Offers an error type once.
function errorType(name) {
  const offered = [...$("error-type").options].some((option) => option.value === name);
  if (!offered) $("error-type").add(new Option(name, name));
}

const FILTERS = {
  all: () => true,
  undecided: (row) => !row.label,
  decided: (row) => row.label,
  disputed: (row) => row.disputed,
};

function table() {
  const chosen = state.rows.filter(FILTERS[$("filter").value]);
  $("rows").replaceChildren(...chosen.slice(0, state.shown).map((row) => {
    const link = Object.assign(element("a", row.id), { href: hashOf(row.id) });
    const label = (row.label || "") + (row.disputed ? " (disputed)" : "");
    const cells = [row.question, row.why, percent(row.faithful), row.given, label];
    return element("tr", "", element("td", "", link), ...cells.map((cell) => element("td", cell || "")));
  }));
  $("more").hidden = chosen.length <= state.shown;
}

const hashOf = (id) => `#row=${encodeURIComponent(id)}`;

// ------------------------------------------------------------------- one row

const fetched = (id) => call(`/api/row?${query({ row: id })}`);

async function show(id, open) {
  const begun = performance.now();
  const ready = state.ahead[id];
  state.ahead = {};
  let sheet;
  try {
    await sending;
    sheet = await (ready || fetched(id));
  } catch (error) {
    say(error.message);
    return;
  }
  $("alert").replaceChildren();
  $("list").hidden = true;
  $("row").hidden = false;
  fill(sheet);
  $("row-title").focus();
  if (open) choose(open - 1);
  document.body.dataset.milliseconds = (performance.now() - begun).toFixed(0);
  lookAhead();
}

// The next row is asked for before it is wanted.
function lookAhead() {
  const next = following(1, (row) => !row.label);
  if (next && !state.ahead[next.id]) {
    const asked = fetched(next.id);
    asked.catch(() => delete state.ahead[next.id]);
    state.ahead = { [next.id]: asked };
  }
}

function fill(sheet) {
  const other = !state.sheet || state.sheet.id !== sheet.id;
  state.sheet = sheet;
  if (other) state.open = null;
  const said = sheet.decision || kept()[`${who()}\n${sheet.id}`];
  state.versions[sheet.id] = sheet.decision ? sheet.decision.version : 0;
  state.spans = (said ? said.spans : sheet.given ? sheet.given.spans : []).map((span) => ({ ...span }));
  $("row-title").textContent = `Row ${sheet.id}`;
  $("why").textContent = sheet.why ? `Queued: ${sheet.why}` : "";
  $("question").textContent = sheet.question;
  for (const input of document.getElementsByName("label")) input.checked = Boolean(said) && input.value === said.label;
  $("comment").value = said ? said.comment : "";
  const type = (said ? said.error_type : sheet.given?.error_type) || "";
  errorType(type);
  $("error-type").value = type;
  faultless();
  $("saved").textContent = sheet.decision ? `saved ${sheet.decision.saved}` : "not decided";
  const given = sheet.given;
  $("given").textContent = given && given.label
    ? `The file says: ${[given.label, given.error_type, given.rationale].filter(Boolean).join("; ")}` : "";
  $("others").textContent = sheet.others
    .map((one) => `${one.reviewer} says: ${[one.label, one.error_type, one.comment].filter(Boolean).join("; ")}`).join(". ");
  analysed();
  clearTimeout(state.timer);
  if (!sheet.analysis) state.timer = setTimeout(() => await_(sheet.id), 300);
}

// A faithful answer has no error.
function faultless() {
  const none = labelled() === "faithful";
  $("error-type").disabled = none;
  if (none) $("error-type").value = "";
}

async function await_(id) {
  if (!state.sheet || state.sheet.id !== id || $("row").hidden) return;
  try {
    const sheet = await fetched(id);
    if (state.sheet.id !== id) return;
    if (sheet.analysis) {
      state.sheet.analysis = sheet.analysis;
      analysed();
      return;
    }
  } catch (error) { /* asked again */ }
  state.timer = setTimeout(() => await_(id), 300);
}

const MARKS = { supported: "\u2713", contradicted: "\u2717", unverifiable: "?" };

function analysed() {
  const found = state.sheet.analysis;
  $("claims").replaceChildren(...(found?.statements || []).map((one, place) => {
    const name = `${MARKS[one.verdict]} ${one.verdict} ${one.faithful.toFixed(2)}: ${one.text}`;
    const button = Object.assign(classed("button", "claim", name), { type: "button" });
    button.setAttribute("aria-expanded", String(place === state.open));
    button.addEventListener("click", () => choose(place === state.open ? null : place));
    return element("li", "", button, ...(place === state.open ? [proof(one)] : []));
  }));
  $("verdict").textContent = !found ? "The analysis of this row is being made."
    : found.error || (found.faithful === null ? found.status
      : `Probability of faithful ${percent(found.faithful)}, threshold ${percent(found.threshold)}; route ${found.route}: ${found.why}.`);
  painted();
  spanList();
}

function painted() {
  const { sheet, open } = state;
  const statements = sheet.analysis?.statements || [];
  const ranges = statements.flatMap((one, place) => [
    { start: one.start, end: one.end, class: one.verdict + (place === open ? " chosen" : ""), claim: place },
    ...one.findings.map((value) => ({ start: value.start, end: value.end, class: `value ${value.verdict}` })),
  ]);
  paint($("answer"), sheet.answer, [...ranges, ...state.spans.map((span) => ({ ...span, class: "wrong" }))]);
  const evidence = open === null || !statements[open] ? [] : evidenceOf(statements[open]);
  $("passages").replaceChildren(...sheet.passages.map((passage, place) => {
    const name = [`p${place + 1}`, passage.id, passage.revision].filter(Boolean).join(" · ");
    const text = classed("div", "text");
    paint(text, passage.text, evidence.filter((one) => one.passage === place + 1));
    return classed("article", "passage", "", element("h4", name), text);
  }));
}

function choose(place) {
  const count = state.sheet?.analysis?.statements?.length || 0;
  if (place !== null && (place < 0 || place >= count)) return;
  state.open = place;
  analysed();
  if (place !== null) $("claims").children[place].firstChild.focus();
  const mark = $("passages").querySelector("mark.evidence");
  // Only the passages scroll, so that the answer stays where it is.
  if (mark) $("passages").scrollTop += mark.getBoundingClientRect().top - $("passages").getBoundingClientRect().top - 60;
}

function spanList() {
  const points = Array.from(state.sheet.answer);
  $("spans").replaceChildren(...state.spans.map((span, place) => {
    const text = points.slice(span.start, span.end).join("");
    const button = Object.assign(element("button", "Remove"), { type: "button" });
    button.setAttribute("aria-label", `Remove the mark of ${text}`);
    button.addEventListener("click", () => { state.spans.splice(place, 1); changed(); });
    return element("li", "", `“${text}” `, button);
  }));
}

// ---------------------------------------------------------------- getting about

function following(step, wanted) {
  const count = state.rows.length;
  const here = state.rows.findIndex((row) => row.id === state.sheet?.id);
  for (let i = 1; i <= count; i++) {
    const row = state.rows[(((here + step * i) % count) + count) % count];
    if (wanted(row) && row.id !== state.sheet?.id) return row;
  }
  return null;
}

function go(id) {
  if (location.hash === hashOf(id)) show(id);
  else location.hash = hashOf(id);
}

function next() {
  const row = following(1, (one) => !one.label);
  if (row) go(row.id);
  else say("All rows have your label.");
}

function back() {
  const row = following(-1, () => true);
  if (row) go(row.id);
}

function toList() {
  history.pushState(null, "", "#");
  route();
}

function label(value) {
  document.querySelector(`input[value=${value}]`).checked = true;
  changed();
}

function mark() {
  const one = state.sheet.analysis?.statements?.[state.open];
  const span = selected($("answer")) || (one && { start: one.start, end: one.end, type: "" });
  if (!span) {
    say("Select some words of the answer, or open a statement, then mark.");
    return;
  }
  if (!state.spans.some((other) => other.start === span.start && other.end === span.end)) state.spans.push(span);
  state.spans.sort((a, b) => a.start - b.start);
  getSelection().removeAllRanges();
  changed();
}

const help = () => $("help").showModal();
const KEYS = {
  f: () => label("faithful"), p: () => label("partial"), u: () => label("unfaithful"),
  n: next, b: back, m: mark, z: undo, l: toList, "?": help,
  c: () => $("comment").focus(),
  e: () => $("error-type").focus(),
  j: () => choose(state.open === null ? 0 : state.open + 1),
  k: () => choose((state.open || 0) - 1),
};
for (let i = 1; i <= 9; i++) KEYS[i] = () => choose(i - 1);
const ANYWHERE = new Set(["n", "l", "?", "z"]);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const typing = event.target.matches("textarea, select, input:not([type=radio])");
  if (event.key === "Escape" && typing) $("row").hidden ? event.target.blur() : $("row-title").focus();
  if (typing || !KEYS[event.key] || ($("row").hidden && !ANYWHERE.has(event.key))) return;
  event.preventDefault();
  KEYS[event.key]();
});

function route() {
  const [, name, open] = location.hash.match(/^#row=([^&]*)(?:&open=(\d+))?$/) || [];
  if (name) {
    show(decodeURIComponent(name), open);
    return;
  }
  $("row").hidden = true;
  $("list").hidden = false;
  sending.then(list).catch((error) => say(error.message));
}

let typed = 0;
function commented() {
  clearTimeout(typed);
  typed = 0;
  changed();
}
$("comment").addEventListener("input", () => {
  keep(draft(), true);
  clearTimeout(typed);
  typed = setTimeout(commented, 500);
});
for (const event of ["change", "blur"]) $("comment").addEventListener(event, () => typed && commented());
addEventListener("pagehide", () => typed && commented());
for (const input of [...document.getElementsByName("label"), $("error-type")]) input.addEventListener("change", changed);
$("form").addEventListener("submit", (event) => event.preventDefault());
$("answer").addEventListener("click", (event) => {
  const claim = event.target.dataset?.claim;
  if (claim !== undefined && getSelection().isCollapsed) choose(Number(claim));
});
for (const [id, act] of [["mark", mark], ["next", next], ["back", back], ["undo", undo], ["to-list", toList], ["to-help", help]]) {
  $(id).addEventListener("click", act);
}
$("more").addEventListener("click", () => { state.shown += PAGE; table(); });
$("filter").addEventListener("change", () => { state.shown = PAGE; table(); });
$("reviewer").addEventListener("change", async () => {
  localStorage.setItem("reviewer", who());
  Object.assign(state, { versions: {}, ahead: {} });
  await list();
  route();
});
addEventListener("hashchange", route);

call("/api/rows").then(async (told) => {
  $("reviewer").value = localStorage.getItem("reviewer") || told.reviewer;
  await list();
  if (Object.keys(kept()).length) resend();
  route();
}).catch((error) => say(error.message));
