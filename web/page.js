// Puts the parts together.

function listInto(id, texts) {
  document.getElementById(id).append(...texts.map((text) => make("li", {}, text)));
}

/// An entry of a description list; it says so where nothing is known.
function described(name, texts) {
  const known = texts.filter((text) => text !== "");
  const shown = known.length > 0 ? known : ["nothing is recorded"];
  return [make("dt", {}, name), ...shown.map((text) => make("dd", {}, text))];
}

function addDeviations() {
  const part = document.getElementById("deviations");
  if (data.deviations.length === 0) {
    part.remove();
    return;
  }
  part.append(make("dl", {}, ...data.deviations.flatMap(({key, title, text}) =>
    described(title === "" ? key : `${key}: ${title}`, text.split("\n\n")))));
}

function addProvenance() {
  const {runs, dataset_sha256: hashes, config} = data.provenance;
  document.getElementById("provenance").append(make("dl", {},
    ...runs.flatMap(({id, started, machine, blas}) =>
      described(`Run ${id}`, [started === "" ? "" : `started ${started}`, machine, blas])),
    ...Object.entries(hashes).flatMap(([name, hash]) =>
      described(`Data set ${name}`, [`sha256 ${hash}`]))),
  config === "" ? "" : make("pre", {tabindex: 0, role: "region", "aria-label": "Config"}, config));
}

/// Removes a part of the page and its entry in the list of parts.
function removePart(id) {
  document.getElementById(id).remove();
  document.querySelector(`a[href='#${id}']`).parentElement.remove();
}

function addClaims() {
  const part = document.getElementById("claims");
  if (!data.of_paper || data.is_part) {
    removePart("claims");
    return;
  }
  if (data.claims.length === 0) {
    part.append(make("p", {}, "No claim of the paper can be told from this table alone."));
    return;
  }
  const states = {"holds": "holds", "does not hold": "fails"};
  part.append(make("ul", {class: "claims"}, ...data.claims.map(({text, source, by, verdict, why}) =>
    make("li", {class: states[verdict] ?? "untestable"}, make("span", {class: "verdict"}, verdict),
      make("div", {}, make("p", {}, text), make("details", {}, make("summary", {}, "Evidence"),
        make("p", {}, `${by === "paper" ? "The paper" : "Our claim"}, ${source}`),
        make("p", {}, why)))))));
}

function addFigures() {
  const chosen = new FigureChoice();
  if (chosen.figures.length === 0) {
    removePart("figures");
    return () => {};
  }
  document.getElementById("figures").append(...chosen.elements);
  return (accepts) => chosen.grid.filter(accepts);
}

/// The methods or the data sets (the key) of a part of a table: its own, or those of its columns or
/// rows. None if the part concerns all of them.
function namesOfPart(key, table, {columns, rows}) {
  if (table[key] !== "") return [table[key]];
  const named = (items) => items.map((item) => item[key] ?? "").filter((name) => name !== "");
  const ofColumns = named(columns);
  return ofColumns.length > 0 ? ofColumns : named(rows);
}

/// Whether the filter takes something of these names; none stand for all.
function isTaken(names, accepts) {
  return names.length === 0 || names.some(accepts);
}

/// A table, folded where it is long and a figure shows the same.
function addTable(table, i) {
  const heading = make("h3", {id: `table-${i}`}, table.title);
  const count = table.parts.length;
  const parts = table.parts.map((part, k) => {
    const label = count === 1 ? table.title : `${table.title}, part ${k + 1} of ${count}`;
    const grid = tableOf(label, part);
    const [methods, datasets] = ["method", "dataset"].map((key) => namesOfPart(key, table, part));
    return {grid, region: scrolling(`${label}: table`, grid), methods, datasets};
  });
  const notes = (table.notes ?? []).map((note) => make("p", {class: "note"}, note));
  const content = [...parts.map(({region}) => region), ...notes];
  const isFolded = isSweep || table.parts.some(({rows}) => rows.length > mostRows);
  const section = make("section", {class: "table", "aria-labelledby": `table-${i}`},
    ...(isFolded ?
      [make("details", {class: "table-view"}, make("summary", {}, heading), ...content)] :
      [heading, ...content]));
  document.getElementById("tables").append(section);
  return (accepts) => {
    for (const {grid, region, methods, datasets} of parts) {
      region.hidden = !isTaken(methods, accepts.method) || !isTaken(datasets, accepts.dataset);
      filterTable(grid, accepts);
    }
    section.hidden = !accepts.kernel(table.kernel) || parts.every(({region}) => region.hidden);
  };
}

const isSweep = data.tables.some(({sweep}) => sweep);
const mostRows = 60; // of a table that is open
if (!data.of_paper)
  document.getElementById("tables-help").textContent =
    "Point at a number, or reach it with Tab and the arrow keys, to see the command that runs it " +
    "again. Escape closes the note.";
else document.getElementById("theirs").textContent = data.reported_by;
listInto("caption", data.best === "" ? data.caption : [...data.caption, `Bold: ${data.best}`]);
listInto("note-list", data.notes.length > 0 ? data.notes : ["None."]);
addDeviations();
addProvenance();
addClaims();
fillFilters();
const numbers = new NumberList();
document.getElementById("numbers").append(...numbers.elements);
const parts = [addFigures(), ...data.tables.map(addTable), (accepts) => numbers.filter(accepts)];
onFilter((accepts) => parts.forEach((part) => part(accepts)));
document.documentElement.dataset.ready = "true";
