#!/usr/bin/env python3
"""Lists what lies about: what the tree declares and no test, config or document uses.

    tools/unused/unused.py [FOLDER] [--local]

One line for each thing: its kind, its name and what is missing; exit code 1 if there is any. The
kinds:

  config key     of configs/schema: no config and no test sets it
  manifest key   of data sets: no manifest and no test sets it, or no page explains it
  parameter      of a kernel, map, learner, step or format: no config, test or page sets it
  column         of trials.csv and summary.csv: no page or no test names it
  option         of the program: no page shows it or no test passes it
  variable       of the environment that the program reads: no page explains it or no test sets it
  dead           declared in a header of core/ or experiments/ and used nowhere
  tests alone    declared in a header of experiments/ and used by tests alone; what is in core/ is
                 for users of the library
  page, picture  in docs/: no other page links to it or shows it
  file           in examples/ and configs/: nothing names it, and results/ has none of it
  CMake          an option or a variable of the cache: nothing reads it, or no page, preset, script
                 or test names it
  package        in tools/packages*.txt: nothing in the tree shows what it is for
  allowed        by this script, without need

Uses are found by names: a thing that is unused and has the name of a used one is not listed.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import sys

import cpp_names

# What is used in a way that no page and no test shows, with the reason.
ALLOWED = {
    "--when": "mercer run passes it to its own workers",
    "--fork-server": "mercer run passes it to its own workers",
}

# What shows that a package is needed; a package that is not here is its own evidence (cmake, git,
# npm).
EVIDENCE = {
    "build-essential": r"project\(mercer", "ca-certificates": r"CURL_CA_BUNDLE",
    "clang-14": r"clang\+\+-14",
    "g++-aarch64-linux-gnu": r"aarch64-linux-gnu-g\+\+", "gnuplot-nox": r"gnuplot ",
    "libarchive-dev": r"<archive\.h>",
    "libbenchmark-dev": r"<benchmark/benchmark\.h>", "libboost-dev": r"<boost/math/",
    "libboost-program-options-dev": r"<boost/program_options\.hpp>",
    "libclang-rt-14-dev": r"-fsanitize=fuzzer",
    "libcurl4-openssl-dev": r"<curl/curl\.h>", "libeigen3-dev": r"<Eigen/Core>",
    "libfftw3-dev": r"<fftw3\.h>",
    "libgmock-dev": r"<gmock/gmock\.h>", "libgtest-dev": r"<gtest/gtest\.h>",
    "libjs-chart.js": r"chart\.js",
    "r-base-core": r"Rscript",
    "libkissfft-dev": r"<kissfft/kissfft\.hh>", "liblinear-dev": r"<linear\.h>",
    "liblinear-tools": r"liblinear-(train|predict)", "libopenblas-dev": r"openblas_get_config",
    "libopenmpi-dev": r"<mpi\.h>", "librandom123-dev": r"<Random123/",
    "libspectra-dev": r"<Spectra/",
    "libssl-dev": r"<openssl/", "libstdc++6": r"aarch64-linux-gnu",
    "libsvm-dev": r"<(libsvm/)?svm\.h>",
    "libsvm-tools": r"svm-(train|predict|scale)", "man-db": r"man -l|man --", "munge": r"munged?\b",
    "ninja-build": r"[Nn]inja", "nlohmann-json3-dev": r"<nlohmann/json\.hpp>",
    "openmpi-bin": r"mpirun ",
    "pybind11-dev": r"<pybind11/", "python3-dev": r"find_package\(Python3?",
    "python3-matplotlib": r"import matplotlib",
    "python3-numpy": r"import numpy", "python3-pandas": r"import pandas|pandas\.",
    "python3-pytest": r"import pytest",
    "python3-scipy": r"(import|from) scipy", "python3-sklearn": r"(import|from) sklearn",
    "qemu-user": r"qemu-(aarch64|x86_64)", "slurm-wlm": r"slurmctld", "zlib1g-dev": r"<zlib\.h>",
}

LEFT_OUT = {".git", ".cache", "build", "node_modules", "__pycache__", "results"}


class Tree:
    """The files of a checkout that have text, by their path in it; published results are numbers,
    not uses."""

    def __init__(self, root):
        self.root = root
        self.texts, self.others = {}, set()
        for folder, folders, files in os.walk(root):
            folders[:] = sorted(set(folders) - LEFT_OUT)
            for path in (pathlib.Path(folder) / file for file in sorted(files)):
                name = path.relative_to(root).as_posix()
                try:
                    self.texts[name] = path.read_text(encoding="utf-8")
                except UnicodeDecodeError:
                    self.others.add(name)
        self.texts = dict(sorted(self.texts.items()))
        self.texts.pop("tools/unused/unused.py", None)  # names what it lists

    def names(self, *begins, ends=""):
        return [name for name in self.texts
                if name.startswith(begins or "") and name.endswith(ends)]

    def joined(self, *begins, ends=""):
        return "\n".join(self.texts[name] for name in self.names(*begins, ends=ends))

    def pages(self):
        """All Markdown, without what the program printed into it: that names everything."""
        return re.sub(r"<!-- made by: mercer list keys.*?<!-- end -->", "", self.joined(ends=".md"),
                      flags=re.S)


# --- Keys


def schema_keys(schema):
    """(path, key) of the properties of a JSON schema, each definition once."""
    found, todo = [], [("", schema), *schema.get("definitions", {}).items()]
    for start, part in todo:
        for key, value in part.get("properties", {}).items():
            path = f"{start}.{key}" if start else key
            found.append((path, key))
            todo.append((path, value))
        for inner in [part.get("items")] + part.get("anyOf", []) + part.get("oneOf", []):
            if isinstance(inner, dict):
                todo.append((start, inner))
        if isinstance(part.get("additionalProperties"), dict):
            todo.append((start, part["additionalProperties"]))
    return found


def written(text):
    """The keys that JSON and sources set: "key": and \\"key\\":, json["key"], {"key", value},
    key=value."""
    forms = r'"([\w$]+)\\?"\s*:|\["([\w$]+)"\]|\{"(\w+)",|\b([A-Za-z]\w*)='
    return {"".join(groups) for groups in re.findall(forms, text)}


def explained(text):
    """Words of Markdown within backquotes, and the keys of its JSON."""
    return {word for code in re.findall(r"`([^`\n]+)`", text)
            for word in re.findall(r"[\w$]+", code)} | written(text)


def unused_keys(tree):
    configs = tree.joined("configs/", "examples/", ends=".json")
    for name in tree.names("configs/schema/", ends=".schema.json"):
        used = written(configs.replace(tree.texts[name], "") + tree.joined("tests/"))
        for path, key in schema_keys(json.loads(tree.texts[name])):
            if key not in used:
                yield "config key", path, "no config and no test sets it"
    source = tree.joined("experiments/catalogue/manifest.cc")
    keys = re.findall(r'(?:\.|->)(?:Optional)?(?:Text|Whole|Number|Object|Array|Texts)\("(\w+)"',
                      source)
    keys += re.findall(r'(?:PlainName|Sha256Text)\([^,]+, "(\w+)"', source)
    used = written(tree.joined("datasets/", ends=".json") + tree.joined("tests/"))
    pages = explained(tree.pages())
    for key in dict.fromkeys(keys):
        if key not in used & pages:
            lacks = "no manifest and no test sets it" if key in pages else "no page explains it"
            yield "manifest key", key, lacks


def unused_parameters(tree):
    """Of kernels, maps, learners, steps and formats: keys too, which the schema leaves to the
    program."""
    used = written(tree.joined("configs/", "examples/", "datasets/", ends=".json")
                   + tree.joined("tests/") + tree.pages())
    found = r'\.name = "(\w+)",\s*\.(?:kind|help) = |\b\w*(?:Spec|Param)\(\s*"(\w+)",'
    for file in tree.names("core/", "experiments/"):
        for groups in re.findall(found, tree.texts[file]):
            name = "".join(groups)
            if name not in used:
                yield "parameter", f"{file}: {name}", "no config, test or page sets it"


def unused_columns(tree):
    record = tree.joined("experiments/store/record.h")
    columns = [("trials.csv", name) for name in re.findall(r'COLUMN\(\w+, \w+, "(\w+)"', record)]
    head = re.search(r"CsvLine\(\{(.*?)\}\)", tree.joined("experiments/report/summary/summary.cc"),
                     re.S)
    columns += [("summary.csv", name) for name in re.findall(r'"(\w+)"', head[1] if head else "")]
    pages, tests = explained(tree.pages()), set(re.findall(r"\w+", tree.joined("tests/")))
    # Tests name a column by its text or by its constant.
    constants = {text: "k" + name
                 for name, text in re.findall(r'COLUMN\(\w+, (\w+), "(\w+)"', record)}
    for file, name in columns:
        there = {"page": name in pages, "test": bool({name, constants.get(name)} & tests)}
        lacks = [what for what in there if not there[what]]
        if lacks:
            yield "column", f"{file}: {name}", "no " + " and no ".join(lacks)


def unused_options(tree):
    """Of the program, as the completion that is made from their table has them."""
    lists = re.findall(r"_mercer_words '(--[^']*)'",
                       tree.texts.get("tools/completions/mercer.bash", ""))
    pages = tree.joined(ends=".md")
    # Tests run the commands that made a part of a page, and the blocks of some pages.
    run = tree.joined("tests/") + "\n".join(re.findall(r"<!-- made by: .* -->", pages))
    run += "\n".join(re.findall(r"```sh\n.*?```",
                                tree.joined("README.md", "ADDING.md", "docs/howto.md"), re.S))
    written = re.compile(r"(?<![\w-])--[a-zA-Z][\w-]*")
    there = {"page": set(written.findall(pages)), "test": set(written.findall(run))}
    for option in dict.fromkeys(word for words in lists for word in words.split()
                                if word.startswith("--")):
        lacks = [what for what, options in there.items() if option not in options]
        if lacks:
            yield "option", option, "no " + " and no ".join(lacks)


def unused_variables(tree):
    """Of the environment, as far as they are the program's own."""
    read = re.findall(r'(?:getenv|Environment)\("(MERCER_\w+)"',
                      tree.joined("core/", "experiments/", "tools/", "python/"))
    there = {"page": set(re.findall(r"MERCER_\w+", tree.pages())),
             "test": set(re.findall(r"MERCER_\w+", tree.joined("tests/")))}
    for name in dict.fromkeys(read):
        lacks = [what for what, names in there.items() if name not in names]
        if lacks:
            yield "variable", name, "no " + " and no ".join(lacks)


