// Small multiples: a panel for each data set and kernel, over D or over what a cell costs. One set of controls holds for all.

// What people are shown in place of an id.
const shownMethod = (id) => data.names?.methods?.[id] ?? id;
const shownDataset = (id) => data.names?.datasets?.[id] ?? id;

// Where figures stand against the columns of the data, data sets that differ in those alone share a panel: each has its number
// of columns and the panel's name.
const byColumns = data.figure?.datasets;
const panelDataset = (dataset) => byColumns?.[dataset]?.panel ?? dataset;
const columnsOf = (row) => byColumns[cellOf(row).dataset]?.columns;

const panelKey = (kernel, dataset) => `${kernel}\n${panelDataset(dataset)}`;
const rowsByPanel = new Map();
for (const row of data.rows) {
  const {dataset, kernel} = cellOf(row);
  const key = panelKey(kernel, dataset);
  if (!rowsByPanel.has(key)) rowsByPanel.set(key, []);
  rowsByPanel.get(key).push(row);
}

/// The kernels and data sets that have a panel: some method has values of what is shown at two D, or of two numbers of columns.
function panelKeys() {
  const shown = new Set(data.shown_metrics);
  const sizes = new Map();
  for (const row of data.rows) {
    const {dataset, kernel, method, D} = cellOf(row);
    const place = byColumns === undefined ? D : columnsOf(row);
    if (place === undefined || row.mean === undefined || !shown.has(row.metric)) continue;
    const key = panelKey(kernel, dataset);
    if (!sizes.has(key)) sizes.set(key, {kernel, dataset: panelDataset(dataset), of: new Map()});
    const {of} = sizes.get(key);
    of.set(method, (of.get(method) ?? new Set()).add(place));
  }
  return [...sizes.values()].filter(({of}) => [...of.values()].some((all) => all.size > 1));
}

// What values can stand against besides D: each is a metric of the same cell.
const costs = ["ops_per_row", "output_dim", "train_s", "test_s"];

function checkbox(text, checked, onChange, swatch = null) {
  const box = make("input", {type: "checkbox", checked});
  box.addEventListener("change", () => onChange(box.checked));
  return make("label", {}, box, " ", ...(swatch === null ? [] : [swatch, " "]), text);
}

function select(entries, chosen, onChange) {
  const made = make("select", {}, ...entries.map(([value, text]) => make("option", {value, selected: value === chosen}, text)));
  made.addEventListener("change", () => onChange(made.value));
  return made;
}

