// Small multiples: a panel for each metric, data set and kernel. One set of controls holds for all.

// What values can stand against besides D and the axis of the figure: metrics of the same cell.
const costs = ["ops_per_row", "output_dim", "train_s", "test_s"];

function methodsOf(rows) {
  return distinct(rows.map((row) => cellOf(row).method));
}

function curvesOf(axis, rows) {
  return distinct(rows.map((row) => curveOf(axis, cellOf(row))));
}

function checkbox(text, checked, onChange, swatch = null) {
  const box = make("input", {type: "checkbox", checked});
  box.addEventListener("change", () => onChange(box.checked));
  return make("label", {}, box, " ", ...(swatch === null ? [] : [swatch, " "]), text);
}

function select(entries, chosen, onChange) {
  const made = make("select", {}, ...entries.map(([value, text]) =>
    make("option", {value, selected: value === chosen}, text)));
  made.addEventListener("change", () => onChange(made.value));
  return made;
}

/// A figure that the results name (metrics, x, scales, what it is about): all its panels, and what
/// a reader may choose of them.
class FigureGrid {
  constructor(figure) {
    this.accepts = {method: () => true, kernel: () => true, dataset: () => true};
    this.rows = rowsOfFigure(figure);
    const has = (metric) => this.rows.some((row) => row.metric === metric);
    this.metrics = distinct([...figure.metrics, ...data.shown_metrics]).filter(has);
    const others = hasCurveOfEachSize(figure.x) ? [] : ["D", ...costs];
    this.axes = distinct([...others, figure.x]).filter((axis) =>
      this.metrics.some((metric) => panelKeys(this.rows, metric, axis).length > 0));
    this.choice = {metrics: figure.metrics.filter(has), axis: figure.x, logX: figure.log_x,
      logY: figure.log_y, band: true, paper: true, theory: true, off: new Set()};
    this.panels = this.makePanels();
    this.choice.shared = this.hasSharedAxes() && haveOneBase(this.panels);
    this.axesText = make("p", {class: "axes", role: "status"});
    this.element = make("div");
    this.elements = [this.makeControls(), this.axesText, this.element];
    this.show();
  }

  /// Whether some panels could have one axis of values.
  hasSharedAxes() {
    return this.panels.length > distinct(this.panels.map(({metric}) => metric)).length;
  }

  makePanels() {
    const {metrics, axis} = this.choice;
    const keys = metrics.flatMap((metric) => panelKeys(this.rows, metric, axis));
    const rows = new Map();
    for (const row of this.rows) {
      const {kernel, dataset} = cellOf(row);
      const key = panelKey(kernel, panelDataset(axis, dataset));
      if (!rows.has(key)) rows.set(key, []);
      rows.get(key).push(row);
    }
    return namedPanels(keys).map((key) =>
      new Panel(this, key, rows.get(panelKey(key.kernel, key.dataset))));
  }

  /// The kernels' names over their panels, where there are several with several data sets.
  withHeadings() {
    const kernels = distinct(this.panels.map(({kernel}) => kernel));
    const datasets = distinct(this.panels.map(({dataset}) => dataset));
    this.headings = new Map();
    return kernels.flatMap((kernel) => {
      const own = this.panels.filter((panel) => panel.kernel === kernel)
        .map(({element}) => element);
      if (kernels.length === 1 || datasets.length === 1) return own;
      const heading = make("h3", {}, `kernel ${kernel}`);
      this.headings.set(kernel, heading);
      return [heading, ...own];
    });
  }

