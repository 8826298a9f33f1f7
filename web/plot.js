// A figure's lines: the mean over D, or over what a cell costs, with a band of one standard deviation, the paper's values dashed beneath, and what
// theory expects as a thin grey line.

// Each at least 4.5:1 on white.
const colours = ["#00509e", "#a3400a", "#00664d", "#7a2e8e", "#6b5900", "#a3002e", "#404040", "#006680"];
const markers = ["circle", "rect", "triangle", "rectRot", "cross", "star", "crossRot", "rectRounded"];
const swatches = {circle: "●", rect: "■", triangle: "▲", rectRot: "◆", cross: "+", star: "∗", crossRot: "×", rectRounded: "▢"};

const allMethods = distinct(data.cells.map((cell) => cell.method));

/// Colour and marker tell a method; beyond eight of them no pair occurs twice.
function styleOf(method) {
  const i = allMethods.indexOf(method);
  const marker = markers[(i + Math.floor(i / colours.length)) % markers.length];
  return {colour: colours[i % colours.length], marker, swatch: swatches[marker]};
}

// A band that would reach zero ends at the edge of a logarithmic axis.
function edge(value, least) {
  return least === null ? value : Math.max(value, least);
}

function line(method, role, points, style) {
  return {label: role === "ours" ? method : `${method}, ${role}`, method, role, data: points, pointStyle: style.marker,
    borderColor: style.colour, backgroundColor: style.colour, borderWidth: 2, pointRadius: 4, pointHitRadius: 8};
}

function band(method, rows, style, least, placeOf) {
  const points = (sign) => rows.filter((row) => row.std !== undefined).map((row) =>
    ({x: placeOf(row), y: edge(row.mean + sign * row.std, least)}));
  const plain = {method, role: "band", label: "", borderWidth: 0, pointRadius: 0, pointHitRadius: 0,
    backgroundColor: `${style.colour}26`, borderColor: "transparent"};
  return [{...plain, data: points(-1), fill: false}, {...plain, data: points(1), fill: "-1"}];
}

/// What Chart.js draws for rows of one data set, kernel and metric. placeOf(row) is where a row stands on the axis below, places
/// are all of them in order. A method that has no place is a level line.
function seriesOf(rows, placeOf, places, logarithmic) {
  const positive = rows.flatMap((row) => [row.mean, row.reported, row.theory]).filter((value) => value > 0);
  const least = logarithmic && positive.length > 0 ? Math.min(...positive) / 10 : null;
  return distinct(rows.map((row) => cellOf(row).method)).flatMap((method) => {
    const style = styleOf(method);
    const own = rows.filter((row) => cellOf(row).method === method)
      .sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0));
    const points = (value) => own.filter((row) => row[value] !== undefined).flatMap((row) =>
      (placeOf(row) === undefined ? places : [placeOf(row)]).map((x) => ({x, y: row[value], row})));
    const spread = own.filter((row) => placeOf(row) !== undefined && row.mean !== undefined);
    const ours = points("mean"), paper = points("reported"), theory = points("theory");
    // The markers of a level line would hide those of others.
    const level = own.every((row) => placeOf(row) === undefined) ? {pointRadius: 0} : {};
    return [
      ...(ours.length > 0 ? [{...line(method, "ours", ours, style), ...level}, ...band(method, spread, style, least, placeOf)] : []),
      ...(paper.length > 0 ? [{...line(method, "paper", paper, style), borderDash: [6, 5], borderWidth: 1.5,
        pointRadius: 3, pointBackgroundColor: "#fff", ...level}] : []),
      ...(theory.length > 0 ? [{...line(method, "theory", theory, style), borderColor: "#767676", backgroundColor: "#767676",
        borderWidth: 1, pointRadius: 0, order: 1}] : [])];
  });
}

function hoverText({dataset, raw}) {
  const {row} = raw;
  if (dataset.role === "paper")
    return `${dataset.label}: ${row.paper} (${row.how_read})${row.difference_text === undefined ? "" : `, difference ${row.difference_text}`}`;
  if (dataset.role === "theory") return `${dataset.label}: ${row.theory_text}`;
  return `${dataset.label}: ${row.ours} (${row.n} repetition${row.n === 1 ? "" : "s"})`;
}

const whiteGround = {
  id: "whiteGround",
  beforeDraw({ctx, width, height}) {
    ctx.save();
    ctx.fillStyle = "#fff";
    ctx.fillRect(0, 0, width, height);
    ctx.restore();
  },
};

function axisOf(title, logarithmic, isShare) {
  const text = (value) => (isShare ? String(Number((100 * value).toPrecision(6))) : String(Number(value.toPrecision(6))));
  // A logarithmic axis has a tick for each digit; those between 1, 2 and 5 have no room for a text.
  const callback = (value) =>
    (!logarithmic || /^[125]0*$/.test(String(Number(value.toPrecision(3))).replace(/e.*|^0\.0*|\./g, "")) ? text(value) : "");
  return {type: logarithmic ? "logarithmic" : "linear", title: {display: true, text: title, color: "#1b1b1b"},
    ticks: {color: "#1b1b1b", callback}, grid: {color: "#e2e2e2"}};
}

/// What the axis below says: D, or a metric.
function axisTitle(axis) {
  return axis === "D" ? "D" : metricTitle(axis);
}

function chartOptions(title, metric, places, choice) {
  const x = axisOf(axisTitle(choice.axis), choice.logX, false);
  if (choice.axis === "D") {
    x.afterBuildTicks = (axis) => { axis.ticks = places.map((value) => ({value})); };
    x.ticks.callback = (value) => String(value);
  }
  const placeText = (item) => {
    if (item === undefined) return "";
    const {D} = cellOf(item.raw.row);
    const place = `${axisTitle(choice.axis)} = ${Number(item.raw.x.toPrecision(6))}`;
    return choice.axis === "D" || D === undefined ? place : `${place}, D = ${D}`;
  };
  return {
    animation: false, responsive: true, maintainAspectRatio: false, parsing: true, events: ["mousemove", "mouseout", "touchstart"],
    interaction: {mode: "nearest", axis: "x", intersect: false},
    scales: {x, y: axisOf(metricTitle(metric), choice.logY, data.metrics[metric].kind === "share")},
    plugins: {
      title: {display: true, text: title, color: "#1b1b1b"},
      legend: {onClick: () => {}, labels: {color: "#1b1b1b", usePointStyle: true,
        filter: (item, {datasets}) => datasets[item.datasetIndex].role !== "band" && !item.hidden}},
      tooltip: {usePointStyle: true, filter: ({dataset}) => dataset.role !== "band", callbacks: {title: ([item]) => placeText(item), label: hoverText}},
    },
  };
}
