"""Who reads the texts of `corpora/complaints`: urlmend and other programs that find URLs, by class.

`python benchmarks/complaints.py` writes the table of `docs/complaints.md`, with the date and the versions; with
`--show NAME`, it prints the texts that a program reads otherwise. Programs that are not installed are skipped; Node.js
looks for packages in the current folder.
"""

from __future__ import annotations

import argparse
import collections
import datetime as dt
import html
import importlib.metadata
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import peers

ROOT = Path(__file__).resolve().parent.parent
SUITE = ROOT / "corpora" / "complaints" / "complaints.jsonl"
PAGE = ROOT / "docs" / "complaints.md"
BEGIN, END = "<!-- written by benchmarks/complaints.py -->", "<!-- end -->"

# So many other programs fit into a table of the page.
MOST_OTHERS = 5

Case = dict[str, Any]

# Prints the URLs of a JSON list of texts, as a list of lists; without links that have no scheme, and mail addresses.
JAVASCRIPT = {
    "linkify-it": """
        const { LinkifyIt } = require("linkify-it");
        const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true });
        const read = text => (linkify.match(text) || []).map(match => match.raw);""",
    "linkifyjs": """
        const linkify = require("linkifyjs");
        const read = text => linkify.find(text).filter(link => link.type === "url").map(link => link.value);""",
    "autolinker": """
        const { Autolinker } = require("autolinker");
        const read = text => Autolinker.parse(text, { email: false, phone: false, decodePercentEncoding: false })
            .map(match => match.getMatchedText());""",
}
RUN = 'process.stdout.write(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map(read)));'


class Program(NamedTuple):
    """A program that finds URLs."""

    version: Callable[[], str | None]
    """The installed version; None if the program is missing."""
    read: Callable[[list[Case]], list[Iterable[str]]]
    """The URLs of each text."""
    kind: str
    """For whom it finds URLs, and how it was called."""


class Links(HTMLParser):
    """The targets of the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the target of a link."""
        self.found += [value for name, value in attrs if tag == "a" and name == "href" and value]


def links(page: str) -> list[str]:
    """The targets of the links of a page."""
    parser = Links()
    parser.feed(page)
    return parser.found


def plain(case: Case) -> str:
    """A text as a program gets it that reads no mail: of messages, the decoded parts."""
    return peers.text_of_mail(case["text"].encode()) if case["format"].endswith(".eml") else case["text"]


def each(read: Callable[[str], Iterable[str]]) -> Callable[[list[Case]], list[Iterable[str]]]:
    """Call a function of one text for all of them."""
    return lambda cases: [read(plain(case)) for case in cases]


def package(name: str) -> Callable[[], str | None]:
    """Return a function that reads the version of a Python package."""

    def version() -> str | None:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return None

    return version


def module(name: str) -> Callable[[], str | None]:
    """Return a function that reads the version of a package of Node.js."""

    def version() -> str | None:
        file = Path("node_modules") / name / "package.json"
        return json.loads(file.read_text())["version"] if shutil.which("node") and file.exists() else None

    return version


def script(name: str) -> Callable[[list[Case]], list[Iterable[str]]]:
    """Return a function that reads all texts with a package of Node.js."""

    def read(cases: list[Case]) -> list[Iterable[str]]:
        texts = json.dumps([plain(case) for case in cases])
        return json.loads("".join(peers.output(["node", "-e", JAVASCRIPT[name] + RUN], texts)))

    return read


def printed(pattern: str, *command: str) -> Callable[[], str | None]:
    """Return a function that reads the version of a program from its output."""

    def version() -> str | None:
        if not shutil.which(command[0]):
            return None
        found = re.search(pattern, " ".join(peers.output(list(command))))
        return found[1] if found else None

    return version


def urlmend(cases: list[Case]) -> list[Iterable[str]]:
    """The URLs that `urlmend find` prints for files with these texts."""
    found: list[set[str]] = [set() for _ in cases]
    files = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for index, case in enumerate(cases):
            file = Path(folder) / str(index) / case["format"]
            file.parent.mkdir()
            file.write_bytes(case["text"].encode())
            files[tuple(case.get("options", ()))].append(str(file))
        for options, names in files.items():
            command = [sys.executable, "-m", "urlmend", "find", "--isolated", "--format", "jsonl", *options, *names]
            for row in map(json.loads, filter(None, peers.output(command))):
                found[int(Path(row["file"]).parent.name)].add(row["url"])
    return list(found)


def urlscan(text: str) -> Iterable[str]:
    """The URLs of urlscan, without those that it guesses."""
    from urlscan.urlscan import extracturls

    return [chunk.url for group in extracturls(text) for line in group[0] for chunk in line if chunk.url]


def bleach(text: str) -> Iterable[str]:
    """The links that Bleach makes of the URLs of a text."""
    import bleach as package

    return links(package.linkify(html.escape(text, quote=False)))


def linkify_it_py(text: str) -> Iterable[str]:
    """The matches of linkify-it-py."""
    from linkify_it import LinkifyIt

    found = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False}).match(text)
    return [match.raw for match in found or ()]