# --- Names of headers


def unused_names(tree, names):
    # Pages for those who write C++.
    shown = set(re.findall(r"\w+", " ".join(re.findall(r"```(?:cpp|diff)(.*?)```", tree.pages(),
                                                       re.S))))
    shown |= explained(tree.pages())
    for header, found in names.declared.items():
        for name, kind, _ in found if header.startswith(("core/", "experiments/")) else []:
            files = names.uses[name]
            if name in shown or any(not file.startswith("tests/") for file in files):
                continue
            if not files:
                yield "dead", f"{header}: {name}", f"a {kind} that nothing uses"
            elif header.startswith("experiments/"):
                yield "tests alone", f"{header}: {name}", f"a {kind} that tests alone use"


# --- Files


def unused_pages(tree):
    for name in tree.names("docs/"):
        path = pathlib.PurePath(name)
        others = "\n".join(tree.texts[page] for page in tree.names(ends=".md") if page != name)
        linked = rf"\]\((\S*/)?{re.escape(path.name)}(#\S*)?\)"
        if path.suffix == ".md" and not re.search(linked, others):
            yield "page", name, "no other page links to it"
        shown = rf"\((\S*/)?images/{re.escape(path.name)}\)"
        if path.parent.name == "images" and not re.search(shown, others):
            yield "picture", name, "no page shows it"


