// A page of mercer's in headless Chromium, and what the tests hold it against.
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {chromium} from "playwright-core";

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../..");
const axeSource = fs.readFileSync(path.join(root, "tests/web/node_modules/axe-core/axe.min.js"), "utf8");

export const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mercer-web-"));
process.on("exit", () => fs.rmSync(folder, {recursive: true}));

export function mercer(...words) {
  return execFileSync(process.env.MERCER, words, {cwd: root, encoding: "utf8", maxBuffer: 1 << 28});
}

/// Writes the page of a results folder and says where.
export function makePage(results, ...options) {
  const file = path.join(folder, `${[path.basename(results), ...options].join("-")}.html`);
  mercer("report", results, "--format", "html", "--output", file, ...options);
  return file;
}

/// The results of a small sweep, of which one method has no D.
export function makeSweep() {
  const out = path.join(folder, "sweep");
  const learner = {name: "liblinear", solver: "l2r_l1loss_svc_dual", cost: 1, bias: 1};
  fs.writeFileSync(`${out}.json`, JSON.stringify({experiment: "sweep", seed: 1, repetitions: 2,
    datasets: [{name: "nursery", encode: "integer", labels: "random_halves", split: {train_fraction: 0.6, max_train: 300},
      preprocess: ["minmax", "max_norm"]}],
    kernels: [{name: "polynomial", degree: 2, offset: 1}],
    methods: [{id: "exact", learner: {name: "libsvm", cost: 1}},
      {id: "rm", map: {name: "random_maclaurin"}, D: [10, 20, 50, 100], learner}],
    metrics: ["accuracy"]}));
  mercer("run", `${out}.json`, "--out", out, "--data", path.join(folder, "data"), "--no-passport");
  return out;
}

/// The rows of CSV text as objects by column.
export function parseCsv(text) {
  const rows = [];
  let fields = [], field = "", quoted = false;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (quoted && c === "\"" && text[i + 1] === "\"") { field += c; ++i; }
    else if (c === "\"") quoted = !quoted;
    else if (!quoted && c === ",") { fields.push(field); field = ""; }
    else if (!quoted && c === "\n") { rows.push([...fields, field]); fields = []; field = ""; }
    else field += c;
  }
  const [header, ...lines] = rows;
  return lines.map((line) => Object.fromEntries(header.map((name, i) => [name, line[i]])));
}

export function summaryOf(results) {
  return parseCsv(mercer("report", results, "--format", "csv"));
}

/// The running browser; close() ends it.
export function launch() {
  const args = process.getuid() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({executablePath: process.env.CHROMIUM, args});
}

/// Opens a file. `faults` collects what no page may do: messages of the console, errors, requests.
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({viewport: {width: 1300, height: 1000}, ...options});
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== `file://${file}`) faults.push(`request: ${request.url().slice(0, 100)}`);
  });
  await page.goto(`file://${file}`);
  return {page, faults};
}

/// What axe-core finds wrong, with everything that can be opened open.
export async function violationsOf(page) {
  await page.evaluate(() => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
  await page.evaluate(axeSource);
  return page.evaluate(async () => (await axe.run({resultTypes: ["violations"]})).violations
    .map(({id, help, nodes}) => `${id}: ${help} (${nodes.length}) ${nodes[0].html.slice(0, 200)}`));
}

/// Brings a figure into view and waits until it is drawn.
export async function drawn(page, index = 0) {
  const canvas = page.locator("canvas").nth(index);
  await canvas.scrollIntoViewIfNeeded();
  await page.waitForFunction((i) => Chart.getChart(document.querySelectorAll("canvas")[i])?.chartArea !== undefined, index);
  return canvas;
}

/// The lines of a drawn figure: label, role, whether shown, points.
export function linesOf(page, index = 0) {
  return page.evaluate((i) => {
    const chart = Chart.getChart(document.querySelectorAll("canvas")[i]);
    return chart.data.datasets.map((set, at) => ({label: set.label, method: set.method, role: set.role,
      shown: chart.isDatasetVisible(at), dash: set.borderDash, points: set.data.map(({x, y}) => ({x, y}))}));
  }, index);
}
