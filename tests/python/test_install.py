"""The installed module finds the installed program and its files."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from mercer import _places


@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
def test_the_installed_module_works_from_any_folder(tmp_path):
    build = pathlib.Path(_places.PROGRAM).parents[1]
    prefix = tmp_path / "prefix"
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    module, = prefix.rglob("_mercer*.so")
    assert (module.parent / "py.typed").exists() and (module.parent / "__init__.pyi").exists()
    script = ("import mercer, mercer._places as places, json, sys\n"
              f"assert mercer.__file__.startswith({str(prefix)!r})\n"
              f"for path in [places.PROGRAM, places.SHARE]: assert path.startswith({str(prefix)!r}), path\n"
              "assert any(entry['name'] == 'nursery' for entry in mercer.list('datasets'))\n"
              "config = json.loads(sys.argv[1])\n"
              "assert len(mercer.run(config, out='out', progress=False).trials['D']) == 1\n")
    config = ('{"experiment": "small", "seed": 1, "datasets": [{"name": "unit_ball", "d": 3, "n": 20}], "kernels": ["linear"],'
              ' "repetitions": 1, "methods": [{"id": "a", "map": {"name": "random_maclaurin"}, "D": [10]}],'
              ' "metrics": ["gram_error"]}')
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MERCER_SHARE")}
    environment["PYTHONPATH"] = str(module.parents[1])
    subprocess.run([sys.executable, "-c", script, config], check=True, cwd=tmp_path, env=environment)
