// SPDX-License-Identifier: Apache-2.0
"use strict";

const $ = (id) => document.getElementById(id);

// Texts of users reach the page as text only, never as markup.
function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function table(caption, names, rows) {
  const head = names.map((name) => Object.assign(element("th", name), { scope: "col" }));
  const body = rows.map((cells) => element("tr", "", ...cells.map((cell) => element("td", String(cell ?? "")))));
  const made = element("table", "", element("caption", caption), element("thead", "", element("tr", "", ...head)));
  made.append(element("tbody", "", ...body));
  const around = element("div", "", made);
  around.className = "table";
  return around;
}

async function call(path, body) {
  const headers = { "Content-Type": "application/json" };
  if ($("token").value) headers.Authorization = `Bearer ${$("token").value}`;
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const told = await response.json();
  if (!response.ok) throw new Error(`${told.error.message} (request ${told.error.request_id})`);
  return told;
}

function decided(decision) {
  const claims = decision.claims.map((claim) => [
    claim.text, claim.verdict, claim.confidence.toFixed(2), claim.layer, claim.reason, claim.source?.text,
  ]);
  const layers = decision.layers.map((layer) => [
    layer.name, layer.status, layer.reasons.join(", "), layer.detail, layer.milliseconds?.toFixed(1),
  ]);
  const shown = decision.text === null ? element("p", "Nothing may be shown.") : element("blockquote", decision.text);
  return [
    element("h2", `Decision: ${decision.action}`),
    element("p", `${decision.level}, trust ${decision.trust_score}. ${decision.recommendation}`),
    element("p", decision.reasons.length ? `Reasons: ${decision.reasons.join(", ")}` : "No reasons against it."),
    element("h3", "What may be shown"), shown,
    table("Claims", ["Claim", "Verdict", "Confidence", "Layer", "Why", "Evidence"], claims),
    table("Layers", ["Layer", "Status", "Reasons", "Detail", "ms"], layers),
  ];
}

function proved(report) {
  const rows = report.findings.map((finding) => [finding.text, finding.verdict, finding.rule, finding.evidence]);
  return table("Proofs of values and names", ["Text", "Verdict", "Rule", "Evidence"], rows);
}

async function check(event) {
  event.preventDefault();
  const result = $("result");
  result.setAttribute("aria-busy", "true");
  $("check").disabled = true;
  const contexts = $("contexts").value.split(/\n\s*\n/).filter((text) => text.trim());
  const asked = { question: $("question").value, contexts, answer: $("answer").value };
  try {
    const [decision, report] = await Promise.all([
      call("/v1/guard", { ...asked, timings: true }), call("/v1/check", asked),
    ]);
    result.replaceChildren(...decided(decision), proved(report));
  } catch (error) {
    const told = element("p", error.message);
    told.setAttribute("role", "alert");
    result.replaceChildren(told);
  } finally {
    result.setAttribute("aria-busy", "false");
    $("check").disabled = false;
  }
}

$("form").addEventListener("submit", check);
fetch("/readyz").then((response) => response.json()).then((told) => {
  $("service").textContent = told.model ? `Bundle ${told.model}, profile ${told.profile}.` : "";
});
