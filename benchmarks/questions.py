"""Time of the documented questions on a result with many URLs, and its size.

usage: questions.py [--urls 1000000] [--folder FOLDER]

Writes a mailbox of invented messages, scans it in two scans, so that there is something new, and prints for each query
of `docs/database.md` the seconds that it takes, at best of three, and how many rows it gives; then the bytes a URL. An
existing result in FOLDER is used again.
"""

from __future__ import annotations

import argparse
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "database.md"
QUESTION = re.compile(r"^-- ([^\n]*)\n((?:SELECT|WITH).*?;)$", re.MULTILINE | re.DOTALL)
URLS_A_MESSAGE = 5
WORDS = "plan survey bridge lock ferry map budget towpath harbour index notes report summer winter depth".split()


def write_mailbox(path: Path, messages: range) -> None:
    """Write invented messages: threads of ten, three lists, quotations, footers, and now and then a finding."""
    chance = random.Random(messages.start)
    with path.open("w", encoding="utf-8") as out:
        for number in messages:
            out.write(message(number, chance))


def message(number: int, chance: random.Random) -> str:
    """A message with about five URLs."""
    thread, author = number // 10, int(chance.paretovariate(0.8)) % 5000
    year, month, day = 1995 + number // 20_000 % 30, 1 + number // 1600 % 12, 1 + number // 60 % 28
    topic = " ".join(chance.choices(WORDS, k=3))
    list_id = f"list{thread % 3}.canal.example"
    head = (
        f"From a{author}@house{author % 300}.example Mon Jan  5 10:00:00 2004\n"
        f"From: Ada {author} <a{author}@house{author % 300}.example>\nTo: all@{list_id}\n"
        f"Date: {day:02} {'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()[month - 1]} {year} 10:00:00 +0100\n"
        f"Message-ID: <{number}@house{author % 300}.example>\nList-Id: <{list_id}>\nSubject: Re: {topic}\n"
    )
    if number % 10:
        head += f"References: <{thread * 10}@house.example>\nIn-Reply-To: <{thread * 10}@house.example>\n"
    lines = [f"We should look at the {topic}."]
    for place in range(URLS_A_MESSAGE - 1):
        host = int(chance.paretovariate(0.7)) % 20_000
        path = "/".join(chance.choices(WORDS, k=2)) + f"/{int(chance.paretovariate(0.5)) % 100_000}"
        lines.append(f"{'> ' if place == 1 else ''}see http://www.h{host}.example/{path}.html about it")
    if number % 100 == 0:
        lines.append(f"or ftp://ada{author}:h7Tq-{number}x@mirror.internal/{topic.replace(' ', '/')}")
    if number % 40 == 0:
        lines.append("<URL:http://www.canal.example/half-\nyear|plan.html>")
    return f"{head}\n" + "\n".join(lines) + f"\n-- \nhttp://{list_id}/info\n\n"


def scan(folder: Path, urls: int) -> Path:
    """Scan invented mail in two scans, and return the result."""
    result = folder / "result.sqlite"
    if not result.exists():
        messages = urls // URLS_A_MESSAGE
        first = messages * 99 // 100
        for name, numbers in (("old.mbox", range(first)), ("new.mbox", range(first, messages))):
            write_mailbox(folder / name, numbers)
            command = [sys.executable, "-m", "urlmend", "scan", "-q", "--exit-zero", "-o", result, folder / name]
            subprocess.run(command, check=True)
        with closing(sqlite3.connect(result)) as connection, connection:
            connection.execute("UPDATE scans SET started = '2025-01-05T10:00:00Z' WHERE id = 1")
    return result


def best_time(connection: sqlite3.Connection, query: str) -> tuple[float, int]:
    """The seconds of CPU that a query takes, at best of three, and the number of its rows."""
    seconds = []
    for _ in range(3):
        start = time.process_time()
        rows = len(connection.execute(query).fetchall())
        seconds.append(time.process_time() - start)
    return min(seconds), rows


def main() -> None:
    """Print the time of each query."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--urls", type=int, default=1_000_000)
    options.add_argument("--folder", type=Path)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        result = scan(chosen.folder or Path(temporary), chosen.urls)
        connection = sqlite3.connect(result)
        for title, query in QUESTION.findall(PAGE.read_text("utf-8")):
            seconds, rows = best_time(connection, query)
            print(f"{seconds:6.2f} s {rows:8} rows  {title}", flush=True)
        (urls,) = connection.execute("SELECT count(*) FROM places").fetchone()
        print(f"{result.stat().st_size / urls:.0f} bytes a URL, {urls} URLs")


if __name__ == "__main__":
    main()
