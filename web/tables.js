// The tables of the report: numbers of ours and the paper's, as the program laid them out.

/// One number of a table is in the order of Tab; the arrow keys go to its neighbours.
function makeNavigable(table) {
  table.addEventListener("keydown", (event) => {
    const from = event.target.closest("[data-row]");
    if (from === null) return;
    const to = neighbour(table, from, event.key);
    if (to === null) return;
    event.preventDefault();
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  });
}

// The column or row that ours are compared with.
const isTheirs = (name) => name === data.reported_by;

// Of the numbers that are shown.
function neighbour(table, from, key) {
  const inRow = (row) => [...row.querySelectorAll("[data-row]")].filter((cell) => !cell.hidden);
  const row = inRow(from.closest("tr"));
  const at = row.indexOf(from);
  if (key === "ArrowLeft") return row[at - 1] ?? null;
  if (key === "ArrowRight") return row[at + 1] ?? null;
  if (key === "Home") return row[0];
  if (key === "End") return row[row.length - 1];
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const rows = [...table.tBodies[0].rows].filter((line) => !line.hidden);
  const step = key === "ArrowUp" ? -1 : 1;
  for (let i = rows.indexOf(from.closest("tr")) + step; i >= 0 && i < rows.length; i += step) {
    const there = inRow(rows[i]);
    // The numbers of a heading are in no column: their row is entered and left at its first.
    const inColumn = from.cellIndex !== undefined && rows[i].className !== "heading";
    const next = inColumn ? there.find((cell) => cell.cellIndex === from.cellIndex) : there[0];
    if (next !== undefined) return next;
  }
  return null;
}

/// After cells were made or hidden: exactly one that is shown can be reached with Tab.
function setTabStop(table) {
  let found = false;
  for (const cell of table.querySelectorAll("[data-row]")) {
    const shown = !cell.hidden && !cell.closest("tr").hidden;
    cell.tabIndex = shown && !found ? 0 : -1;
    found ||= shown;
  }
}

/// The method and the data set that a row or a column concerns, where it concerns one.
function concerned({method, dataset}) {
  return {"data-method": method || null, "data-dataset": dataset || null};
}

function headOf(columns) {
  const groups = make("tr");
  for (let i = 0; i < columns.length;) {
    let end = i + 1;
    while (end < columns.length && columns[end].group === columns[i].group) ++end;
    const {group} = columns[i];
    const span = {colspan: end - i, "data-columns": end - i};
    groups.append(group === "" ? make("td", span) :
      make("th", {scope: "colgroup", ...span}, group));
    i = end;
  }
  const names = columns.map((column) => {
    const {name, left} = column;
    const attributes = {scope: "col", class: left ? "left" : "number", ...concerned(column)};
    return name === "" ? make("td") : make("th", attributes, name);
  });
  const grouped = columns.some(({group}) => group !== "");
  return make("thead", {}, ...(grouped ? [groups] : []), make("tr", {}, ...names));
}

function numberCell(column, content, isPaper, isBest) {
  const attributes = {class: column.left ? "left" : "number", ...concerned(column)};
  if (isBest) attributes.class += " best";
  if (typeof content === "string") return make("td", attributes, content);
  const [text, place] = content;
  const row = data.rows[place];
  if (isPaper) attributes.class += " paper";
  else if (row.verdict === "worse") attributes.class += " worse";
  return make("td", {...attributes, "data-row": place, tabindex: -1},
    number(isPaper ? row.reported : row.mean, text));
}

// Words as they are; a number with its row, as a cell has it.
function headingPart(part) {
  if (typeof part === "string") return part;
  const [text, place, isPaper] = part;
  const row = data.rows[place];
  return make("span", {class: isPaper ? "paper" : null, "data-row": place, tabindex: -1},
    number(isPaper ? row.reported : row.mean, text));
}

function bodyRow(row, columns) {
  const attributes = concerned(row);
  if (row.heading !== undefined) {
    return make("tr", {...attributes, class: "heading"},
      make("th", {colspan: columns.length, scope: "row"}, ...row.heading.map(headingPart)));
  }
  const [first, ...others] = row.cells;
  return make("tr", attributes, make("th", {scope: "row"}, first), ...others.map((content, i) => {
    const column = columns[i + 1];
    const isPaper = isTheirs(first) || isTheirs(column.name);
    return numberCell(column, content, isPaper, row.best?.includes(i + 1));
  }));
}

/// A part of a table: some of its columns, beside the names of the rows.
function tableOf(label, {columns, rows}) {
  const made = make("table", {role: "grid", "aria-label": label}, headOf(columns),
    make("tbody", {}, ...rows.map((row) => bodyRow(row, columns))));
  makeNavigable(made);
  setTabStop(made);
  return made;
}

/// Makes each group as wide as those of its columns that are shown.
function fitGroups({tHead: {rows: [groups, names]}}) {
  if (names === undefined) return;
  let begin = 0;
  for (const group of groups.cells) {
    const end = begin + Number(group.dataset.columns);
    const shown = [...names.cells].slice(begin, end).filter(({hidden}) => !hidden).length;
    group.hidden = shown === 0;
    group.colSpan = Math.max(shown, 1);
    begin = end;
  }
}

/// Shows the columns and rows that the filter takes.
function filterTable(table, accepts) {
  for (const part of table.querySelectorAll("[data-method], [data-dataset]")) {
    const {method, dataset} = part.dataset;
    part.hidden = (method !== undefined && !accepts.method(method)) ||
      (dataset !== undefined && !accepts.dataset(dataset));
  }
  fitGroups(table);
  setTabStop(table);
}
