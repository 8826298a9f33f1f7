// Every row of summary.csv and the command that runs its cell again, twenty-five at a time.

const rowsPerPage = 25;

const textCell = (value) => make("td", {}, ...breakable(value ?? ""));
const rightCell = (value, shown) => make("td", {class: "number"}, number(value, shown ?? ""));

/// A column of numbers, or of texts; `has` tells of which rows one must be there for the column to
/// be shown.
const numberColumn = (name, cellOfRow, has) => ({name, isNumber: true, cellOfRow, has});
const textColumn = (name, textOf, has) =>
  ({name, isNumber: false, cellOfRow: (row) => textCell(textOf(row)), has});

const isReported = (row) => row.reported !== undefined;
const numberColumns = [
  textColumn("data set", (row) => shownDataset(cellOf(row).dataset)),
  textColumn("kernel", (row) => cellOf(row).kernel),
  textColumn("method", (row) => shownMethod(cellOf(row).method)),
  numberColumn("D", (row) => rightCell(undefined, cellOf(row).D)),
  textColumn("metric", (row) => metricTitle(row.metric)),
  numberColumn("n", (row) => rightCell(undefined, row.n)),
  numberColumn("ours", (row) => rightCell(row.mean, row.ours)),
  numberColumn(data.reported_by, (row) => rightCell(row.reported, row.paper), isReported),
  numberColumn("theory", (row) => rightCell(row.theory, row.theory_text),
    (row) => row.theory_text !== undefined),
  numberColumn("difference", (row) => rightCell(row.difference, row.difference_text), isReported),
  numberColumn("indistinguishable range", (row) => rightCell(row.band_low, row.band_text),
    isReported),
  textColumn("by", (row) => row.band_kind, isReported),
  textColumn("verdict", (row) => row.verdict, isReported),
];

class NumberList {
  constructor() {
    this.rows = data.rows;
    this.accepts = {cell: () => true};
    this.page = 0;
    this.metric = "";
    this.body = make("tbody");
    this.status = make("p", {role: "status"});
    this.previous = make("button", {type: "button"}, "Previous");
    this.next = make("button", {type: "button"}, "Next");
    this.previous.addEventListener("click", () => this.show(this.page - 1));
    this.next.addEventListener("click", () => this.show(this.page + 1));
    const metrics = make("select", {}, make("option", {value: ""}, "all"),
      ...Object.keys(data.metrics).map((metric) =>
        make("option", {value: metric}, metricTitle(metric))));
    metrics.addEventListener("change", () => { this.metric = metrics.value; this.choose(); });
    this.columns = numberColumns.filter(({has}) => has === undefined || data.rows.some(has));
    const head = this.columns.map(({name, isNumber}) =>
      make("th", {scope: "col", class: isNumber ? "number" : null}, name));
    this.elements = [
      make("div", {class: "controls"}, make("label", {}, "Metric ", metrics), this.previous,
        this.next),
      this.status,
      scrolling("Every number: table", make("table", {id: "number-table"},
        make("thead", {}, make("tr", {}, ...head)), this.body))];
  }

  filter(accepts) {
    this.accepts = accepts;
    this.choose();
  }

  choose() {
    const isOfMetric = (row) => this.metric === "" || row.metric === this.metric;
    this.rows = data.rows.filter((row) => isOfMetric(row) && this.accepts.cell(cellOf(row)));
    this.show(0);
  }

  show(page) {
    this.page = page;
    const begin = page * rowsPerPage, end = Math.min(begin + rowsPerPage, this.rows.length);
    const shown = this.rows.slice(begin, end);
    this.body.replaceChildren(...shown.flatMap((row) => numberLines(this.columns, row)));
    this.previous.disabled = page === 0;
    this.next.disabled = end >= this.rows.length;
    this.status.textContent =
      end === 0 ? "No numbers." : `Numbers ${begin + 1} to ${end} of ${this.rows.length}.`;
  }
}

/// Its cells, and beneath them the command, which is longer than any column is wide.
function numberLines(columns, row) {
  const command = make("td", {colspan: columns.length}, "again: ",
    make("code", {}, cellOf(row).command));
  return [make("tr", {}, ...columns.map(({cellOfRow}) => cellOfRow(row))),
    make("tr", {class: "command"}, command)];
}
