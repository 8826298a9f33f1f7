// What a reader can do with the page, by pointer and by keyboard.
import assert from "node:assert/strict";
import fs from "node:fs";
import {after, before, test} from "node:test";
import {drawn, launch, linesOf, makePage, makeSweep, mercer, open, summaryOf} from "./browser.mjs";

let browser, table, figure;
before(async () => {
  browser = await launch();
  table = makePage("tests/golden/table1a");
  figure = makePage("tests/golden/figure2");
});
after(() => browser.close());

const shownTitles = (page) => page.locator("section.table:visible h3").allTextContents();
const column = (page, at) => page.$$eval("#number-table tbody tr:not(.command)", (rows, i) => [...new Set(rows.map((row) => row.cells[i].textContent))], at);

test("filters choose data sets, kernels, methods and maps", async () => {
  const {page, faults} = await open(browser, figure);
  const all = await shownTitles(page);
  await page.getByRole("combobox", {name: "Data set"}).selectOption({label: "Cod-RNA"});
  assert.deepEqual(await shownTitles(page), ["Cod-RNA, kernel exponentialᵇ", "Cod-RNA, kernel exponentialᵇ: times"]);
  assert.deepEqual(await column(page, 0), ["Cod-RNA"]);
  assert.equal(await page.locator("#filter-status").textContent(), "Showing 18 of 72 cells.");
  await page.getByRole("button", {name: "Show all"}).click();
  await page.waitForFunction(() => document.getElementById("filter-status").textContent === "Showing 72 of 72 cells.");
  assert.deepEqual(await shownTitles(page), all);
  await page.getByRole("combobox", {name: "Kernel"}).selectOption("polynomial");
  assert.deepEqual(await column(page, 1), ["polynomial"]);
  assert.equal((await shownTitles(page)).length, 2);
  await page.getByRole("combobox", {name: "Map or method"}).selectOption({label: "H0/1"});
  assert.deepEqual(await column(page, 2), ["H0/1"]);
  await drawn(page);
  assert.deepEqual([...new Set((await linesOf(page)).filter(({shown}) => shown).map(({method}) => method))], ["h01"]);
  assert.deepEqual(faults, []);

  const other = (await open(browser, table)).page;
  await other.getByRole("combobox", {name: "Map or method"}).selectOption({label: "random_maclaurin"});
  const heads = await other.locator("section.table thead tr:first-child th:visible").allTextContents();
  // Results, and beneath them times.
  const names = ["RM", "H0/1", "RM (dual)", "H0/1 (dual)"];
  assert.deepEqual(heads, [...names, ...names]);
  await other.getByRole("combobox", {name: "Data set"}).selectOption("adult");
  // What was not run stands beneath each table, whatever is chosen.
  const headings = await other.locator("section.table tr.heading:visible").allTextContents();
  const named = headings.filter((text) => !text.startsWith("not run: "));
  assert.ok(named.length >= 4 && named.every((text) => text === "Adult"), named.join("; "));
});

