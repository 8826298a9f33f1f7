// A bundle's description, read by the tools of the RO-Crate community: the ro-crate library and its
// validator, and jsonld with the library's own copy of the context (nothing is fetched).

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const context = require("ro-crate/lib/context.json");
globalThis.fetch = async (url) => {
  assert.match(String(url), /^https:\/\/w3id\.org\/ro\/crate\//);
  return new Response(JSON.stringify(context));
};
const { ROCrate, Validator } = require("ro-crate");
const jsonld = require("jsonld");

const root = fileURLToPath(new URL("../..", import.meta.url));
const mercer = process.env.MERCER ?? join(root, "build", "release", "tools", "mercer");
const folder = mkdtempSync(join(tmpdir(), "mercer-bundle-test-"));
after(() => rmSync(folder, { recursive: true }));

const zip = join(folder, "bundle.zip");
execFileSync(mercer, ["bundle", join(root, "results", "kar2012", "nursery"),
                      join(root, "results", "munkhoeva2018", "gaussian"), "--output", zip]);
execFileSync("python3", ["-m", "zipfile", "-e", zip, folder]);
const json = JSON.parse(readFileSync(join(folder, "ro-crate-metadata.json"), "utf8"));

test("the ro-crate library reads it", () => {
  const crate = new ROCrate(structuredClone(json), { array: true, link: true });
  const dataset = crate.rootDataset;
  assert.equal(dataset["@id"], "./");
  assert.equal(dataset.conformsTo[0]["@id"], "https://w3id.org/ro/wfrun/process/0.5");
  assert.ok(dataset.hasPart.length > 10);
  for (const part of dataset.hasPart) assert.ok(part.sha256, part["@id"]);
  const run = dataset.mentions[0];
  assert.deepEqual(run["@type"], ["CreateAction"]);
  assert.equal(run.instrument[0].name[0], "Mercer");
  assert.ok(run.result.some((file) => file["@id"].endsWith("/trials.csv")));
});

test("the validator finds no error", async () => {
  const validator = new Validator();
  validator.parseJSON(structuredClone(json));
  await validator.crate.resolveContext();
  await validator.validate();
  const errors = validator.results.filter((result) => result.status === "error");
  assert.deepEqual(errors, []);
});

test("every term is defined by the context", async () => {
  const documentLoader = async (url) => {
    assert.match(url, /^https:\/\/w3id\.org\/ro\/crate\//);
    return { document: context, documentUrl: url };
  };
  const expanded = await jsonld.expand(json, { documentLoader, base: "https://example.org/crate/" });
  const nodes = new Map(expanded.map((node) => [node["@id"], node]));
  for (const entity of json["@graph"]) {
    const node = nodes.get(new URL(entity["@id"], "https://example.org/crate/").href);
    assert.ok(node, entity["@id"]);
    const given = Object.keys(entity).filter((key) => !key.startsWith("@")).length;
    const kept = Object.keys(node).filter((key) => !key.startsWith("@")).length;
    assert.equal(kept, given, `${entity["@id"]} loses a key that the context does not define`);
  }
});
