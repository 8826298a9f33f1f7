// What stands behind a number, shown while the pointer is over its cell or the keyboard is on it.

const tip = document.getElementById("tip");
let tipOwner = null;

function deviationItems(row) {
  const own = (row.deviations ?? []).map((text) => make("li", {}, text));
  const shared = data.deviations.filter(({shared: isShared = true}) => isShared)
    .map(({key, title}) => make("li", {}, title === "" ? key : `${key}: ${title}`));
  return [...own, ...shared];
}

function tipContent(row) {
  const cell = cellOf(row);
  const size = cell.D === undefined ? "" : `, D = ${cell.D}`;
  const name = `${shownMethod(cell.method)}${size}, ${shownDataset(cell.dataset)}`;
  const repetitions = `${row.n} repetition${row.n === 1 ? "" : "s"}`;
  const lines = [make("p", {}, make("strong", {}, `${metricTitle(row.metric)}: ${name}`)),
    make("p", {}, row.n === 0 ? "ours: no data" : `ours: ${row.ours}, ${repetitions}`)];
  if (row.paper !== undefined) {
    const note = row.note === undefined ? "" : `; ${row.note}`;
    lines.push(make("p", {}, `${data.reported_by}: ${row.paper} (${row.how_read}${note})`));
  }
  if (row.difference !== undefined) lines.push(make("p", {}, `difference: ${row.difference_text}`));
  if (row.verdict !== undefined) {
    const band = row.band_text === undefined ? "" :
      ` (indistinguishable range: ${row.band_text}, ${row.band_kind})`;
    lines.push(make("p", {}, `verdict: ${row.verdict}${band}`));
  }
  const items = deviationItems(row);
  if (items.length > 0)
    lines.push(make("p", {}, "Deviations and open choices:"), make("ul", {}, ...items));
  lines.push(make("p", {}, "Again: ", make("code", {}, cell.command)));
  return lines;
}

// Beneath its cell, or above where there is no room; never beyond the right edge.
function placeTip(owner) {
  const box = owner.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const left = Math.max(8, Math.min(box.left, width - tip.offsetWidth - 8));
  const below = box.bottom + tip.offsetHeight < window.innerHeight || box.top < tip.offsetHeight;
  tip.style.left = `${left + window.scrollX}px`;
  tip.style.top = `${(below ? box.bottom : box.top - tip.offsetHeight) + window.scrollY}px`;
}

function showTip(owner) {
  if (owner === tipOwner) return;
  hideTip();
  tipOwner = owner;
  tip.replaceChildren(...tipContent(data.rows[Number(owner.dataset.row)]));
  tip.hidden = false;
  owner.setAttribute("aria-describedby", "tip");
  placeTip(owner);
}

function hideTip() {
  tipOwner?.removeAttribute("aria-describedby");
  tipOwner = null;
  tip.hidden = true;
}

function ownerOf(target) {
  return target instanceof Element ? target.closest("[data-row]") : null;
}

// The pointer may go from a cell to its tip, to select the command.
document.addEventListener("mouseover", (event) => {
  const owner = ownerOf(event.target);
  if (owner !== null) showTip(owner);
  else if (!tip.contains(event.target) && ownerOf(document.activeElement) !== tipOwner) hideTip();
});
document.addEventListener("focusin", (event) => {
  const owner = ownerOf(event.target);
  if (owner !== null) showTip(owner);
  else hideTip();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});