test("filters choose in tables of any rows and columns", async () => {
  const choose = (page, name, label) => page.getByRole("combobox", {name}).selectOption({label});
  const shown = (page) => page.locator("section.table:visible").evaluateAll((tables) => tables.map((table) => {
    table.querySelectorAll("details").forEach((part) => { part.open = true; });
    const texts = (cells) => [...cells].filter((cell) => cell.checkVisibility()).map((cell) => cell.textContent);
    return {title: table.querySelector("h3").textContent, groups: texts(table.querySelectorAll("[scope=colgroup]")),
      columns: texts(table.querySelectorAll("[scope=col]")), rows: texts(table.querySelectorAll("[scope=row]"))};
  }));

  // Methods and metrics are in the titles.
  const byD = await open(browser, makePage("results/kar2012/nursery", "--rows", "datasets", "--columns", "D"));
  const all = await shown(byD.page);
  assert.equal(all.length, await byD.page.evaluate(() => data.tables.length));
  assert.ok(all.every(({columns}) => columns.length > 0));
  await choose(byD.page, "Map or method", "H0/1");
  const own = await shown(byD.page);
  assert.deepEqual(own, all.filter(({title}) => title.includes(", H0/1")));
  assert.ok(own.length > 0 && own.length < all.length);
  assert.deepEqual(byD.faults, []);

  // A group of columns is a data set's.
  const byDataset = await open(browser, makePage("tests/golden/table1a", "--rows", "methods", "--metrics", "accuracy"));
  const [whole] = await shown(byDataset.page);
  assert.ok(whole.groups.length > 1 && whole.groups.includes("Adult"), whole.groups.join("; "));
  await choose(byDataset.page, "Data set", "Adult");
  const [adult] = await shown(byDataset.page);
  assert.deepEqual(adult.groups, ["Adult"]);
  assert.deepEqual(adult.columns, ["ours", "paper"]);
  await choose(byDataset.page, "Map or method", "H0/1");
  const [oneMethod] = await shown(byDataset.page);
  assert.ok(oneMethod.rows.every((row) => row.startsWith("H0/1") || row.startsWith("not run")), oneMethod.rows.join("; "));
  assert.deepEqual(byDataset.faults, []);

  // A group of columns is a metric's, or a method's beside the paper's numbers.
  const {page, faults} = await open(browser, figure);
  await choose(page, "Map or method", "H0/1");
  for (const {columns} of await shown(page)) assert.ok(columns.length > 1, columns.join("; "));
  const widths = await page.$$eval("section.table table", (tables) => tables.map(({tHead: {rows: [groups, names]}}) =>
    names === undefined ? 0 : [...groups.cells].reduce((sum, cell) => sum + (cell.hidden ? 0 : cell.colSpan), 0) -
      [...names.cells].filter((cell) => !cell.hidden).length));
  assert.deepEqual([...new Set(widths)], [0]);
  assert.deepEqual(faults, []);
});

test("a figure's methods, bands, axes and metric", async () => {
  const {page, faults} = await open(browser, figure);
  await drawn(page);
  const controls = page.locator("#figures");
  const roles = async (method) => (await linesOf(page)).filter((line) => line.method === method && line.shown).map(({role}) => role);
  assert.deepEqual(await roles("h01"), ["ours", "band", "band", "paper"]);
  await controls.getByRole("checkbox", {name: "H0/1", exact: false}).uncheck();
  assert.deepEqual(await roles("h01"), []);
  assert.deepEqual(await roles("rm"), ["ours", "band", "band", "paper"]);
  await controls.getByLabel("band of ±").uncheck();
  assert.deepEqual(await roles("rm"), ["ours", "paper"]);
  await controls.getByLabel("paper's values").uncheck();
  assert.deepEqual(await roles("rm"), ["ours"]);
  const axes = () => page.evaluate(() => Object.values(Chart.getChart(document.querySelector("canvas")).scales).map(({type}) => type));
  assert.deepEqual(await axes(), ["logarithmic", "linear"]);
  await controls.getByLabel("logarithmic x axis").uncheck();
  await controls.getByLabel("logarithmic values").check();
  assert.deepEqual(await axes(), ["linear", "logarithmic"]);
  await controls.getByLabel("Metric").selectOption("train_s");
  assert.ok((await page.locator("canvas").first().getAttribute("aria-label")).includes(": train against D"));
  // What was unticked stays so.
  await drawn(page);
  assert.deepEqual(await roles("h01"), []);
  assert.deepEqual(faults, []);
});

