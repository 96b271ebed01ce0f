"""`benchmarks/witness.py`, which is a script beside the package, as a module."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def _load() -> ModuleType:
    name = "uno_witness"
    if name not in sys.modules:
        path = Path(__file__).parents[2] / "benchmarks" / "witness.py"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


witness = _load()
