"""urlmend and other programs that find URLs, and programs that find secrets: the tables of `docs/comparison.md`."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import accuracy
import peers
from speed import docs_sample, read_sample

HERE = Path(__file__).resolve().parent
SCRIPTS = Path(sysconfig.get_path("scripts"))
PATIENCE = 12
"""How many CPU seconds a program gets for a hostile text."""

# What is asked for, a text, and the URLs that a careful reader sees in it.
BROKEN = (
    (
        "a wrapper over two lines",
        "See <URL:ftp://info.canal.example/pub/maps/doc;\ntype=d> for more.\n",
        ["ftp://info.canal.example/pub/maps/doc;type=d"],
    ),
    (
        "a wrapper broken inside the host",
        "at <URL:ftp://ds.in\nternic.example/rfc>.\n",
        ["ftp://ds.internic.example/rfc"],
    ),
    (
        "a wrapper over two quoted lines of a reply",
        "> <URL:http://www.canal.example/a/\n> b/c.html> is new\n",
        ["http://www.canal.example/a/b/c.html"],
    ),
    (
        "a bare URL over two lines",
        "The new timetable:\nhttp://www.ferry.example/timetable/2004/summer/northern-route/\nweekdays/index.html\n",
        ["http://www.ferry.example/timetable/2004/summer/northern-route/weekdays/index.html"],
    ),
    (
        "a complete URL at the end of a line",
        "See http://www.canal.example/map/\nThe office is closed.\n",
        ["http://www.canal.example/map/"],
    ),
    (
        "brackets of the URL and of the sentence",
        "(see http://www.canal.example/Lock_(canal)), or not\n",
        ["http://www.canal.example/Lock_(canal)"],
    ),
    ("`news:`, `gopher:`", "news:comp.infosystems.canal and gopher://gopher.canal.example/11/\n",
     ["news:comp.infosystems.canal", "gopher://gopher.canal.example/11/"]),
    ("an internationalised host", "http://www.bücher.example/straße\n", ["http://www.bücher.example/straße"]),
)  # fmt: skip

HOSTILE = (
    ("`a.` 20,000 times", "a." * 20_000),
    ("`a` 40,000 times and `@`", "a" * 40_000 + "@"),
    ("`<URL:http://a/` 5,000 times", "<URL:http://a/" * 5_000),
    ("`http://a/` and `(` 20,000 times", "http://a/" + "(" * 20_000),
    ("`<URL:http://a/ ` and 200 kB of words", "<URL:http://a/ " + "some words " * 18_000),
)

# Lines that give a secret away, and lines that do not.
SECRETS = (
    "ftp://backup:h7Tq-92x@mirror.canal.internal/pub",
    "wget http://ada:kX4%21pQz@www.canal.internal/x",
    'url = "postgresql://reader:Vb93kdlq@db.canal.internal/maps"',
    "see <URL:ftp://backup:h7Tq-\n92x@mirror.canal.internal/pub>",
    "> see <URL:ftp://backup:h7T\n> q-92x@mirror.canal.internal/pub>",
    "http://www.canal.internal/api?access_token=9f8e7d6c5b4a39281706f5e4d3c2b1a0",
    "https://files.canal.internal/map.png?X-Amz-Signature=0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
    "redis://:s9Kw2mVx@cache.canal.internal:6379/0",
)
HARMLESS = (
    "http://www.canal.example:8080/map",
    "http://www.canal.example/a:b@c",
    "http://www.canal.example/?at=12:30@office",
    "ftp://anonymous@ftp.canal.example/pub",
    "http://$USER:$PASSWORD@www.canal.example/",
    "http://<user>:<password>@www.canal.example/",
    "http://{user}:{password}@www.canal.example/",
    "mailto:ada@canal.example?subject=a:b@c",
)


def main() -> None:
    """Print the tables."""
    os.chdir(HERE.parent)
    names = peers.present()
    for name in peers.PEERS.keys() - set(names):
        print(f"{name}: not installed, left out", file=sys.stderr)
    accuracies(names)
    outcomes(names)
    with tempfile.TemporaryDirectory() as folder:
        times(names, Path(folder))
        secrets(Path(folder))


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print a table in Markdown."""
    head = list(head)
    print("\n| " + " | ".join(head) + " |")
    print("| --- |" + " ---: |" * (len(head) - 1))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |", flush=True)


