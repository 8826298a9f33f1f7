// Every number that the page shows is that of summary.csv: in the tables, the list, the figures.
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {drawn, launch, linesOf, makePage, makeSweep, mercer, open, summaryOf} from "./browser.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const percent = new Set(["accuracy", "error_rate"]);

/// What is printed is the number to the digits printed, shares in per cent.
function assertRounded(text, value, metric) {
  const [printed, , decimals = "", , exponent = "0"] = text.replace("−", "-").match(/^([+-]?\d+)(?:\.(\d+))?(e([+-]?\d+))?/);
  const exact = percent.has(metric) ? 100 * value : value;
  const bound = 0.5001 * 10 ** (Number(exponent) - decimals.length);
  assert.ok(Math.abs(Number(printed) - exact) <= bound, `${text} of ${value} (${metric})`);
}

for (const results of ["tests/golden/table1a", "tests/golden/figure2", "tests/golden/report", makeSweep()]) {
  test(`numbers of ${results}`, async () => {
    const summary = summaryOf(results);
    const {page, faults} = await open(browser, makePage(results));

    const inTables = await page.$$eval("[data-row]", (cells) => cells.map((cell) => ({
      row: Number(cell.dataset.row), value: cell.querySelector("data")?.value ?? "", text: cell.textContent,
      paper: cell.classList.contains("paper"), method: cell.dataset.method})));
    assert.ok(inTables.length > 0);
    for (const {row, value, text, paper, method} of inTables) {
      const expected = summary[row][paper ? "reported" : "mean"];
      assert.equal(value === "" ? "" : Number(value), expected === "" ? "" : Number(expected), text);
      if (method !== undefined) assert.equal(method, summary[row].method); // a heading has it in words
      if (expected !== "") assertRounded(text, Number(expected), summary[row].metric);
    }

    const heads = await page.locator("#number-table th").allTextContents();
    const listed = [], commands = [];
    for (;;) {
      listed.push(...await page.$$eval("#number-table tbody tr:not(.command)", (lines) => lines.map((line) =>
        [...line.cells].map((cell) => ({value: cell.querySelector("data")?.value ?? "", text: cell.textContent})))));
      commands.push(...await page.locator("#number-table .command code").allTextContents());
      const next = page.getByRole("button", {name: "Next"});
      if (await next.isDisabled()) break;
      await next.click();
    }
    assert.equal(listed.length, summary.length);
    const names = await page.evaluate(() => data.names);
    listed.forEach((cells, i) => {
      const row = summary[i];
      // A column that no row fills is left out.
      const cellOf = (head) => cells[heads.indexOf(head)] ?? {value: "", text: ""};
      assert.deepEqual(["data set", "kernel", "method", "D", "n", "by", "verdict"].map((head) => cellOf(head).text),
        [names.datasets[row.dataset] ?? row.dataset, row.kernel, names.methods[row.method] ?? row.method, row.D,
          row.n, row.band_kind, row.verdict]);
      for (const [head, column] of [["ours", "mean"], ["paper", "reported"], ["theory", "theory"],
        ["difference", "difference"], ["indistinguishable range", "band_low"]]) {
        const {value, text} = cellOf(head);
        assert.equal(value === "" ? "" : Number(value), row[column] === "" ? "" : Number(row[column]), column);
        if (row[column] !== "" && column !== "band_low") assertRounded(text, Number(row[column]), row.metric);
      }
      assert.ok(commands[i].startsWith("mercer run ") && commands[i].includes(`method=${row.method}`));
    });
    assert.deepEqual(faults, []);
  });
}

test("the best numbers are bold, as in Markdown", async () => {
  const results = "tests/golden/table1a";
  const lines = mercer("report", results, "--format", "markdown").split("\n").filter((line) => line.startsWith("| ours "));
  const expected = lines.flatMap((line) => [...line.matchAll(/\*\*([^*]+)\*\*/g)].map((match) => match[1]));
  assert.ok(expected.length >= 5);
  const {page} = await open(browser, makePage(results));
  const cells = await page.$$eval("td[data-row]", (all) => all.map((cell) =>
    ({text: cell.textContent, weight: Number(getComputedStyle(cell).fontWeight)})));
  const bold = cells.filter(({weight}) => weight >= 600).map(({text}) => text.replace(/ .$/, ""));
  assert.deepEqual(bold, expected);
  assert.ok(bold.length < cells.length / 2);
  assert.match(await page.textContent("#caption"), /Bold: the best mean/);
});

test("points of the figures", async () => {
  const summary = summaryOf("tests/golden/figure2");
  const {page} = await open(browser, makePage("tests/golden/figure2"));
  const of = (method, column) => summary.filter((row) => row.dataset === "ijcnn1" && row.metric === "accuracy" &&
    row.method === method && row[column] !== "").map((row) => ({row, x: Number(row.D), y: Number(row[column])}));
  // A table of times has no figure.
  const titles = (await page.$$eval("section.table h3", (all) => all.map((title) => title.textContent)))
    .filter((title) => !title.endsWith(": times"));
  const index = titles.findIndex((title) => title.startsWith("IJCNN"));
  await drawn(page, index);
  const lines = await linesOf(page, index);
  for (const method of ["rm", "h01"]) {
    const points = (role, at = 0) => lines.filter((line) => line.method === method && line.role === role)[at].points;
    const mean = of(method, "mean");
    assert.ok(mean.length >= 9);
    assert.deepEqual(points("ours"), mean.map(({x, y}) => ({x, y})));
    assert.deepEqual(points("paper"), of(method, "reported").map(({x, y}) => ({x, y})));
    assert.deepEqual(points("band", 0), mean.map(({row, x, y}) => ({x, y: y - Number(row.std)})));
    assert.deepEqual(points("band", 1), mean.map(({row, x, y}) => ({x, y: y + Number(row.std)})));
    const drawnAs = {rm: "RM, paper", h01: "H0/1, paper"};
    assert.deepEqual(lines.find((line) => line.label === drawnAs[method]).dash, [6, 5]);
  }
});
