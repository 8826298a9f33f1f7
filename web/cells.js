// Every row of summary.csv with the command that runs its cell again, twenty-five at a time.

const rowsPerPage = 25;

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
      ...Object.keys(data.metrics).map((metric) => make("option", {value: metric}, metricTitle(metric))));
    metrics.addEventListener("change", () => { this.metric = metrics.value; this.choose(); });
    const names = [["data set"], ["kernel"], ["method"], ["D", true], ["metric"], ["n", true], ["ours", true], ["paper", true], ["theory", true],
      ["difference", true], ["not told apart", true], ["by"], ["verdict"], ["command that runs it again"]];
    const head = names.map(([name, isNumber]) => make("th", {scope: "col", class: isNumber ? "number" : null}, name));
    this.elements = [
      make("div", {class: "controls"}, make("label", {}, "Metric ", metrics), this.previous, this.next),
      this.status,
      scrolling("Every number: table", make("table", {id: "number-table"}, make("thead", {}, make("tr", {}, ...head)), this.body))];
  }

  filter(accepts) {
    this.accepts = accepts;
    this.choose();
  }

  choose() {
    this.rows = data.rows.filter((row) => (this.metric === "" || row.metric === this.metric) && this.accepts.cell(cellOf(row)));
    this.show(0);
  }

  show(page) {
    this.page = page;
    const begin = page * rowsPerPage, end = Math.min(begin + rowsPerPage, this.rows.length);
    this.body.replaceChildren(...this.rows.slice(begin, end).map(numberLine));
    this.previous.disabled = page === 0;
    this.next.disabled = end >= this.rows.length;
    this.status.textContent = end === 0 ? "No numbers." : `Numbers ${begin + 1} to ${end} of ${this.rows.length}.`;
  }
}

function numberLine(row) {
  const cell = cellOf(row);
  const text = (value) => make("td", {}, value ?? "");
  const right = (value, shown) => make("td", {class: "number"}, number(value, shown ?? ""));
  return make("tr", {}, text(cell.dataset), text(cell.kernel), text(cell.method), right(undefined, cell.D),
    text(metricTitle(row.metric)), right(undefined, row.n), right(row.mean, row.ours), right(row.reported, row.paper), right(row.theory, row.theory_text),
    right(row.difference, row.difference_text), right(row.band_low, row.band_text), text(row.band_kind), text(row.verdict),
    make("td", {class: "command"}, make("code", {}, cell.command)));
}
