// A page of 20,000 trials can be used in three seconds: it is there, a figure is drawn, a filter has answered.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {after, before, test} from "node:test";
import {drawn, folder, launch, makePage, open, root} from "./browser.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/// A committed results folder: 10 data sets × 2 kernels × 4 methods × 25 D × 10 repetitions.
function makeResults() {
  const results = path.join(folder, "big");
  const header = fs.readFileSync(path.join(root, "tests/golden/report/trials.csv"), "utf8").split("\n")[0];
  const lines = [header];
  for (let i = 0; i < 20000; ++i) {
    const digit = (divisor, base) => Math.floor(i / divisor) % base;
    const D = 10 * (digit(10, 25) + 1);
    const accuracy = 1 - 1 / (D + digit(250, 4) + (i % 10));
    const trial = {schema: 1, run_id: "r1", trial_id: `t${i}`, experiment: "made/big", dataset: `data${digit(2000, 10)}`,
      n_train: 100, n_test: 50, input_dim: 8, preprocess: "none", kernel: digit(1000, 2) === 0 ? "gaussian" : "polynomial",
      kernel_params: "", method: `method${digit(250, 4)}`, map: "random_fourier", D, learner: "liblinear", repetition: i % 10,
      metric: "accuracy", value: accuracy, accuracy, error_rate: 1 - accuracy,
      draw_s: 0.001, transform_train_s: D / 1e4, fit_s: D / 1e3, transform_test_s: D / 1e4, predict_s: D / 1e5,
      timing_valid: true, status: "ok"};
    lines.push(header.split(",").map((name) => trial[name] ?? "").join(","));
  }
  fs.mkdirSync(path.join(results, "context"), {recursive: true});
  fs.writeFileSync(path.join(results, "trials.csv"), `${lines.join("\n")}\n`);
  fs.writeFileSync(path.join(results, "context/r1.json"), JSON.stringify({run_id: "r1",
    config_text: JSON.stringify({experiment: "made/big", datasets: [], kernels: [], methods: []})}));
  return results;
}

test("20,000 trials in three seconds", async (t) => {
  const file = makePage(makeResults());
  const {page, faults} = await open(browser, file);
  const elapsed = () => page.evaluate(() => performance.now()); // since the page was asked for
  const ready = await elapsed();
  await drawn(page);
  const figure = await elapsed();
  await page.getByRole("combobox", {name: "Data set"}).selectOption("data7");
  await page.waitForFunction(() => document.getElementById("filter-status").textContent === "Showing 200 of 2000 cells.");
  const end = await elapsed();
  t.diagnostic(`${fs.statSync(file).size} bytes: there after ${Math.round(ready)} ms, a figure after ${Math.round(figure)} ms, ` +
    `filtered after ${Math.round(end)} ms`);
  // Results and times of two kernels.
  assert.equal(await page.locator("section.table:visible").count(), 4);
  assert.ok(end < 3000, `${end} ms`);
  assert.deepEqual(faults, []);
});