test("a figure stands against operations per row too", async () => {
  const results = "results/cotter2011/figure1";
  const {page, faults} = await open(browser, makePage(results));
  await drawn(page);
  const controls = page.locator("#figures");
  await controls.getByRole("combobox", {name: "Against"}).selectOption("ops_per_row");
  assert.ok((await page.locator("canvas").first().getAttribute("aria-label")).includes("primal objective against operations per row"));
  const rows = summaryOf(results).filter((row) => row.dataset === "adult");
  const values = (method, metric) => new Map(rows.filter((row) => row.method === method && row.metric === metric).map((row) => [row.D, Number(row.mean)]));
  const points = async (method) => (await linesOf(page)).find((line) => line.method === method && line.role === "ours").points.map(({x, y}) => [x, y]);
  for (const method of ["fourier", "taylor2", "taylor3", "taylor4"]) {
    const places = values(method, "ops_per_row"), objectives = values(method, "primal_objective");
    const expected = [...places].map(([size, place]) => [place, objectives.get(size)]).sort((a, b) => a[0] - b[0]);
    assert.deepEqual(await points(method), expected);
  }
  // The exact machine has no features: a level line from the cheapest map to the dearest.
  const level = await points("exact");
  assert.equal(level.length, new Set(rows.filter((row) => row.metric === "ops_per_row").map((row) => row.mean)).size);
  assert.equal(new Set(level.map(([, y]) => y)).size, 1);
  assert.deepEqual(faults, []);
});

test("a figure stands against the columns of the data, one line for each method", async () => {
  const results = "results/atarashi2019/figure1";
  const {page, faults} = await open(browser, makePage(results));
  assert.equal(await page.locator("canvas").count(), 1);
  await drawn(page);
  assert.ok((await page.locator("canvas").getAttribute("aria-label")).includes("map training rows against number of input columns d for RK, SCRK."));
  const lines = (await linesOf(page)).filter(({role}) => role === "ours");
  assert.deepEqual(lines.map(({label}) => label), ["RK", "SCRK"]);
  for (const {method, points} of lines) {
    const rows = summaryOf(results).filter((row) => row.method === method && row.metric === "transform_train_s");
    assert.deepEqual(points, rows.map((row) => ({x: Number(row.dataset.match(/d=(\d+)/)[1]), y: Number(row.mean)})));
    assert.deepEqual(points.map(({x}) => x), [512, 1024, 2048, 4096]);
  }
  assert.deepEqual(await page.getByRole("combobox", {name: "Against"}).locator("option").allTextContents(), ["number of input columns d"]);
  assert.deepEqual(faults, []);
});

test("a figure stands against a parameter, one line for the methods that differ in it alone", async () => {
  const results = "results/yang2014/figure4_housing";
  const {page, faults} = await open(browser, makePage(results));
  await drawn(page, 0);
  assert.ok((await page.locator("canvas").first().getAttribute("aria-label")).includes(
    "box discrepancy against iterations for quasi_fourier (box_scale=1), quasi_fourier (box_scale=0.5)."));
  const ours = async () => (await linesOf(page)).filter(({role}) => role === "ours");
  assert.deepEqual((await ours()).map(({label}) => label), ["quasi_fourier (box_scale=1)", "quasi_fourier (box_scale=0.5)"]);
  const rows = summaryOf(results).filter((row) => row.metric === "box_discrepancy");
  for (const [i, prefix] of ["after_", "half_"].entries()) {
    const expected = rows.filter(({method}) => method.startsWith(prefix))
      .map(({method, mean}) => ({x: Number(method.slice(prefix.length)), y: Number(mean)}));
    assert.equal(expected.length, 20);
    assert.deepEqual((await ours())[i].points, expected);
  }
  const type = await page.evaluate(() => Chart.getChart(document.querySelector("canvas")).scales.x.type);
  assert.equal(type, "linear");
  const controls = page.locator("#figures");
  assert.deepEqual(await controls.getByRole("combobox", {name: "Against"}).locator("option").allTextContents(), ["iterations"]);
  await controls.getByRole("checkbox", {name: "box_scale=0.5"}).uncheck();
  assert.deepEqual((await ours()).map(({shown}) => shown), [true, false]);
  assert.deepEqual(faults, []);
});