def unused_files(tree):
    places = ("examples/", "configs/")
    others = [name for name in tree.others if name.startswith(places)]
    ours = sorted([*tree.names(*places), *others])
    paths = [pathlib.PurePath(name) for name in ours]
    asked = {key for path in paths for key in (path.name, path.stem)}
    # a file's name, or folder/name without ending → the files that name it
    words = collections.defaultdict(set)
    for other, text in tree.texts.items():
        for word in set(re.findall(r"[\w./-]+", text)):
            parts = word.rstrip("./").split("/")[-2:]
            stem = parts[-1].rsplit(".", 1)[0]
            if parts[-1] in asked or stem in asked:
                words[parts[-1]].add(other)
                words["/".join([*parts[:-1], stem])].add(other)
    for name in ours:
        path = pathlib.PurePath(name)
        results = tree.root / "results" / path.parent.name / path.stem
        if name.startswith("configs/") and results.is_dir():
            continue
        # By folder and name; by the files beside it; or by the program, which looks for this name
        # in every folder.
        by_path = words[f"{path.parent.name}/{path.stem}"] - {name}
        by_name = {other for other in words[path.name] | words[path.stem]
                   if other.startswith(f"{path.parent}/")} - {name}
        by_program = {other for other in words[path.name]
                      if other.startswith(("experiments/", "tools/", "cmake/"))}
        if not by_path and not by_name and not by_program:
            yield "file", name, "nothing names it"