def markdown_it(text: str) -> Iterable[str]:
    """The links of a text that is read as Markdown by markdown-it-py, with `linkify`."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("gfm-like")
    markdown.normalizeLink = lambda url: url  # type: ignore[method-assign]
    return links(markdown.render(text))


def cmark(text: str) -> Iterable[str]:
    """The links of a text that is read as Markdown by cmark-gfm."""
    return links("\n".join(peers.output(["cmark-gfm", "-e", "autolink", "-e", "table"], text)))


PROGRAMS = {
    "urlmend": Program(package("urlmend"), urlmend, "files, each by its format"),
    "autolinker": Program(module("autolinker"), script("autolinker"), "web pages"),
    "Bleach": Program(package("bleach"), each(bleach), "web pages"),
    "cmark-gfm": Program(printed(r"([0-9][\w.]+)", "cmark-gfm", "--version"), each(cmark), "Markdown, as on GitHub"),
    "linkify-it": Program(module("linkify-it"), script("linkify-it"), "web pages"),
    "linkify-it-py": Program(package("linkify-it-py"), each(linkify_it_py), "web pages"),
    "linkifyjs": Program(module("linkifyjs"), script("linkifyjs"), "web pages"),
    "markdown-it-py": Program(package("markdown-it-py"), each(markdown_it), "Markdown"),
    "URI::Find": Program(
        printed(r"([0-9]+)", "perl", "-MURI::Find", "-e", "print URI::Find->VERSION"),
        each(peers.PEERS["URI::Find"].urls),
        "plain text",
    ),
    "URLExtract": Program(package("urlextract"), each(peers.urlextract), "plain text"),
    "urlscan": Program(package("urlscan"), each(urlscan), "mail readers"),
}


def is_right(case: Case, urls: Iterable[str]) -> bool:
    """Whether URLs are those that a reader sees; hosts without a scheme and mail addresses are not counted."""
    found = {url for url in urls if ":" in url and not (url.startswith("mailto:") and "mailto:" not in case["text"])}
    readings = [{url} if isinstance(url, str) else set(url) for url in case["urls"]]
    is_complete = all(accepted & found for accepted in readings)
    return is_complete and not found.difference(case.get("optional", ()), *readings)


def tables(cases: list[Case], right: dict[str, list[bool]]) -> list[str]:
    """Rows of tables: how many texts of a class each program reads; urlmend is in all, with a few others."""
    own, *others = right
    lines: list[str] = []
    for start in range(0, len(others), MOST_OTHERS):
        chosen = (own, *others[start : start + MOST_OTHERS])
        lines += [*table(cases, {name: right[name] for name in chosen}), ""]
    return lines


def table(cases: list[Case], right: dict[str, list[bool]]) -> list[str]:
    """The rows of one table."""
    lines = [f"| class | texts | {' | '.join(right)} |", "| --- | ---: |" + " ---: |" * len(right)]
    classes = list(dict.fromkeys(case["class"] for case in cases))
    for name in [*classes, None]:
        chosen = [index for index, case in enumerate(cases) if name in (case["class"], None)]
        counts = [sum(results[index] for index in chosen) for results in right.values()]
        lines.append(f"| {name or '**all**'} | {len(chosen)} | {' | '.join(map(str, counts))} |")
    return lines


def page(cases: list[Case], right: dict[str, list[bool]], versions: dict[str, str]) -> str:
    """The generated part of the page."""
    today = dt.datetime.now(dt.UTC).date()
    named = ", ".join(f"{name} {version} ({PROGRAMS[name].kind})" for name, version in versions.items())
    unmet = [f"| {case['thread']} | {case['class']} | {case['unmet']} |" for case in cases if "unmet" in case]
    return "\n".join(
        [
            f"Measured on {today}: {named}.",
            "",
            *tables(cases, right),
            "urlmend reads these texts otherwise than their labels:",
            "",
            "| thread | class | reason |",
            "| --- | --- | --- |",
            *unmet,
        ]
    )


def main() -> None:
    """Measure the programs that are installed, and write the page, or print what one of them misreads."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--show", choices=PROGRAMS, help="print the texts that this program reads otherwise")
    shown = parser.parse_args().show
    cases = [json.loads(line) for line in SUITE.read_text("utf-8").splitlines()]
    versions = {name: version for name, program in PROGRAMS.items() if (version := program.version())}
    names = [shown] if shown else list(versions)
    found = {name: [set(urls) for urls in PROGRAMS[name].read(cases)] for name in names}
    right = {name: [is_right(case, urls) for case, urls in zip(cases, found[name], strict=True)] for name in names}
    if shown:
        for case, urls, good in zip(cases, found[shown], right[shown], strict=True):
            if not good:
                print(f"{case['thread']} ({case['class']})\n{case['text']}\n  {sorted(urls)}\n  {case['urls']}\n")
        return
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{page(cases, right, versions)}\n{END}{after}", "utf-8")
    print(*table(cases, right), sep="\n")
    print(collections.Counter({name: sum(results) for name, results in right.items()}))


if __name__ == "__main__":
    main()
