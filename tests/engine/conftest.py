"""The checks and the mixer that the tests of the engine share with the scripts in benchmarks/."""

import sys
from pathlib import Path

SCRIPTS = str(Path(__file__).resolve().parent.parent.parent / "benchmarks")
if SCRIPTS not in sys.path:
    sys.path.append(SCRIPTS)
