// A figure's lines: the mean with a band of one standard deviation, the paper's values dashed
// beneath, and what theory expects as a thin grey line.

// Those of the style sheet, which draws the thumbnails too: each at least 3:1 on white, any two
// distinguishable by colour-blind readers too.
const pageStyle = getComputedStyle(document.documentElement);
const colours = Array.from({length: 8}, (_, i) => pageStyle.getPropertyValue(`--c${i}`).trim());
const swatches = {circle: "●", rect: "■", triangle: "▲", rectRot: "◆", cross: "+", star: "∗",
  crossRot: "×", rectRounded: "▢"};
const markers = Object.keys(swatches);

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

function line(method, name, role, points, style, small) {
  const whose = role === "paper" ? data.reported_by : role;
  return {label: role === "ours" ? name : `${name}, ${whose}`, method, role, data: points,
    pointStyle: style.marker, borderColor: style.colour, backgroundColor: style.colour,
    borderWidth: small ? 1.5 : 2, pointRadius: small ? 2.5 : 4, pointHitRadius: 8};
}

function band(method, rows, style, least, placeOf) {
  const points = (sign) => rows.filter((row) => row.std !== undefined).map((row) =>
    ({x: placeOf(row), y: edge(row.mean + sign * row.std, least)}));
  const plain = {method, role: "band", label: "", borderWidth: 0, pointRadius: 0, pointHitRadius: 0,
    backgroundColor: `${style.colour}26`, borderColor: "transparent"};
  return [{...plain, data: points(-1), fill: false}, {...plain, data: points(1), fill: "-1"}];
}

/// The rows of each line: those of a curve; where each D is a line, the line's name tells of it if
/// the curve has several.
function linesOfRows(rows, axis) {
  const lines = new Map();
  for (const row of rows) {
    const {method, D} = cellOf(row);
    const curve = curveOf(axis, cellOf(row));
    const key = hasCurveOfEachSize(axis) ? `${curve}\n${D}` : curve;
    if (!lines.has(key)) lines.set(key, {method, curve, D, own: []});
    lines.get(key).own.push(row);
  }
  const all = [...lines.values()];
  return all.map((line) => {
    const isOneOf = all.filter(({curve}) => curve === line.curve).length > 1;
    return {...line, name: shownMethod(line.curve) + (isOneOf ? `, D = ${line.D}` : "")};
  });
}

/// Those of our lines that lie on each other, in groups: at one place with values that differ by
/// less than `share` of the axis.
function groupsOf(sets, share, range, logarithmic) {
  const place = (value) => (logarithmic ? Math.log(value) : value);
  const room = share * (place(range[1]) - place(range[0]));
  const groups = [];
  const ours = sets.filter(({role}) => role === "ours");
  for (const set of ours.sort((a, b) => a.data[0].y - b.data[0].y)) {
    const [{x, y}] = set.data;
    const near = groups.find((group) => {
      const last = group[group.length - 1].data[0];
      return last.x === x && place(y) - place(last.y) <= room;
    });
    if (near === undefined) groups.push([set]);
    else near.push(set);
  }
  return groups.filter(({length}) => length > 1);
}

/// Lets all be seen that lie on each other: level lines take turns in dashes, and of single points
/// each has a ring of its marker around the next.
function setApart(sets, range, logarithmic) {
  for (const group of groupsOf(sets.filter(({isLevel}) => isLevel), 0.01, range, logarithmic)) {
    group.forEach((set, i) => {
      set.borderDash = [10, 10 * (group.length - 1)];
      set.borderDashOffset = 10 * i;
    });
  }
  const points = sets.filter(({isLevel, data: {length}}) => !isLevel && length === 1);
  for (const group of groupsOf(points, 0.04, range, logarithmic)) {
    group.slice(1).forEach((set, i) => {
      set.pointRadius += 3 * (i + 1);
      set.pointBackgroundColor = "transparent";
    });
  }
  return sets;
}

