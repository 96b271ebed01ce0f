"""Write the golden files anew: `uv run python tests/engine/regenerate.py [RULESET …]`.

Do it only after a change of the rules that is meant, and look at what changed before committing.
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "benchmarks"), str(HERE.parent.parent)]

from conformance import GOLDEN, golden  # noqa: E402

from uno_tui.ruleset.load import shipped_ids  # noqa: E402


def main(wanted):
    """One small JSON file a ruleset."""
    GOLDEN.mkdir(exist_ok=True)
    for which in wanted or shipped_ids():
        text = json.dumps(golden(which), indent=1)
        (GOLDEN / f"{which}.json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