/// Whether all have the same data in several forms, "ball(d=10)" and "ball(d=20)", so that values compare.
function haveOneBase(panels) {
  return distinct(panels.map(({dataset}) => dataset.replace(/[( ].*$/, ""))).length === 1;
}

/// One panel. Its chart is made when it comes into view: a page may have hundreds.
class Panel {
  constructor(grid, {kernel, dataset, title, label}) {
    Object.assign(this, {grid, kernel, dataset, title, label});
    this.rows = rowsByPanel.get(panelKey(kernel, dataset)) ?? [];
    this.canvas = make("canvas", {role: "img"});
    this.button = make("button", {type: "button", class: "title", "aria-expanded": "false", "aria-label": `${title}: larger`}, label);
    this.button.addEventListener("click", () => this.enlarge(!this.isLarge));
    this.save = make("button", {type: "button", hidden: true}, "Download PNG");
    this.save.addEventListener("click", () => this.download());
    this.element = make("figure", {class: "panel"}, make("figcaption", {}, this.button, this.save),
      make("div", {class: "canvas"}, this.canvas));
    this.canvas.addEventListener("mouseleave", hidePoint);
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      this.draw();
    }, {rootMargin: "200px"}).observe(this.canvas);
  }

  get isLarge() {
    return this.element.classList.contains("large");
  }

  /// As wide as the page, with the titles of its axes and a legend, as it is saved.
  enlarge(large) {
    this.element.classList.toggle("large", large);
    this.button.setAttribute("aria-expanded", String(large));
    this.save.hidden = !large;
    this.redraw();
  }

  describe() {
    const {metric, axis} = this.grid.choice;
    this.canvas.setAttribute("aria-label",
      `${this.title}: ${metricTitle(metric)} against ${axisTitle(axis)} for ${this.grid.methodsOf(this.rows).map(shownMethod).join(", ")}. The numbers are in the tables.`);
  }

  /// Where each row stands on the axis below; undefined for what has no place on it.
  placeOfRows() {
    const {axis} = this.grid.choice;
    if (axis === "D") return (row) => cellOf(row).D;
    if (axis === "input_dim") return columnsOf;
    const places = new Map(this.rows.filter((row) => row.metric === axis && row.mean > 0).map((row) => [row.cell, row.mean]));
    return (row) => places.get(row.cell);
  }

  draw() {
    const {choice} = this.grid;
    const rows = this.rows.filter((row) => row.metric === choice.metric);
    const placeOf = this.placeOfRows();
    const places = distinct(this.rows.map(placeOf).filter((place) => place !== undefined)).sort((a, b) => a - b);
    this.chart = new Chart(this.canvas, {type: "line", plugins: [whiteGround],
      data: {datasets: seriesOf(rows, placeOf, places, choice.logY, !this.isLarge)},
      options: chartOptions(this, places, this.grid.rangeOfPanel(this))});
    this.update();
  }

  redraw() {
    this.describe();
    if (this.chart === undefined) return;
    this.chart.destroy();
    this.draw();
  }

  /// Shows the lines that the choice and the page's filter take.
  update() {
    if (this.chart === undefined) return;
    const {choice, accepts} = this.grid;
    for (const set of this.chart.data.datasets) {
      set.hidden = choice.off.has(set.method) || !accepts.method(set.method) || (set.role === "band" && !choice.band) ||
        (set.role === "paper" && !choice.paper) || (set.role === "theory" && !choice.theory);
    }
    this.chart.update("none");
  }

  download() {
    const name = `${data.experiment} ${this.title} ${this.grid.choice.metric}`.replace(/[^A-Za-z0-9]+/g, "-");
    this.canvas.toBlob((blob) => {
      const link = make("a", {href: URL.createObjectURL(blob), download: `${name}.png`});
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }
}

/// All panels of the page and what a reader may choose of them.
class FigureGrid {
  constructor(panels) {
    this.accepts = {method: () => true, kernel: () => true, dataset: () => true};
    this.panels = panels.map((panel) => new Panel(this, panel));
    this.rows = this.panels.flatMap((panel) => panel.rows);
    this.metrics = data.shown_metrics.filter((metric) => this.rows.some((row) => row.metric === metric));
    this.axes = byColumns !== undefined ? ["input_dim"] : ["D", ...costs.filter((cost) => this.rows.some((row) => row.metric === cost && row.mean > 0))];
    const asked = data.figure ?? {};
    this.choice = {metric: this.metrics.includes(asked.metric) ? asked.metric : this.metrics[0],
      axis: this.axes.includes(asked.x) ? asked.x : this.axes[0], logX: asked.log_x ?? true, logY: false,
      shared: this.panels.length > 1 && haveOneBase(panels), band: true, paper: true, theory: true, off: new Set()};
    this.axesText = make("p", {class: "axes", role: "status"});
    const layout = {4: "panels few four"}[this.panels.length] ?? (this.panels.length < 4 ? "panels few" : "panels");
    this.element = make("div", {class: layout}, ...this.withHeadings());
    this.elements = [this.makeControls(), this.axesText, this.element];
    this.choose(this.choice.metric, asked.log_y);
    this.redraw();
  }

  methodsOf(rows) {
    return distinct(rows.map((row) => cellOf(row).method));
  }

  /// The kernels' names over their panels, where there are several with several panels.
  withHeadings() {
    const kernels = distinct(this.panels.map(({kernel}) => kernel));
    const isGrouped = kernels.length > 1 && this.panels.length > kernels.length;
    this.headings = new Map();
    return kernels.flatMap((kernel) => {
      const own = this.panels.filter((panel) => panel.kernel === kernel).map(({element}) => element);
      if (!isGrouped) return own;
      const heading = make("h3", {}, `kernel ${kernel}`);
      this.headings.set(kernel, heading);
      return [heading, ...own];
    });
  }

  makeControls() {
    const redrawing = (key) => (value) => { this.choice[key] = value; this.redraw(); };
    const updating = (key) => (value) => { this.choice[key] = value; this.update(); };
    const metric = select(this.metrics.map((name) => [name, metricTitle(name)]), this.choice.metric, (value) => {
      this.choose(value);
      this.redraw();
    });
    const against = select(this.axes.map((axis) => [axis, axisTitle(axis)]), this.choice.axis, redrawing("axis"));
    this.logY = checkbox("logarithmic values", false, redrawing("logY"));
    const methods = this.methodsOf(this.rows).map((method) => {
      const {colour, swatch} = styleOf(method);
      const mark = make("span", {class: "swatch", "aria-hidden": "true"}, swatch);
      mark.style.color = colour;
      return checkbox(shownMethod(method), true, (on) => {
        if (on) this.choice.off.delete(method);
        else this.choice.off.add(method);
        this.update();
      }, mark);
    });
    const has = (key) => this.rows.some((row) => row[key] !== undefined);
    return make("div", {class: "controls"}, make("label", {}, "Metric ", metric), make("label", {}, "Against ", against),
      checkbox("logarithmic x axis", this.choice.logX, redrawing("logX")), this.logY,
      this.panels.length > 1 ? checkbox("one axis of values for each kernel", this.choice.shared, redrawing("shared")) : null,
      checkbox("band of ± one standard deviation", true, updating("band")),
      has("reported") ? checkbox("paper's values (dashed)", true, updating("paper")) : null,
      has("theory") ? checkbox("what theory expects (grey)", true, updating("theory")) : null,
      make("fieldset", {}, make("legend", {}, "Methods"), ...methods));
  }

  // Errors and times may span decades; shares do not.
  choose(metric, logY) {
    this.choice.metric = metric;
    const isWide = this.panels.some(({rows}) => {
      const [low, high] = rangeOf(rows.filter((row) => row.metric === metric).flatMap((row) => [row.mean, row.theory]).filter((value) => value > 0));
      return high > 5 * low;
    });
    this.choice.logY = logY ?? (data.metrics[metric].kind !== "share" && isWide);
    this.logY.firstChild.checked = this.choice.logY;
  }

  /// What the axis of values of a panel shows: its own rows, or those of all panels of its kernel.
  rangeOfPanel(panel) {
    const {metric, logY, shared} = this.choice;
    const panels = shared ? this.panels.filter(({kernel}) => kernel === panel.kernel) : [panel];
    const isShare = data.metrics[metric].kind === "share";
    return rangeOf(panels.flatMap((other) => rangeOfRows(other.rows.filter((row) => row.metric === metric),
      other.placeOfRows(), logY, isShare)));
  }

  redraw() {
    hidePoint();
    const {metric, axis} = this.choice;
    this.axesText.textContent = `${metricTitle(metric)} (up) against ${axisTitle(axis)} (across).${this.panels.length > 1 ? " Click a panel's name to enlarge it." : ""}`;
    this.panels.forEach((panel) => panel.redraw());
  }

  update() {
    this.panels.forEach((panel) => panel.update());
  }

  filter(accepts) {
    this.accepts = accepts;
    for (const panel of this.panels)
      panel.element.hidden = !accepts.kernel(panel.kernel) || !panel.rows.some((row) => accepts.dataset(cellOf(row).dataset));
    for (const [kernel, heading] of this.headings) heading.hidden = !accepts.kernel(kernel);
    this.update();
  }
}
