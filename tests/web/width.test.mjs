// Pages fit a window of 900 pixels; in a narrower one only their tables scroll.
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {launch, makePage, open} from "./browser.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/// The width of the page with every part open, and the tables that are wider than their place.
async function widthsOf(file, width) {
  const {page, faults} = await open(browser, file, {viewport: {width, height: 800}});
  assert.deepEqual(faults, []);
  return page.evaluate(() => {
    document.querySelectorAll("details").forEach((part) => { part.open = true; });
    const wide = [...document.querySelectorAll(".scroll")].filter((part) => part.scrollWidth > part.clientWidth);
    return {page: document.documentElement.scrollWidth, wide: wide.map((part) => part.getAttribute("aria-label"))};
  });
}

// Those of many methods, many columns, long names and many times.
for (const results of ["yang2014/figure4_search", "kar2012/table1a", "daniely2017/depth", "cotter2011/cov1_curve",
  "cotter2011/table2_adult_sweep", "wacker2024/cod_rna_degree3"]) {
  test(`the page of ${results} fits`, async () => {
    const file = makePage(`results/${results}`);
    const {page, wide} = await widthsOf(file, 900);
    assert.equal(page, 900);
    assert.deepEqual(wide.filter((name) => !name.startsWith("Every number")), []);
    assert.equal((await widthsOf(file, 400)).page, 400);
  });
}

test("the names of rows stay in view while a table scrolls", async () => {
  const {page} = await open(browser, makePage("results/kar2012/table1a"), {viewport: {width: 400, height: 800}});
  const name = page.locator("section.table").last().locator("tbody th[scope='row']:not([colspan])").first();
  const before = await name.boundingBox();
  await name.evaluate((cell) => { cell.closest(".scroll").scrollLeft = 200; });
  assert.equal((await name.boundingBox()).x, before.x);
});

test("numbers of another program are called so throughout", async () => {
  const {page} = await open(browser, makePage("results/reid2023/figure8_1000"));
  assert.ok((await page.locator("#number-table th").allTextContents()).includes("other program"));
  assert.ok(!(await page.locator("#number-table th").allTextContents()).includes("paper"));
  assert.match(await page.textContent("#tables-help"), /its\s+difference from the other program/);
  await page.evaluate(() => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
  await page.locator("td.paper[data-row]").first().hover();
  assert.match(await page.getByRole("tooltip").textContent(), /other program: /);
});

test("a page of a part of the results shows this part", async () => {
  const {page, faults} = await open(browser, makePage("results/kar2012/table1b", "--metrics", "accuracy", "--only", "method=rm",
    "--rows", "methods"));
  const names = await page.locator("section.table tbody th[scope='row']:not([colspan])").allTextContents();
  assert.ok(names.length > 0 && names.every((name) => name.startsWith("RM")), names.join("; "));
  assert.equal(await page.locator("#claims").count(), 0);
  assert.deepEqual(faults, []);
});
