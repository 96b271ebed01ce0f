"""The scripts in benchmarks/ do the work; here they are run long and judged."""

import sys
from pathlib import Path

SCRIPTS = str(Path(__file__).resolve().parent.parent.parent / "benchmarks")
if SCRIPTS not in sys.path:
    sys.path.append(SCRIPTS)