/// What Chart.js draws for rows of one data set, kernel and metric at their places on the x axis
/// (Panel.places). A method that has no place is a level line.
function seriesOf(rows, places, logarithmic, small) {
  const drawn = places.axis in dataAxes ? rows.filter((row) => places.of(row) !== undefined) : rows;
  const positive = drawn.flatMap((row) => [row.mean, row.reported, row.theory])
    .filter((value) => value > 0);
  const least = logarithmic && positive.length > 0 ? Math.min(...positive) / 10 : null;
  return linesOfRows(drawn, places.axis).flatMap(({method, curve, name, own}) => {
    const style = styleOf(method);
    own.sort((a, b) => (places.of(a) ?? 0) - (places.of(b) ?? 0));
    const placesOf = (row, placeOf) => (placeOf(row) === undefined ? places.all : [placeOf(row)]);
    const points = (value, placeOf) => own.filter((row) => row[value] !== undefined)
      .flatMap((row) => placesOf(row, placeOf).map((x) => ({x, y: row[value], row})));
    const spread = own.filter((row) => places.of(row) !== undefined && row.mean !== undefined);
    const ours = points("mean", places.of), theory = points("theory", places.of);
    const isPlaced = (row) => !isTime(places.axis) || places.ofPaper(row) !== undefined;
    const paper = points("reported", places.ofPaper).filter(({row}) => isPlaced(row))
      .sort((a, b) => a.x - b.x);
    // The markers of a level line would hide those of others.
    const isLevel = own.every((row) => places.of(row) === undefined);
    const level = isLevel ? {isLevel, pointRadius: 0} : {};
    const lines = [];
    if (ours.length > 0) {
      lines.push({...line(method, name, "ours", ours, style, small), ...level},
        ...band(method, spread, style, least, places.of));
    }
    if (paper.length > 0) {
      lines.push({...line(method, name, "paper", paper, style, small), borderDash: [6, 5],
        borderWidth: small ? 1.2 : 1.5, pointRadius: small ? 2 : 3, pointBackgroundColor: "#fff",
        ...level});
    }
    if (theory.length > 0) {
      lines.push({...line(method, name, "theory", theory, style, small), borderColor: "#767676",
        backgroundColor: "#767676", borderWidth: 1, pointRadius: 0, order: 1});
    }
    const methods = methodsOf(own);
    return lines.map((set) => ({...set, curve, methods}));
  });
}

function hoverText({dataset, raw}) {
  const {row} = raw;
  if (dataset.role === "paper") {
    const {difference_text: text} = row;
    const difference = text === undefined ? "" : `, difference ${text}`;
    return `${dataset.label}: ${row.paper} (${row.how_read})${difference}`;
  }
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

// Where the pointer is, in a note of its own: a small panel has no room for one.
const pointNote = document.getElementById("point");

function hidePoint() {
  pointNote.hidden = true;
}

function showPoint({chart, tooltip}) {
  if (tooltip.opacity === 0 || tooltip.body === undefined) {
    hidePoint();
    return;
  }
  const mark = (i) => {
    const {method} = tooltip.dataPoints[i].dataset;
    const made = make("span", {class: "swatch"}, styleOf(method).swatch);
    made.style.color = tooltip.labelColors[i].borderColor;
    return made;
  };
  pointNote.replaceChildren(make("p", {}, make("strong", {}, tooltip.title.join(" "))),
    ...tooltip.body.map(({lines}, i) => make("p", {}, mark(i), make("span", {}, lines.join(" ")))));
  pointNote.hidden = false;
  const box = chart.canvas.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const most = width - pointNote.offsetWidth - 8;
  const left = Math.max(8, Math.min(box.left + tooltip.caretX + 12, most));
  pointNote.style.left = `${left + window.scrollX}px`;
  pointNote.style.top = `${box.top + tooltip.caretY + 14 + window.scrollY}px`;
}

function chartOptions(panel, places, logY, range) {
  const {metric, isShare, grid: {choice}} = panel;
  const small = !panel.isLarge;
  const isListed = choice.axis === "D" || choice.axis in dataAxes ||
    (isParameter(choice.axis) && choice.logX);
  const x = axisOf({title: axisTitle(choice.axis), range: rangeOf(places), logarithmic: choice.logX,
    isShare: data.metrics[choice.axis]?.kind === "share", small,
    listed: isListed ? places : undefined});
  const y = axisOf({title: axisTitle(metric), range, logarithmic: logY, isShare, small});
  const placeText = (item) => {
    if (item === undefined) return "";
    const {D} = cellOf(item.raw.row);
    const place = `${axisTitle(choice.axis)} = ${Number(item.raw.x.toPrecision(6))}`;
    return choice.axis === "D" || D === undefined ? place : `${place}, D = ${D}`;
  };
  return {
    animation: false, responsive: true, maintainAspectRatio: false, parsing: true,
    events: ["mousemove", "mouseout", "touchstart"],
    interaction: {mode: "nearest", axis: "x", intersect: false},
    scales: {x, y},
    plugins: {
      title: {display: !small, text: `${panel.title}: ${metricTitle(metric)}`, color: ink},
      legend: {display: !small, onClick: () => {}, labels: {color: ink, usePointStyle: true,
        filter: (item, {datasets}) =>
          datasets[item.datasetIndex].role !== "band" && !item.hidden}},
      tooltip: {enabled: false, external: showPoint, filter: ({dataset}) => dataset.role !== "band",
        callbacks: {title: ([item]) => placeText(item), label: hoverText}},
    },
  };
}