def accuracies(names: list[str]) -> None:
    """F1 on each set of labelled text."""
    real = accuracy.subfolders(accuracy.REAL_TEXT)
    folders = real or accuracy.subfolders(accuracy.CORPORA)

    def row(name: str) -> list[str]:
        figures = accuracy.score(folders, [sys.executable, str(HERE / "peers.py"), name])
        return [name, *(f"{figures[str(folder)]['f1']:.3f}" for folder in folders)]

    table(["F1", *(folder.name for folder in folders)], map(row, names))


def outcomes(names: list[str]) -> None:
    """Which broken or odd URLs each gets right."""
    table(
        ["finds", *names],
        (
            [what, *("yes" if list(peers.PEERS[name].urls(text)) == urls else "no" for name in names)]
            for what, text, urls in BROKEN
        ),
    )


def times(names: list[str], folder: Path) -> None:
    """CPU seconds for a megabyte of documents, and for hostile texts."""
    plain = read_sample("docs.txt", docs_sample)[:1_000_000].decode("utf-8", "replace")
    rows = []
    for what, text in (("1 MB of documents", plain), *HOSTILE):
        file = folder / "text"
        file.write_text(text + "\n", "utf-8")
        rows.append([what, *(seconds(name, file) for name in names)])
    table(["CPU seconds", *names], rows)


def seconds(name: str, file: Path) -> str:
    """What a peer takes for a file, start-up included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))

    done = subprocess.run(
        [sys.executable, str(HERE / "peers.py"), name, str(file)],
        preexec_fn=limit,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if spent > PATIENCE - 1:
        return f"> {PATIENCE}"
    return f"{spent:.2f}" if done.returncode == 0 else "fails"


def secrets(folder: Path) -> None:
    """How many secrets in URLs are reported, and how many harmless lines."""
    table(
        ["secrets in URLs", f"reported of {len(SECRETS)}", f"false alarms of {len(HARMLESS)}"],
        (
            [name, reported(finder, SECRETS, folder), reported(finder, HARMLESS, folder)]
            for name, (present, finder) in SECRET_FINDERS.items()
            if present()
        ),
    )


def reported(finder: Callable[[Path], set[str]], texts: Iterable[str], folder: Path) -> int:
    """In how many of the texts a program reports something."""
    with tempfile.TemporaryDirectory(dir=folder) as texts_folder:
        for number, text in enumerate(texts):
            Path(texts_folder, f"{number}.txt").write_text(text + "\n", "utf-8")
        return len(finder(Path(texts_folder)))


def lines(command: list[str], folder: Path) -> list[dict[str, Any]]:
    """The JSON objects that a command prints in a folder, one a line."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def urlmend_reports(folder: Path) -> set[str]:
    """The files with a secret, according to urlmend."""
    command = [str(SCRIPTS / "urlmend"), "lint", "--isolated", "--format", "jsonl", "."]
    return {row["file"] for row in lines(command, folder) if row["code"].startswith("URL5")}


def detect_secrets_reports(folder: Path) -> set[str]:
    """The same of detect-secrets."""
    command = [str(SCRIPTS / "detect-secrets"), "scan", "--all-files", "."]
    return set(json.loads(subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True).stdout)["results"])


def kingfisher_reports(folder: Path) -> set[str]:
    """The same of Kingfisher, without asking any server."""
    options = ["--no-validate", "--no-update-check", "--confidence", "low", "--format", "jsonl"]
    rows = lines([str(SCRIPTS / "kingfisher"), "scan", *options, "."], folder)
    return {row["finding"]["path"] for row in rows if "finding" in row}


def betterleaks_reports(folder: Path) -> set[str]:
    """The same of Betterleaks."""
    import pybetterleaks

    return {finding.file for finding in pybetterleaks.scan_dir(folder).findings}


SECRET_FINDERS = {
    "urlmend lint": (lambda: True, urlmend_reports),
    "detect-secrets": (lambda: find_spec("detect_secrets") is not None, detect_secrets_reports),
    "Kingfisher": ((SCRIPTS / "kingfisher").exists, kingfisher_reports),
    "Betterleaks": (lambda: find_spec("pybetterleaks") is not None, betterleaks_reports),
}


if __name__ == "__main__":
    main()
