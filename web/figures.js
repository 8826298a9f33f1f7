// Figures over D, or over what a cell costs, with what a reader may choose: metric, axes, methods, bands, the paper's values, theory.

const rowsByFigure = new Map();
for (const row of data.rows) {
  const {dataset, kernel} = cellOf(row);
  const key = `${kernel}\n${dataset}`;
  if (!rowsByFigure.has(key)) rowsByFigure.set(key, []);
  rowsByFigure.get(key).push(row);
}

function checkbox(text, checked, onChange, swatch = null) {
  const box = make("input", {type: "checkbox", checked});
  box.addEventListener("change", () => onChange(box.checked));
  return make("label", {}, box, " ", ...(swatch === null ? [] : [swatch, " "]), text);
}

// What values can stand against besides D: each is a metric of the same cell.
const costs = ["ops_per_row", "output_dim", "train_s", "test_s"];

/// One figure. Its chart is made when it comes into view: a page may have hundreds.
class Figure {
  constructor(table) {
    this.title = table.title;
    this.rows = rowsByFigure.get(`${table.kernel}\n${table.dataset}`) ?? [];
    this.methods = distinct(this.rows.map((row) => cellOf(row).method));
    this.metrics = data.shown_metrics.filter((metric) => this.rows.some((row) => row.metric === metric));
    this.axes = ["D", ...costs.filter((cost) => this.rows.some((row) => row.metric === cost && row.mean > 0))];
    this.choice = {metric: this.metrics[0], axis: "D", logX: true, logY: false, band: true, paper: true, theory: true, off: new Set()};
    this.accepts = () => true;
    this.canvas = make("canvas", {role: "img"});
    this.element = make("figure", {class: "figure"}, this.makeControls(), make("div", {class: "canvas"}, this.canvas));
    this.choose(this.choice.metric);
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      this.draw();
    }, {rootMargin: "200px"}).observe(this.canvas);
  }

  makeControls() {
    const select = make("select", {}, ...this.metrics.map((metric) => make("option", {value: metric}, metricTitle(metric))));
    select.addEventListener("change", () => { this.choose(select.value); this.redraw(); });
    const against = make("select", {}, ...this.axes.map((axis) => make("option", {value: axis}, axisTitle(axis))));
    against.addEventListener("change", () => { this.choice.axis = against.value; this.describe(); this.redraw(); });
    const set = (key) => (value) => { this.choice[key] = value; this.redraw(); };
    this.logY = checkbox("logarithmic values", false, set("logY"));
    const methods = this.methods.map((method) => {
      const {colour, swatch} = styleOf(method);
      const mark = make("span", {class: "swatch", "aria-hidden": "true"}, swatch);
      mark.style.color = colour;
      return checkbox(method, true, (on) => {
        if (on) this.choice.off.delete(method);
        else this.choice.off.add(method);
        this.update();
      }, mark);
    });
    const save = make("button", {type: "button"}, "Download PNG");
    save.addEventListener("click", () => this.download());
    return make("div", {class: "controls"}, make("label", {}, "Metric ", select),
      make("label", {}, "Against ", against), checkbox("logarithmic axis below", true, set("logX")), this.logY,
      checkbox("band of ± one standard deviation", true, (on) => { this.choice.band = on; this.update(); }),
      ...(this.rows.some((row) => row.reported !== undefined)
        ? [checkbox("paper's values (dashed)", true, (on) => { this.choice.paper = on; this.update(); })] : []),
      ...(this.rows.some((row) => row.theory !== undefined)
        ? [checkbox("what theory expects (grey)", true, (on) => { this.choice.theory = on; this.update(); })] : []),
      make("fieldset", {}, make("legend", {}, "Methods"), ...methods), save);
  }

  // Errors and times may span decades; shares do not.
  choose(metric) {
    const values = this.rows.filter((row) => row.metric === metric).flatMap((row) => [row.mean, row.theory]).filter((value) => value > 0);
    this.choice.metric = metric;
    this.choice.logY = data.metrics[metric].kind !== "share" && Math.max(...values) > 5 * Math.min(...values);
    this.logY.firstChild.checked = this.choice.logY;
    this.describe();
  }

  describe() {
    const {metric, axis} = this.choice;
    this.canvas.setAttribute("aria-label",
      `${this.title}: ${metricTitle(metric)} against ${axisTitle(axis)} for ${this.methods.join(", ")}. The numbers are in the table view.`);
  }

  /// Where each row stands on the axis below; undefined for what has no place on it.
  placeOfRows() {
    const {axis} = this.choice;
    if (axis === "D") return (row) => cellOf(row).D;
    const places = new Map(this.rows.filter((row) => row.metric === axis && row.mean > 0).map((row) => [row.cell, row.mean]));
    return (row) => places.get(row.cell);
  }

  draw() {
    const {metric, logY} = this.choice;
    const rows = this.rows.filter((row) => row.metric === metric);
    const placeOf = this.placeOfRows();
    const places = distinct(this.rows.map(placeOf).filter((place) => place !== undefined)).sort((a, b) => a - b);
    this.chart = new Chart(this.canvas, {type: "line", plugins: [whiteGround],
      data: {datasets: seriesOf(rows, placeOf, places, logY)},
      options: chartOptions(`${this.title}: ${metricTitle(metric)}`, metric, places, this.choice)});
    this.update();
  }

  redraw() {
    if (this.chart === undefined) return;
    this.chart.destroy();
    this.draw();
  }

  /// Shows the lines that the choice and the page's filter take.
  update() {
    if (this.chart === undefined) return;
    for (const set of this.chart.data.datasets) {
      const shown = !this.choice.off.has(set.method) && this.accepts(set.method) &&
        (set.role !== "band" || this.choice.band) && (set.role !== "paper" || this.choice.paper) &&
        (set.role !== "theory" || this.choice.theory);
      set.hidden = !shown;
    }
    this.chart.update("none");
  }

  filter(accepts) {
    this.accepts = accepts.method;
    this.update();
  }

  download() {
    if (this.chart === undefined) this.draw();
    const name = `${data.experiment} ${this.title} ${this.choice.metric}`.replace(/[^A-Za-z0-9]+/g, "-");
    this.canvas.toBlob((blob) => {
      const link = make("a", {href: URL.createObjectURL(blob), download: `${name}.png`});
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }
}