test("lines and points that lie on each other can all be seen", async () => {
  const {page, faults} = await open(browser, figure);
  const looks = (values, isLevel) => page.evaluate(([ys, level]) => setApart(ys.map((y) =>
    ({role: "ours", isLevel: level, pointRadius: 4, data: [{x: 10, y}]})), [0, 1], false), [values, isLevel]);
  assert.deepEqual((await looks([0.5, 0.8, 0.503], true)).map(({borderDash, borderDashOffset}) => [borderDash, borderDashOffset]),
    [[[10, 10], 0], [undefined, undefined], [[10, 10], 10]]);
  assert.deepEqual((await looks([0.5, 0.8, 0.52], false)).map(({pointRadius, pointBackgroundColor: ground}) => [pointRadius, ground]),
    [[4, undefined], [4, undefined], [7, "transparent"]]);
  assert.deepEqual(faults, []);
});

test("the figures are those of the config, with several metrics and on an axis of rows", async () => {
  const {page, faults} = await open(browser, makePage("results/questions/crossing"),
    {viewport: {width: 1200, height: 900}});
  const figures = page.locator("#figures");
  const labels = () => page.$$eval("canvas", (all) => all.map((canvas) => canvas.getAttribute("aria-label")));
  assert.deepEqual(await figures.getByRole("combobox", {name: "Figure"}).locator("option").allTextContents(), ["rows", "test", "time"]);
  const [accuracy, train] = await labels();
  assert.ok(accuracy.startsWith("Cod-RNA, kernel gaussian: accuracy % against training rows for exact"), accuracy);
  assert.ok(train.startsWith("Cod-RNA, kernel gaussian: train against training rows for exact"), train);
  await drawn(page, 0);
  const exact = (await linesOf(page)).find(({method, role}) => method === "exact" && role === "ours");
  const rows = summaryOf("results/questions/crossing").filter((row) => row.method === "exact" && row.metric === "accuracy");
  assert.deepEqual(exact.points.map(({y}) => y), rows.filter((row) => row.mean !== "").map((row) => Number(row.mean)));
  assert.equal(exact.points[0].x, 500);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1200);
  await figures.getByRole("combobox", {name: "Figure"}).selectOption({label: "time"});
  assert.deepEqual((await labels()).length, 9);
  assert.ok((await labels())[0].includes("accuracy % against train [s] for"), (await labels())[0]);
  await figures.getByLabel("Metric").selectOption("test_s");
  assert.ok((await labels())[0].includes(": test against train [s] for"), (await labels())[0]);
  assert.deepEqual(faults, []);
});

test("a table with a figure of times shows the paper's numbers at the paper's times", async () => {
  const {page, faults} = await open(browser, makePage("results/kar2012/table1b"));
  await drawn(page);
  const summary = summaryOf("results/kar2012/table1b");
  const find = (metric) => summary.find((row) => row.dataset === "nursery" && row.method === "rm" && row.metric === metric);
  const point = (role, column) => [role, [{x: Number(find("train_s")[column]), y: Number(find("accuracy")[column])}]];
  const drawnPoints = (await linesOf(page)).filter(({method, role}) => method === "rm" && role !== "band")
    .map(({role, points}) => [role, points]);
  assert.deepEqual(drawnPoints, [point("ours", "mean"), point("paper", "reported")]);
  assert.deepEqual(faults, []);
});

test("the paper's numbers stand at the paper's time of one phase too", async () => {
  const {page, faults} = await open(browser, makePage("results/atarashi2019/figure1"));
  const place = await page.evaluate(() => {
    const row = data.rows.find(({metric}) => metric === "transform_train_s");
    return paperPlacesOn("transform_train_s", [{...row, reported: 7}])(row);
  });
  assert.equal(place, 7);
  assert.deepEqual(faults, []);
});

