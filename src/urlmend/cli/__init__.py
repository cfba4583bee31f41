"""The commands: in each module `add_options(parser)`, and `run(options)` that gives the exit status."""

from __future__ import annotations

CLEAN, FOUND, FAILED = 0, 1, 2
