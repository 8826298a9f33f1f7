"use strict";
// The index: which papers are shown, by words and by what came out.

const form = document.getElementById("filter");
const findText = document.getElementById("filter-text");
const findState = document.getElementById("filter-state");
const cards = [...document.querySelectorAll(".card")].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
  states: new Set(element.dataset.states.split(" ")),
  claims: [...element.querySelectorAll("[data-state]")],
}));
const claimStates = new Set(["holds", "fails", "untestable"]);

/// Every word must be in the card's text.
function hasWords(text) {
  return findText.value.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function apply() {
  const state = findState.value;
  let shown = 0;
  for (const {element, text, states, claims} of cards) {
    element.hidden = !hasWords(text) || (state !== "" && !states.has(state));
    shown += element.hidden ? 0 : 1;
    // A question about claims shows those that it is about.
    const isOfClaims = claimStates.has(state);
    for (const claim of claims) claim.hidden = isOfClaims && claim.dataset.state !== state;
    const folded = element.querySelector(".claims-of-card");
    if (folded !== null) folded.open = isOfClaims;
  }
  document.getElementById("filter-status").textContent =
    `${shown} of ${cards.length} ${cards.length === 1 ? "paper" : "papers"}.`;
}

form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(apply)); // the fields change after the event
apply();
document.documentElement.dataset.ready = "true";
