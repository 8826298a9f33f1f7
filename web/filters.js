// Data set, kernel, map or method: what the tables, figures and numbers show.

const filterForm = document.querySelector("#filters form");
const filterSelects = {
  dataset: document.getElementById("filter-dataset"),
  kernel: document.getElementById("filter-kernel"),
  method: document.getElementById("filter-method"),
};

function options(values, shown = (value) => value) {
  return values.map((value) => make("option", {value}, shown(value)));
}

function fillFilters() {
  for (const [key, shown] of [["dataset", shownDataset], ["kernel"]]) {
    const names = distinct(data.cells.map((cell) => cell[key]));
    filterSelects[key].append(make("option", {value: ""}, "all"), ...options(names, shown));
  }
  const maps = distinct(allMethods.map(mapOf).filter((map) => map !== undefined));
  filterSelects.method.append(make("option", {value: ""}, "all"),
    make("optgroup", {label: "Methods"}, ...options(allMethods, shownMethod)),
    ...(maps.length === 0 ? [] : [make("optgroup", {label: "Maps"},
      ...maps.map((map) => make("option", {value: `map:${map}`}, map)))]));
}

// A method's name may hold what tells it from others: "rm(measure=3)".
function mapOf(method) {
  return data.maps[method] ?? data.maps[method.replace(/\(.*$/, "")];
}

/// What the filters take, as three questions.
function currentFilter() {
  const {dataset, kernel, method} = Object.fromEntries(
    Object.entries(filterSelects).map(([key, select]) => [key, select.value]));
  const accepts = {
    dataset: (name) => dataset === "" || name === dataset,
    kernel: (name) => kernel === "" || name === kernel,
    method: (name) => method === "" || name === method || `map:${mapOf(name)}` === method,
  };
  accepts.cell = (cell) => accepts.dataset(cell.dataset) && accepts.kernel(cell.kernel) &&
    accepts.method(cell.method);
  return accepts;
}

/// Calls back with the filter now and after each change.
function onFilter(apply) {
  const run = () => {
    const accepts = currentFilter();
    apply(accepts);
    const shown = data.cells.filter(accepts.cell).length;
    document.getElementById("filter-status").textContent =
      `Showing ${shown} of ${data.cells.length} cells.`;
  };
  filterForm.addEventListener("change", run);
  filterForm.addEventListener("submit", (event) => event.preventDefault());
  filterForm.addEventListener("reset", () => setTimeout(run)); // the fields change after the event
  run();
}
