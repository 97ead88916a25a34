"""The ground the project stands on: import direction, what is packaged, what files may say."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LAYERS = (
    "notation",
    "replayer",
    "simulator",
    "validator",
)  # each may import itself and those before it


def tracked() -> list[Path]:
    """The files under version control, or a skip where the project isn't a checkout."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def modules() -> dict[str, Path]:
    """Dotted name -> file of every module of the packages."""
    found = {}
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path) -> Iterator[str]:
    """Dotted names that a module imports anywhere in it; a name taken from a module included."""
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *filter(None, [base])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def first_party(name: str, known: dict[str, Path]) -> str | None:
    """The module of ours that an imported name is, or is taken from."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name or None


def edges() -> dict[str, set[str]]:
    known = modules()
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        targets = {first_party(target, known) for target in imports(name, path)}
        graph[name] = {target for target in targets if target and target != name}
    return graph


def test_imports_flow_one_way() -> None:
    graph = edges()
    assert len(graph) > 10
    against = [
        f"{name} imports {target}"
        for name, targets in graph.items()
        for target in sorted(targets)
        if LAYERS.index(target.split(".")[0]) > LAYERS.index(name.split(".")[0])
    ]
    assert against == []


def test_no_import_cycles() -> None:
    try:
        TopologicalSorter(edges()).prepare()
    except CycleError as cycle:
        pytest.fail(" <- ".join(cycle.args[1]))


def test_every_data_file_is_packaged() -> None:
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "setuptools"
    ]
    packaged = {
        path
        for package, patterns in setup["package-data"].items()
        for pattern in patterns
        for path in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    data = {
        path
        for path in tracked()
        if path.relative_to(ROOT).parts[0] in LAYERS and path.suffix != ".py"
    }
    assert data
    assert sorted(data - packaged) == []


def test_every_package_is_declared() -> None:
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "setuptools"
    ]
    found = {path.parent.relative_to(ROOT) for path in modules().values()}
    assert sorted(setup["packages"]) == sorted(".".join(path.parts) for path in found)


UNWANTED = {
    "a path of one machine": re.compile(
        r"(?<![\w.])/(?:work|home|root|tmp|Users)/|\b[A-Z]:\\Users"
    ),
    "a package registry's host": re.compile(r"registry\.npmjs|pypi\.org|pythonhosted\.org"),
    "work left open": re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME)\b"),
}


def test_no_file_holds_machine_paths_or_open_work() -> None:
    found = []
    for path in tracked():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            if path == Path(__file__).resolve() and "re.compile" in line:
                continue
            found += [
                f"{path.relative_to(ROOT)}:{number}: {what}"
                for what, pattern in UNWANTED.items()
                if pattern.search(line)
            ]
    assert found == []
