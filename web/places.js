// Where the rows of a figure stand on its x axis, and the panels that follow from it.

// What people are shown in place of an id.
const shownMethod = (id) => data.names?.methods?.[id] ?? id;
const shownDataset = (id) => data.names?.datasets?.[id] ?? id;

// On an axis of the data, data sets that differ in it alone share a panel, which has a name.
const panelDataset = (axis, dataset) => data.data_axes[axis]?.[dataset]?.panel ?? dataset;
const panelKey = (kernel, dataset) => `${kernel}\n${dataset}`;

/// What a cell is part of the curve of: its method, or on the axis of a parameter all methods that
/// differ in it alone, which have a name.
const curveOf = (axis, {method, on_axes: on}) => on?.[axis]?.curve ?? method;
const hasCurveOfEachSize = (axis) => axis in dataAxes || isParameter(axis);

/// The rows that a figure is about.
function rowsOfFigure({datasets, kernels, methods}) {
  const has = (list, name) => list === undefined || list.includes(name);
  return data.rows.filter((row) => {
    const {dataset, kernel, method} = cellOf(row);
    return has(datasets, dataset) && has(kernels, kernel) && has(methods, method);
  });
}

/// A function that tells where a row's cell stands on an axis: undefined for a cell that has no
/// place there, such as that of a method without D.
function placesOn(axis, rows) {
  if (axis === "D") return (row) => cellOf(row).D;
  if (axis in dataAxes) return (row) => data.data_axes[axis]?.[cellOf(row).dataset]?.place;
  if (isParameter(axis)) return (row) => cellOf(row).on_axes?.[axis]?.place;
  const places = new Map(rows.filter((row) => row.metric === axis && row.mean > 0)
    .map((row) => [row.cell, row.mean]));
  return (row) => places.get(row.cell);
}

/// The same for the paper's numbers, which stand at the paper's own times.
function paperPlacesOn(axis, rows) {
  if (!isTime(axis)) return placesOn(axis, rows);
  const places = new Map(rows.filter((row) => row.metric === axis && row.reported > 0)
    .map((row) => [row.cell, row.reported]));
  return (row) => places.get(row.cell);
}

/// The kernels and data sets that have a panel of a metric: some method has two places, or, on an
/// axis that is measured, all methods together have.
function panelKeys(rows, metric, axis) {
  const placeOf = placesOn(axis, rows);
  const found = new Map();
  for (const row of rows) {
    const place = placeOf(row);
    if (row.metric !== metric || row.mean === undefined || place === undefined) continue;
    const {kernel, D, dataset: own} = cellOf(row);
    const dataset = panelDataset(axis, own);
    const key = panelKey(kernel, dataset);
    if (!found.has(key)) found.set(key, {metric, kernel, dataset, curves: new Map()});
    const {curves} = found.get(key);
    const name = curveOf(axis, cellOf(row));
    const curve = axis === "D" ? name : hasCurveOfEachSize(axis) ? `${name}\n${D}` : "";
    curves.set(curve, (curves.get(curve) ?? new Set()).add(place));
  }
  return [...found.values()].filter(({curves}) => [...curves.values()].some(({size}) => size > 1));
}

/// Whether all have the same data in several forms, "ball(d=10)" and "ball(d=20)", so that values
/// compare.
function haveOneBase(panels) {
  return distinct(panels.map(({dataset}) => dataset.replace(/[( ].*$/, ""))).length === 1;
}

/// Panels with what they are called, in whole and beside the others of the page.
function namedPanels(keys) {
  const short = data.short_names ?? {};
  const kernels = distinct(keys.map(({kernel}) => kernel));
  const datasets = distinct(keys.map(({dataset}) => dataset));
  const metrics = distinct(keys.map(({metric}) => metric));
  const isGrouped = kernels.length > 1 && datasets.length > 1;
  return keys.map(({metric, kernel, dataset}) => {
    const title = `${shownDataset(dataset)}, kernel ${kernel}`;
    const ofKernel = short.kernels?.[kernel] ?? kernel;
    const ofData = data.names?.datasets?.[dataset] ?? short.datasets?.[dataset] ?? dataset;
    let label = `${ofData}, ${ofKernel}`;
    if (datasets.length === 1) label = ofKernel;
    else if (kernels.length === 1 || isGrouped) label = ofData;
    if (label === "") label = title;
    if (metrics.length > 1) label += `: ${metricTitle(metric)}`;
    return {metric, kernel, dataset, title, label};
  });
}
