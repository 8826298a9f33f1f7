// Puts the parts together.

function listInto(id, texts) {
  document.getElementById(id).append(...texts.map((text) => make("li", {}, text)));
}

/// An entry of a description list; it says so where nothing is known.
function described(name, texts) {
  const known = texts.filter((text) => text !== "");
  return [make("dt", {}, name), ...(known.length > 0 ? known : ["nothing is recorded"]).map((text) => make("dd", {}, text))];
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
    ...runs.flatMap(({id, started, machine, blas}) => described(`Run ${id}`, [started === "" ? "" : `started ${started}`, machine, blas])),
    ...Object.entries(hashes).flatMap(([name, hash]) => described(`Data set ${name}`, [`sha256 ${hash}`]))),
  config === "" ? "" : make("pre", {tabindex: 0, role: "region", "aria-label": "Config"}, config));
}

function addClaims() {
  const part = document.getElementById("claims");
  if (data.claims.length === 0) {
    part.append(make("p", {}, "No claim of the paper can be told from this table alone."));
    return;
  }
  const head = ["claim", "source", "by", "verdict", "why"].map((name) => make("th", {scope: "col"}, name));
  const rows = data.claims.map(({text, source, by, verdict, why}) =>
    make("tr", {}, ...[text, source, by, verdict, why].map((value) => make("td", {}, value))));
  part.append(scrolling("Claims: table", make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))));
}

/// A table with its figure, where it has one, above.
function addTable(table, i) {
  const heading = make("h3", {id: `table-${i}`}, table.title);
  const section = make("section", {class: "table", "aria-labelledby": `table-${i}`}, heading);
  const grid = tableOf(table);
  const figure = table.sweep ? new Figure(table) : null;
  if (figure === null) section.append(scrolling(`${table.title}: table`, grid));
  else section.append(figure.element, make("details", {class: "table-view"}, make("summary", {}, "Table view"), scrolling(`${table.title}: table`, grid)));
  document.getElementById("tables").append(section);
  return (accepts) => {
    const methods = table.columns.filter(({method}) => method !== "").map(({method}) => method);
    const rows = table.rows.filter((row) => row.dataset !== undefined).map((row) => row.dataset);
    const datasets = table.dataset === "" ? rows : [table.dataset];
    section.hidden = !accepts.kernel(table.kernel) || !datasets.some(accepts.dataset) || !methods.some(accepts.method);
    filterTable(grid, accepts);
    figure?.filter(accepts);
  };
}

listInto("caption", data.caption);
listInto("note-list", data.notes.length > 0 ? data.notes : ["None."]);
addDeviations();
addProvenance();
addClaims();
fillFilters();
const numbers = new NumberList();
document.getElementById("numbers").append(...numbers.elements);
const parts = [...data.tables.map(addTable), (accepts) => numbers.filter(accepts)];
onFilter((accepts) => parts.forEach((part) => part(accepts)));
document.documentElement.dataset.ready = "true";
