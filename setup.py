"""`ROOTLAW_COMPILED=1 pip install --no-build-isolation .` compiles the Law to C with mypyc.

Without it everything stays Python, which rules the same, half as fast. Modules that declare msgspec
structures stay Python always: mypyc does not know their options.
"""

import os
from pathlib import Path

from setuptools import setup

CORE = """adjudicator algebra blame bookkeeping clauses combinators deck disputed faults hidden
kinds lines offers paths printings provisos readings reorder rules spine switches table terminals
turns winners words"""
ENGINE = """apply_cards apply_crafts apply_faction apply_items apply_offices apply_pieces
apply_riverfolk cards drawing engine moments piles satchel slack tables turns"""
OPTIMISED = "3"


def compiled() -> list[str]:
    """What is asked for every action: the core, the chapters, the engine."""
    core = [Path("validator", f"{name}.py") for name in CORE.split()]
    chapters = sorted(Path("validator", "law").glob("[a-z]*.py"))
    engine = [Path("replayer", f"{name}.py") for name in ENGINE.split()]
    found = [*core, *chapters, *engine]
    return [str(path) for path in found if "(msgspec.Struct" not in path.read_text("utf-8")]


def extensions() -> list[object]:
    if not os.environ.get("ROOTLAW_COMPILED"):
        return []
    from mypyc.build import mypycify

    return mypycify(compiled(), opt_level=OPTIMISED, multi_file=True)


setup(ext_modules=extensions())
