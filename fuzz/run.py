"""Fuzz a target: `python fuzz/run.py TARGET [SECONDS [OPTION...]]`, with options of libFuzzer.

What breaks a promise is kept in `fuzz/found`, for the tests.
"""

import os
import sys
from hashlib import sha256
from pathlib import Path

import atheris

# What shows the fuzzer the way: our modules, also those that are only loaded when they are used, and what they rely on.
_WATCHED = ["urlmend", "gzip", "tarfile", "tomllib", "zipfile"]

with atheris.instrument_imports(include=_WATCHED):
    sys.path.insert(0, str(Path(__file__).parent))
    from targets import FOUND, ROOT, TARGETS

    def main() -> None:
        """Fuzz until the time is over, or something is found."""
        name, seconds = sys.argv[1], (sys.argv[2:] or ["60"])[0]
        target, found, corpus = TARGETS[name], FOUND / name, ROOT / "build" / "fuzz" / name
        for folder in (found, corpus):
            folder.mkdir(parents=True, exist_ok=True)
        for seed in target.seeds():
            (corpus / sha256(seed).hexdigest()).write_bytes(seed)
        options = {
            "max_total_time": seconds,
            "max_len": 4096,
            "timeout": 20,  # seconds that an input of some kilobytes may take
            "rss_limit_mb": 2048,
            "dict": ROOT / "fuzz" / "words" / f"{target.words}.dict",
            "artifact_prefix": f"{found}{os.sep}",
        }
        arguments = [f"-{option}={value}" for option, value in options.items()]
        atheris.Setup([sys.argv[0], *arguments, *sys.argv[3:], str(corpus), str(found)], target.check)
        atheris.Fuzz()

    if __name__ == "__main__":
        main()
