"""Binding: one template of drivers, written out as a small module for each game.

Functions passed as arguments and closures never hit Numba's cache, and `cache=True` alone does not see a
change in a called file: it would silently play the old rules. So the drivers of a game are a generated
module in the user's cache folder; the folder's name holds a hash of all sources that end up compiled in
it, of the versions of Python and Numba, and of the processor.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import platform
import sys
import types
from pathlib import Path

from mainmatch.core import chance, observe, record, rules

TEMPLATE = Path(__file__).with_name("template.py")
OBSERVE = "# observe(s, viewer, out): generated from the field table\n"


def cache_folder() -> Path:
    """Where generated drivers live: $MAINMATCH_CACHE, else mainmatch in the user's cache folder."""
    chosen = os.environ.get("MAINMATCH_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    return Path(base or Path.home() / ".cache") / "mainmatch"


def fingerprint(rules_module: str) -> str:
    """A hash of everything that the compiled drivers of these rules depend on."""
    import llvmlite.binding
    import numba

    digest = hashlib.sha256()
    files = [
        *rules.rule_files(rules_module),
        TEMPLATE,
        Path(__file__),
        *(Path(m.__file__ or "") for m in (rules, record, chance, observe)),
    ]
    for path in files:
        digest.update(path.read_bytes())
    for word in (rules_module, platform.python_version(), numba.__version__, llvmlite.binding.get_host_cpu_name()):
        digest.update(word.encode())
    return digest.hexdigest()[:20]


def drivers_source(rules_module: str, backend: str) -> str:
    """The text of the generated module."""
    plain = rules.load(rules_module)
    text = TEMPLATE.read_text(encoding="utf-8").replace(OBSERVE, observe.source(plain.State, plain.SEATS))
    return f"# generated: the drivers of {rules_module}\nRULES, BACKEND = {rules_module!r}, {backend!r}\n" + text


@functools.cache
def drivers(rules_module: str, backend: str = "numba") -> types.ModuleType:
    """The compiled drivers of a rules module (compiled at the first call of each, then read from the cache)."""
    mark = fingerprint(rules_module)
    name = f"mainmatch_{rules_module.rsplit('.', 2)[-2]}_{backend.replace('-', '_')}_{mark}"
    path = cache_folder() / mark / f"{name}.py"
    source = drivers_source(rules_module, backend)
    if not path.exists() or path.read_text(encoding="utf-8") != source:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_text(source, encoding="utf-8")
        draft.replace(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
