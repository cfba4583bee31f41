"""How time and memory of whole runs grow, measured and drawn.

usage: plots.py [--largest MB | --draw]

Each kind of input is made at several sizes, from the texts of `corpora/`; what a run of `find` (of `lint`, for many
files) takes is written to `docs/performance.json`, and drawn in `docs/performance-*.svg`. With --draw, nothing is
measured, and the last measurements are drawn.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
MEGABYTE = 1_000_000
# The colours of the drawings, on light and on dark pages.
STYLE = """<style>
svg { color: #1f2328; --line: #0a66c2; --grid: #d3d7dc; }
@media (prefers-color-scheme: dark) { svg { color: #e6e8eb; --line: #6cb2f7; --grid: #3a4049; } }
</style>"""


class Series(NamedTuple):
    """One kind of input: what its size is counted in, which sizes, and what makes it in a folder."""

    axis: str
    sizes: tuple[int, ...]
    make: Callable[[Path, int], list[str]]


def prose() -> str:
    """Text without a URL."""
    return "The survey of the north bank has begun, and the board wants to see the figures by the end of May.\n" * 100


def samples(pattern: str) -> str:
    """The sample texts of a kind, one behind the other."""
    return "".join(path.read_text("utf-8", "replace") + "\n" for path in sorted((ROOT / "corpora").glob(pattern)))


def write(path: Path, unit: str, size: int) -> list[str]:
    """A file of a size that repeats a unit; the arguments of the run."""
    data = unit.encode()
    with path.open("wb") as file:
        for _ in range(size // len(data)):
            file.write(data)
        file.write(data[: size % len(data)])
    return ["find", str(path)]


def text(folder: Path, size: int) -> list[str]:
    """Ordinary documents and sources."""
    return write(folder / "text.txt", samples("docs/*.txt") + samples("source/*.*"), size * MEGABYTE)


def mail(folder: Path, size: int) -> list[str]:
    """An mbox of the sample letters."""
    letters = (path.read_text("utf-8", "replace") for path in sorted((ROOT / "corpora" / "mail").glob("*.eml")))
    box = "".join(f"From ada@canal.example Mon Jan  5 10:00:00 2004\n{letter.rstrip()}\n\n" for letter in letters)
    return write(folder / "box", box, size * MEGABYTE)


def density(folder: Path, count: int) -> list[str]:
    """16 MB with so many URLs in each kilobyte."""
    urls = "".join(f"http://www.canal.example/{number}/plan.html\n" for number in range(count))
    filling = prose()[: max(0, 1000 - len(urls))] + "\n"
    return write(folder / "dense.txt", urls + filling, 16 * MEGABYTE)


def files(folder: Path, count: int) -> list[str]:
    """So many files of 3 kB."""
    unit = samples("docs/*.txt")
    for number in range(count):
        start = number * 3000 % (len(unit) - 3000)
        (folder / f"{number}.txt").write_text(unit[start : start + 3000], "utf-8")
    return ["lint", "--quiet", str(folder)]


def line(folder: Path, size: int) -> list[str]:
    """One line."""
    unit = (
        "see http://www.canal.example/plan.html and <URL:http://www.canal.example/map> or what else there is to see; "
    )
    return write(folder / "line.txt", unit, size * MEGABYTE)


def wrappers(folder: Path, size: int) -> list[str]:
    """Wrappers that are broken over lines, each at another place."""
    unit = "".join(
        f"> <URL:http://www.canal.example/{'north/' * (n % 9)}yearly-\n> plan/{n}.html> and <URL:http://never.closed/{n}\n"
        for n in range(500)
    )
    return write(folder / "wrappers.txt", unit, size * MEGABYTE)


SERIES = {
    "text": Series("MB", (1, 4, 16, 64, 128, 256, 512), text),
    "mail": Series("MB", (1, 4, 16, 64, 128, 256, 512), mail),
    "density": Series("URLs in each kB of 16 MB", (0, 2, 5, 10, 15, 20), density),
    "files": Series("files of 3 kB", (1, 100, 200, 400, 800, 1600), files),
    "one line": Series("MB", (1, 4, 16, 32, 64, 100), line),
    "broken wrappers": Series("MB", (1, 2, 4, 8, 16), wrappers),
}


def measured(arguments: list[str]) -> tuple[float, float]:
    """CPU seconds, and the most memory in MB, of one run of urlmend."""
    process = subprocess.Popen([sys.executable, "-m", "urlmend", *arguments], stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(largest: int) -> Iterator[dict[str, object]]:
    """A row for each run."""
    for name, series in SERIES.items():
        for size in series.sizes:
            if series.axis == "MB" and size > largest:
                continue
            with tempfile.TemporaryDirectory() as folder:
                seconds, memory = measured(series.make(Path(folder), size))
            print(f"{name:16} {size:5} {series.axis:26} {seconds:8.2f} s {memory:8.1f} MB", flush=True)
            yield {"input": name, "size": size, "seconds": round(seconds, 3), "memory": round(memory, 1)}


def draw(rows: list[dict[str, object]]) -> None:
    """The figures: a panel for each kind of input."""
    import altair as alt
    import vl_convert

    for field, title in (("seconds", "CPU seconds"), ("memory", "memory in MB")):
        panels = [
            alt.Chart(alt.Data(values=[row for row in rows if row["input"] == name]), width=250, height=150, title=name)
            .mark_line(point=alt.OverlayMarkDef(color="var(--line)"), color="var(--line)")
            .encode(
                x=alt.X("size:Q", title=series.axis),
                y=alt.Y(f"{field}:Q", title=title, scale=alt.Scale(zero=True)),
            )
            for name, series in SERIES.items()
        ]
        grid = alt.vconcat(*(alt.hconcat(*panels[at : at + 3]) for at in range(0, len(panels), 3)))
        colours = dict.fromkeys(("labelColor", "titleColor"), "currentColor")
        colours |= dict.fromkeys(("gridColor", "tickColor", "domainColor"), "var(--grid)")
        configured = grid.configure(
            background="transparent",
            axis=alt.AxisConfig(**colours),
            title=alt.TitleConfig(color="currentColor"),
            view=alt.ViewConfig(stroke="var(--grid)"),
        )
        opening, closing, content = vl_convert.vegalite_to_svg(configured.to_dict()).partition(">")
        svg = opening + closing + STYLE + content
        (DOCS / f"performance-{field}.svg").write_text(svg, "utf-8")


def main() -> None:
    """Measure, write and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, default=512, metavar="MB", help="default: %(default)s")
    parser.add_argument("--draw", action="store_true")
    options = parser.parse_args()
    recorded = DOCS / "performance.json"
    if not options.draw:
        rows = measure(options.largest)
        recorded.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    draw([json.loads(row) for row in recorded.read_text("utf-8").splitlines()])


if __name__ == "__main__":
    main()
