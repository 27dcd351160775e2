// SPDX-License-Identifier: Apache-2.0
"use strict";
// Texts with marked ranges. Offsets are code points, as Python counts them. Texts reach the page as text, never as markup.

const $ = (id) => document.getElementById(id);

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function classed(name, class_, text, ...children) {
  const made = element(name, text, ...children);
  made.className = class_;
  return made;
}

// A piece for each stretch under the same ranges; `claim` is the statement that a click on it opens.
function paint(node, text, ranges) {
  const points = Array.from(text);
  const cuts = new Set([0, points.length]);
  for (const range of ranges) {
    cuts.add(Math.max(0, range.start));
    cuts.add(Math.min(points.length, range.end));
  }
  const places = [...cuts].sort((a, b) => a - b);
  const pieces = [];
  for (let i = 0; i + 1 < places.length; i++) {
    const piece = points.slice(places[i], places[i + 1]).join("");
    const over = ranges.filter((range) => range.start < places[i + 1] && range.end > places[i]);
    if (!over.length) {
      pieces.push(piece);
      continue;
    }
    const mark = classed("mark", over.map((range) => range.class).join(" "), piece);
    const claim = over.find((range) => range.claim !== undefined);
    if (claim) mark.dataset.claim = claim.claim;
    pieces.push(mark);
  }
  node.replaceChildren(...pieces);
}

// The selected characters of a painted text, in code points; null where nothing of it is selected.
function selected(node) {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!node.contains(range.startContainer) || !node.contains(range.endContainer)) return null;
  const before = document.createRange();
  before.setStart(node, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const start = Array.from(before.toString()).length;
  const end = start + Array.from(range.toString()).length;
  return end > start ? { start, end, type: "" } : null;
}

const percent = (share) => (share === null || share === undefined ? "" : share.toFixed(2));

function contributionsTable(found) {
  const head = ["Feature", "Value", "Adds"].map((name) => Object.assign(element("th", name), { scope: "col" }));
  const body = found.map((one) => element("tr", "",
    element("td", `${one.name}: ${one.meaning}`), classed("td", "number", one.value.toFixed(2)),
    classed("td", "number", (one.amount < 0 ? "\u2212" : "+") + Math.abs(one.amount).toFixed(2))));
  return classed("div", "table", "", element("table", "", element("caption", "What adds to the log-odds of faithful"),
    element("thead", "", element("tr", "", ...head)), element("tbody", "", ...body)));
}

// Proofs and counter-proofs, what the encoder says of each claim, and contributions.
function proof(statement) {
  const parts = statement.proofs.map((line) => element("p", line));
  if (!parts.length) parts.push(element("p", statement.reason));
  for (const claim of statement.claims) {
    const scores = claim.scores
      ? Object.entries(claim.scores).map(([name, share]) => `${name} ${share.toFixed(2)}`).join(", ")
      : "no encoder was asked";
    const where = claim.evidence ? ` against passage ${claim.evidence.passage}` : "; no evidence speaks to it";
    parts.push(element("p", `NLI of “${claim.text}”: ${scores}${where}`));
  }
  if (statement.contributions.length) parts.push(contributionsTable(statement.contributions));
  return classed("div", "proof", "", ...parts);
}

// What a statement rests on or is refuted by, as ranges of passages.
function evidenceOf(statement) {
  const found = statement.findings.filter((one) => one.passage)
    .map((one) => ({ passage: one.passage, start: one.evidence_start, end: one.evidence_end, class: "value evidence" }));
  if (statement.evidence) found.push({ ...statement.evidence, class: "evidence" });
  for (const claim of statement.claims) if (claim.evidence) found.push({ ...claim.evidence, class: "evidence" });
  return found;
}