test("axes fit the data and have round ticks", async () => {
  const {page, faults} = await open(browser, makePage(makeSweep()));
  await drawn(page);
  const controls = page.locator("#figures");
  const axes = () => page.evaluate(() => {
    const {scales, data: {datasets}} = Chart.getChart(document.querySelector("canvas"));
    return Object.fromEntries(Object.entries(scales).map(([key, {min, max, ticks, type}]) => {
      const values = datasets.flatMap((set) => set.data.map((point) => point[key]));
      return [key, {min, max, type, ticks: ticks.map(({label}) => label),
        low: Math.min(...values), high: Math.max(...values)}];
    }));
  });
  const roomOf = ({min, max, low, high, type}) => {
    const at = (value) => (type === "logarithmic" ? Math.log(value) : value);
    return [at(low) - at(min), at(max) - at(high)].map((room) => room / (at(max) - at(min)));
  };
  const roundTick = /^0$|^-?(0\.0*)?[1-9]\d{0,2}0*(\.\d{1,2})?$/;
  for (const logarithmic of [true, false]) {
    await controls.getByLabel("logarithmic x axis").setChecked(logarithmic);
    await controls.getByLabel("logarithmic values").setChecked(logarithmic);
    const {x, y} = await axes();
    for (const room of [...roomOf(x), ...roomOf(y)]) assert.ok(room > 0 && room < 0.06, JSON.stringify([x, y]));
    assert.deepEqual([x.low, x.high], [10, 100]);
    assert.ok(y.ticks.length >= 2);
    for (const tick of y.ticks) assert.match(tick, roundTick);
  }
  assert.deepEqual(faults, []);
});

test("an experiment of no paper has nothing of a paper", async () => {
  const results = makeSweep();
  const {page, faults} = await open(browser, makePage(results));
  const heads = await page.locator("#number-table th").allTextContents();
  for (const name of ["paper", "difference", "indistinguishable range", "by", "verdict"])
    assert.ok(!heads.includes(name), name);
  assert.equal(await page.locator("#claims, a[href='#claims']").count(), 0);
  assert.ok(!(await page.locator("main").innerText()).toLowerCase().includes("paper"));
  const checked = mercer("check", results);
  assert.ok(checked.includes("The experiment has no paper's numbers to check."), checked);
  assert.ok(!checked.includes("cell by cell"), checked);
  assert.deepEqual(faults, []);
});

test("hovering tells the values, by the names that tables show", async () => {
  const {page} = await open(browser, figure);
  const canvas = await drawn(page);
  const point = await page.evaluate(() => {
    const chart = Chart.getChart(document.querySelector("canvas"));
    const {x, y} = chart.getDatasetMeta(0).data[0];
    return {x, y};
  });
  await canvas.hover({position: point});
  const told = await page.evaluate(() => {
    const {title, body} = Chart.getChart(document.querySelector("canvas")).tooltip;
    return [...title, ...body.flatMap(({lines}) => lines)];
  });
  assert.deepEqual(told, ["D = 10", "RM: 77.24±6.84‡ (3 repetitions)", "RM, paper: 74.5 (digitised), difference +2.77",
    "H0/1: 99.99±0.01 (3 repetitions)", "H0/1, paper: 97 (digitised), difference +3.04"]);
});

test("the tables of a sweep are folded beneath the figures", async () => {
  const {page} = await open(browser, figure);
  const tables = page.locator("section.table");
  assert.equal(await tables.count(), await page.locator("details.table-view").count());
  assert.ok(await tables.count() >= 3);
  for (let i = 0; i < await tables.count(); ++i) {
    const grid = tables.nth(i).getByRole("grid");
    assert.equal(await grid.isVisible(), false);
    await tables.nth(i).locator("summary").click();
    assert.equal(await grid.isVisible(), true);
  }
  assert.equal(await tables.first().locator("td[data-row='0']").first().textContent(), "77.24±6.84‡ ?");
});

