// A panel of a figure: one metric of a data set and a kernel.

/// Its chart is made when it comes into view: a page may have hundreds.
class Panel {
  constructor(grid, {metric, kernel, dataset, title, label}, rows) {
    Object.assign(this, {grid, metric, kernel, dataset, title, label, rows});
    this.canvas = make("canvas", {role: "img"});
    this.button = make("button", {type: "button", class: "title", "aria-expanded": "false",
      "aria-label": `${title}, ${metricTitle(metric)}: larger`}, label);
    this.button.addEventListener("click", () => this.enlarge(!this.isLarge));
    this.save = make("button", {type: "button", hidden: true}, "Download PNG");
    this.save.addEventListener("click", () => this.download());
    this.element = make("figure", {class: "panel"}, make("figcaption", {}, this.button, this.save),
      make("div", {class: "canvas"}, this.canvas));
    this.canvas.addEventListener("mouseleave", hidePoint);
    this.describe();
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
    const methods = curvesOf(this.grid.choice.axis, this.rows).map(shownMethod).join(", ");
    this.canvas.setAttribute("aria-label", `${this.title}: ${metricTitle(this.metric)} against ` +
      `${axisTitle(this.grid.choice.axis)} for ${methods}. The numbers are in the tables.`);
  }

  get isShare() {
    return data.metrics[this.metric].kind === "share";
  }

  /// The rows of its metric.
  ownRows() {
    return this.rows.filter((row) => row.metric === this.metric);
  }

  /// Where its rows stand on the x axis; `all` are these places in order.
  places() {
    const {axis} = this.grid.choice;
    const of = placesOn(axis, this.rows), ofPaper = paperPlacesOn(axis, this.rows);
    const own = this.ownRows();
    const paper = own.filter((row) => row.reported !== undefined).map(ofPaper);
    const all = distinct([...own.map(of), ...paper].filter((place) => place !== undefined));
    return {axis, of, ofPaper, all: all.sort((a, b) => a - b)};
  }

  /// The least and the greatest of what it draws.
  range() {
    const logY = this.grid.hasLogY(this.metric);
    const placeOf = placesOn(this.grid.choice.axis, this.rows);
    return rangeOfRows(this.ownRows(), placeOf, logY, this.isShare);
  }

  draw() {
    const places = this.places();
    const logY = this.grid.hasLogY(this.metric);
    const range = this.grid.rangeOfPanel(this);
    const series = seriesOf(this.ownRows(), places, logY, !this.isLarge);
    this.chart = new Chart(this.canvas, {type: "line", plugins: [whiteGround],
      data: {datasets: setApart(series, range, logY)},
      options: chartOptions(this, places.all, logY, range)});
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
    const {choice, accepts} = this.grid;
    for (const set of this.chart.data.datasets) {
      set.hidden = choice.off.has(set.curve) || !set.methods.some(accepts.method) ||
        (set.role === "band" && !choice.band) || (set.role === "paper" && !choice.paper) ||
        (set.role === "theory" && !choice.theory);
    }
    this.chart.update("none");
  }

  download() {
    const name = `${data.experiment} ${this.title} ${this.metric}`.replace(/[^A-Za-z0-9]+/g, "-");
    this.canvas.toBlob((blob) => {
      const link = make("a", {href: URL.createObjectURL(blob), download: `${name}.png`});
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }
}
