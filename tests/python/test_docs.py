"""docs/python.md: every block works, from top to bottom."""

import os
import pathlib
import re
import subprocess

import pytest

pytest.importorskip("sklearn")
pytest.importorskip("pandas")
pytest.importorskip("matplotlib")

from conftest import ROOT


def blocks(language):
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def test_every_block_of_python_works(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    found = blocks("python")
    assert len(found) >= 9
    names = {"__name__": "page", "RESULTS": str(ROOT / "results")}
    for number, block in enumerate(found):
        exec(compile(block, f"docs/python.md, block {number + 1}", "exec"), names)
    said = capsys.readouterr().out
    assert "unknown kernel 'gausian'" in said and "verdict               right" in said
    assert names["search"].score(names["x_test"], names["y_test"]) > 0.95
    assert len(names["done"].trials) == 12 and set(names["done"].trials["status"]) == {"ok"}
    assert (tmp_path / "nursery.png").read_bytes().startswith(b"\x89PNG")
    assert len(names["table"]) > 5


def test_every_block_of_the_shell_works():
    import mercer
    built = pathlib.Path(mercer.__file__).resolve().parents[1]
    for block in blocks("sh"):
        assert "build/release/python" in block
        script = block.replace("$PWD/build/release/python", str(built))
        done = subprocess.run(["bash", "-e", "-c", script], capture_output=True, text=True, check=False, cwd=ROOT, env=os.environ)
        assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
