"""The pages in docs/rules are generated from the docstrings of the rules."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "build_rule_pages.py"


def test_rule_pages_are_current():
    done = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