def unused_cmake(tree):
    cmake = [name for name in tree.texts if name.endswith(("CMakeLists.txt", ".cmake", ".cmake.in",
                                                           ".pc.in"))]
    text = "\n".join(tree.texts[name] for name in cmake)
    named = tree.pages() + tree.joined("CMakePresets.json", "tools/", "tests/", ".ci/",
                                       "pyproject.toml")
    found = re.findall(r"\boption\((\w+)|\bset\((MERCER_\w+)[^()]*? CACHE "
                       r"|\bfind_program\((MERCER_\w+)", text)
    for name in sorted({"".join(groups) for groups in found}):
        made = rf"(?:option|set|find_program|set_property)\((?:CACHE )?{name}\b"
        if len(re.findall(rf"\b{name}\b", text)) == len(re.findall(made, text)):
            yield "CMake", name, "nothing reads it"
        elif (not re.search(rf"\b{name}\b", named)
              and not re.search(rf"find_program\({name}\b", text)):
            yield "CMake", name, "no page, preset, script or test names it"


def unused_packages(tree):
    lists = tree.names("tools/packages")
    text = "\n".join(text for name, text in tree.texts.items()
                     if name not in lists and len(text) < 200000)
    for name in lists:
        for package in tree.texts[name].split("\n"):
            if not package or package.startswith("#"):
                continue
            if not re.search(EVIDENCE.get(package, re.escape(package)), text):
                yield "package", f"{name}: {package}", "nothing shows what it is for"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT,
                        help="the repository (that of the script)")
    parser.add_argument("--local", action="store_true",
                        help="list instead what headers declare for their own source alone")
    arguments = parser.parse_args()
    tree = Tree(arguments.folder.resolve())
    names = cpp_names.Names(tree.texts)
    if arguments.local:
        for header, name, kind in names.of_own_source():
            print(f"local: {header}: {name}: a {kind} that its own source alone uses")
        return 0
    lines = [*unused_keys(tree), *unused_parameters(tree), *unused_columns(tree),
             *unused_options(tree),
             *unused_variables(tree), *unused_names(tree, names), *unused_pages(tree),
             *unused_files(tree),
             *unused_cmake(tree), *unused_packages(tree)]
    needless = set(ALLOWED) - {name for _, name, _ in lines} if tree.root == ROOT else set()
    lines = [line for line in lines if line[1] not in ALLOWED]
    lines += [("allowed", name, "is used or gone: tools/unused/unused.py need not allow it")
              for name in sorted(needless)]
    for kind, name, what in lines:
        print(f"{kind}: {name}: {what}")
    return 1 if lines else 0


ROOT = pathlib.Path(__file__).resolve().parents[2]

if __name__ == "__main__":
    sys.exit(main())
