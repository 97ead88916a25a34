"""What `make fast` compiles: modules that there are, each chapter of the Law among them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TELL = """
import runpy, sys, types
sys.modules["setuptools"] = types.SimpleNamespace(setup=lambda **options: None)
print(*runpy.run_path("setup.py")["compiled"](), sep="\\n")
"""


def test_every_module_of_the_law_without_structures_is_compiled() -> None:
    run = subprocess.run(
        [sys.executable, "-c", TELL], cwd=ROOT, capture_output=True, text=True, check=True
    )
    compiled = set(run.stdout.split())
    assert {path for path in compiled if not (ROOT / path).is_file()} == set()
    assert "validator/clauses.py" in compiled
    chapters = {path.relative_to(ROOT) for path in (ROOT / "validator" / "law").glob("[a-z]*.py")}
    left = {path.as_posix() for path in chapters} - compiled
    assert {path for path in left if "msgspec.Struct" not in (ROOT / path).read_text()} == set()
