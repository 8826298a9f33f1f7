// Anyone can use the pages: axe-core finds nothing wrong, with figures drawn and every part open.
import assert from "node:assert/strict";
import path from "node:path";
import {after, before, test} from "node:test";
import {drawn, folder, launch, makePage, mercer, open, violationsOf} from "./browser.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

for (const results of ["tests/golden/table1a", "tests/golden/figure2", "tests/golden/report"]) {
  test(`axe on ${results}`, async () => {
    const {page, faults} = await open(browser, makePage(results));
    if (await page.locator("canvas").count() > 0) await drawn(page);
    else await page.locator("td[data-row]").first().focus(); // with its tip shown
    assert.deepEqual(await violationsOf(page), []);
    assert.deepEqual(faults, []);
  });
}

test("axe on the index, whose links lead to the pages", async () => {
  const site = path.join(folder, "site");
  mercer("report", "--all", "--output", site);
  const {page, faults} = await open(browser, path.join(site, "index.html"));
  assert.deepEqual(await violationsOf(page), []);
  assert.deepEqual(faults, []);
  await page.locator("a[href='kar2012/table1b.html']").click();
  assert.equal(await page.locator("h1").textContent(), "kar2012/table1b: Kar and Karnick 2012, table 1b");
});

for (const results of ["results/kar2012/table1b", "results/kar2012/nursery"]) {
  test(`axe on the comparison of the methods of ${results}, whose diagram has no label upon another`, async () => {
    const file = path.join(folder, `compare-${path.basename(results)}.html`);
    mercer("compare", results, "--format", "html", "--output", file);
    const {page, faults} = await open(browser, file);
    assert.deepEqual(await violationsOf(page), []);
    assert.deepEqual(faults, []);
    assert.equal(await page.locator("svg").count(), results.endsWith("nursery") ? 0 : 1);
    const overlaps = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll("svg text")].map((text) => [text.textContent, text.getBBox()]);
      return boxes.flatMap(([a, p], i) => boxes.slice(i + 1)
        .filter(([, q]) => p.x < q.x + q.width && q.x < p.x + p.width && p.y < q.y + q.height && q.y < p.y + p.height)
        .map(([b]) => `${a} and ${b}`));
    });
    assert.deepEqual(overlaps, []);
  });
}

test("what the eye must tell apart is not told by colour alone", async () => {
  const {page} = await open(browser, makePage("tests/golden/figure2"));
  const styles = await page.evaluate(() => Array.from({length: 20}, (_, i) => {
    allMethods[i] ??= `method ${i}`;
    const {colour, marker} = styleOf(allMethods[i]);
    return {colour, marker};
  }));
  for (let i = 0; i + 8 <= styles.length; ++i)
    assert.equal(new Set(styles.slice(i - i % 8, i - i % 8 + 8).map(({marker}) => marker)).size, Math.min(8, styles.length - (i - i % 8)));
  assert.equal(new Set(styles.map(({colour, marker}) => colour + marker)).size, styles.length);
});