  makeControls() {
    const redrawing = (key) => (value) => { this.choice[key] = value; this.redraw(); };
    const updating = (key) => (value) => { this.choice[key] = value; this.update(); };
    const remaking = (change) => (value) => {
      change(value);
      this.panels = this.makePanels();
      this.show();
    };
    const titles = (metrics) => metrics.map(metricTitle).join(" and ");
    const {metrics} = this.choice;
    const choices = metrics.length > 1 ? [metrics, ...this.metrics.map((name) => [name])] :
      this.metrics.map((name) => [name]);
    const entries = choices.map((names) => [names.join(","), titles(names)]);
    const metric = select(entries, metrics.join(","), remaking((names) => {
      Object.assign(this.choice, {metrics: names.split(","), logY: undefined});
    }));
    const against = select(this.axes.map((axis) => [axis, axisTitle(axis)]), this.choice.axis,
      remaking((axis) => { this.choice.axis = axis; }));
    this.logY = checkbox("logarithmic values", false, redrawing("logY"));
    const {axis} = this.choice;
    const methods = curvesOf(axis, this.rows).map((curve) => {
      const first = this.rows.map(cellOf).find((cell) => curveOf(axis, cell) === curve);
      const {colour, swatch} = styleOf(first.method);
      const mark = make("span", {class: "swatch", "aria-hidden": "true"}, swatch);
      mark.style.color = colour;
      return checkbox(shownMethod(curve), true, (on) => {
        if (on) this.choice.off.delete(curve);
        else this.choice.off.add(curve);
        this.update();
      }, mark);
    });
    const has = (key) => this.rows.some((row) => row[key] !== undefined);
    return make("div", {class: "controls"},
      make("label", {}, "Metric ", metric), make("label", {}, "Against ", against),
      checkbox("logarithmic x axis", this.choice.logX, redrawing("logX")), this.logY,
      this.hasSharedAxes() ?
        checkbox("one axis of values for each kernel", this.choice.shared, redrawing("shared")) :
        null,
      checkbox("band of ± one standard deviation", true, updating("band")),
      has("reported") ?
        checkbox(`${data.reported_by}'s values (dashed)`, true, updating("paper")) : null,
      has("theory") ? checkbox("what theory expects (grey)", true, updating("theory")) : null,
      make("fieldset", {}, make("legend", {}, "Methods"), ...methods));
  }

  /// Whether a metric's values stand on a logarithmic axis, as chosen, or if they span more than a
  /// factor of five. Errors and times may; shares do not.
  hasLogY(metric) {
    if (this.choice.logY !== undefined) return this.choice.logY;
    if (data.metrics[metric].kind === "share") return false;
    return this.panels.some((panel) => {
      if (panel.metric !== metric) return false;
      const values = panel.ownRows().flatMap((row) => [row.mean, row.theory]);
      const [low, high] = rangeOf(values.filter((value) => value > 0));
      return high > 5 * low;
    });
  }

  /// What the axis of values of a panel shows: its own rows, or those of all panels of its kernel.
  rangeOfPanel(panel) {
    const {metric, kernel} = panel;
    const panels = this.choice.shared ?
      this.panels.filter((other) => other.kernel === kernel && other.metric === metric) : [panel];
    return rangeOf(panels.flatMap((other) => other.range()));
  }

  /// Puts the panels of the choice on the page.
  show() {
    hidePoint();
    const {metrics, axis} = this.choice;
    const {length} = this.panels;
    const layout = {4: "panels few four"}[length] ?? (length < 4 ? "panels few" : "panels");
    this.element.className = layout;
    this.element.replaceChildren(...this.withHeadings());
    this.logY.firstChild.checked = metrics.every((metric) => this.hasLogY(metric));
    const shown = metrics.map(metricTitle).join(" and ");
    let text = `${shown} (up) against ${axisTitle(axis)} (across).`;
    if (length === 0) text += " No method has two values of these.";
    if (length > 1) text += " Click a panel's name to enlarge it.";
    this.axesText.textContent = text;
    this.filter(this.accepts);
  }

  redraw() {
    hidePoint();
    this.panels.forEach((panel) => panel.redraw());
  }

  update() {
    this.panels.forEach((panel) => panel.update());
  }

  filter(accepts) {
    this.accepts = accepts;
    for (const panel of this.panels) {
      panel.element.hidden = !accepts.kernel(panel.kernel) ||
        !panel.rows.some((row) => accepts.dataset(cellOf(row).dataset));
    }
    for (const [kernel, heading] of this.headings) heading.hidden = !accepts.kernel(kernel);
    this.update();
  }
}

/// The figures of the page, one at a time, with a choice if there are several.
class FigureChoice {
  constructor() {
    this.figures = data.figures.filter((figure) => {
      const rows = rowsOfFigure(figure);
      return figure.metrics.some((metric) => panelKeys(rows, metric, figure.x).length > 0);
    });
    if (this.figures.length === 0) return;
    this.holder = make("div");
    const names = this.figures.map(({name}, i) => [String(i), name]);
    const chosen = select(names, "0", (i) => this.show(this.figures[Number(i)]));
    this.elements = [...(names.length > 1 ?
      [make("div", {class: "controls"}, make("label", {}, "Figure ", chosen))] : []), this.holder];
    this.show(this.figures[0]);
  }

  show(figure) {
    const accepts = this.grid?.accepts;
    this.grid = new FigureGrid(figure);
    this.holder.replaceChildren(...this.grid.elements);
    if (accepts !== undefined) this.grid.filter(accepts);
  }
}