test("a number tells its difference, band, deviations and command on hover and on focus", async () => {
  const {page} = await open(browser, table);
  const number = page.locator("td[data-method=h01]").filter({hasText: "99.99±0.02 +"});
  const tip = page.getByRole("tooltip");
  const told = ["paper: 98.2 (printed)", "difference: +1.79", "verdict: better (indistinguishable range: 99.91 to 100.07, our std)", "cost-tuned: C where it is tuned",
    "mercer run configs/kar2012/table1a.json --only dataset=nursery,kernel=polynomial,method=h01,D=100"];
  await number.hover();
  for (const text of told) assert.ok((await tip.textContent()).includes(text), text);
  await page.locator("h1").hover();
  assert.equal(await tip.isVisible(), false);

  // One number of a table is reached by Tab, the others by arrows.
  const first = page.locator("section.table td[data-row]").first();
  await first.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  const [at, owner] = await page.evaluate(() => [document.activeElement.classList.contains("paper"),
    document.activeElement.getAttribute("aria-describedby")]);
  assert.deepEqual([at, owner], [true, "tip"]);
  assert.ok((await tip.textContent()).includes("accuracy %: RM, D = 500, Nursery"), await tip.textContent());
  assert.equal(await page.locator("section.table").first().locator("td[tabindex='0']").count(), 1);
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
  await page.keyboard.press("Escape");
  assert.equal(await tip.isVisible(), false);
});

test("a method without D tells its numbers too", async () => {
  const {page, faults} = await open(browser, makePage(makeSweep()));
  await page.locator("details.table-view summary").first().click();
  const heading = page.locator("tr.heading").first();
  assert.match(await heading.textContent(), /^exact: accuracy % [0-9.]+/);
  const number = heading.locator("[data-row]").first();
  const tip = page.getByRole("tooltip");
  await number.hover();
  for (const text of ["accuracy %: exact, Nursery", `ours: ${await number.textContent()}, 2 repetitions`, "method=exact"])
    assert.ok((await tip.textContent()).includes(text), `${text} in ${await tip.textContent()}`);
  await page.locator("h1").hover();

  // By the keyboard: the first number of the table, then down into the rows and back.
  await number.focus();
  const at = () => page.evaluate(() => document.activeElement.closest("tr").rowIndex);
  const first = await at();
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), first);
  await page.keyboard.press("ArrowDown");
  assert.equal(await at(), first + 1);
  await page.keyboard.press("ArrowUp");
  assert.equal(await at(), first);
  assert.equal(await page.locator("section.table").first().locator("[data-row][tabindex='0']").count(), 1);
  assert.deepEqual(faults, []);
});

test("runs, data and config are told", async () => {
  const {page} = await open(browser, figure);
  const part = page.locator("#provenance");
  assert.equal(await part.locator("pre").isVisible(), false);
  await part.getByText("Runs, data and config").click();
  for (const text of ["Run 20261121T034943Z-a10436", "started 2026-11-21T03:49:43Z", "65b7cc0689fc29bba5db8b50fab0b6446d985f4bf8f6f5dd474f7df8b2f1ab6c"])
    assert.equal(await part.getByText(text).isVisible(), true, text);
  assert.ok((await part.locator("pre").textContent()).includes("\"experiment\": \"kar2012/figure2\""));
});

test("a figure is saved as PNG", async () => {
  const {page, faults} = await open(browser, figure);
  await drawn(page);
  await page.locator("figure.panel button.title").first().click();
  const [download] = await Promise.all([page.waitForEvent("download"),
    page.getByRole("button", {name: "Download PNG"}).first().click()]);
  assert.equal(download.suggestedFilename(), "kar2012-figure2-Nursery-kernel-polynomial-accuracy.png");
  const bytes = fs.readFileSync(await download.path());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(bytes.length > 10000);
  assert.deepEqual(faults.filter((fault) => !fault.startsWith("request: blob:")), []);
});
