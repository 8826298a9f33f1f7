"""The type stubs say what there is."""

import ast
import inspect
import pathlib

import pytest

pytest.importorskip("sklearn")

import mercer

STUB = ast.parse((pathlib.Path(mercer.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))


def functions():
    """Name and definition of each function of the stub and each method of its classes."""
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node, getattr(mercer, node.name)
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{node.name}.{method.name}", method, inspect.getattr_static(getattr(mercer, node.name), method.name)


def test_all_names_are_there():
    named = {node.name for node in STUB.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert named == set(mercer.__all__)
    for node in STUB.body:
        if isinstance(node, ast.ClassDef):
            public = {name for name in vars(getattr(mercer, node.name)) if not name.startswith("_")}
            typed = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            typed |= {part.target.id for part in node.body if isinstance(part, ast.AnnAssign)}
            assert public <= typed | {"count", "index"}, node.name  # of a tuple


@pytest.mark.parametrize("name, definition, ours", functions(), ids=lambda value: value if isinstance(value, str) else "")
def test_parameters_are_those_of_the_code(name, definition, ours):
    if isinstance(ours, property):
        return
    signature = inspect.signature(ours)
    arguments = definition.args
    positional = [argument.arg for argument in arguments.posonlyargs + arguments.args]
    keywords = [argument.arg for argument in arguments.kwonlyargs]
    defaults = dict(zip(reversed(positional), reversed(arguments.defaults)))
    defaults.update({key: value for key, value in zip(keywords, arguments.kw_defaults) if value is not None})
    kinds = inspect.Parameter
    found = {kind: [p.name for p in signature.parameters.values() if p.kind == kind] for kind in
             (kinds.POSITIONAL_OR_KEYWORD, kinds.KEYWORD_ONLY)}
    assert found[kinds.POSITIONAL_OR_KEYWORD] == positional and found[kinds.KEYWORD_ONLY] == keywords
    for parameter in signature.parameters.values():
        if parameter.default is not kinds.empty:
            assert ast.literal_eval(defaults[parameter.name]) == parameter.default
        else:
            assert parameter.name not in defaults


def test_everything_public_is_documented():
    for name in mercer.__all__:
        assert inspect.getdoc(getattr(mercer, name)), name
