"""Other programs that find URLs, each behind the same small face: the URLs of a text.

`python benchmarks/peers.py NAME FILE…` prints a JSON object with `file` and `url` for each. Those that read no
mail get its text parts as the standard library decodes them.
"""

from __future__ import annotations

import email
import email.policy
import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

SCRIPTS = Path(sysconfig.get_path("scripts"))
MAIL = re.compile(rb"\A(?:From |[!-9;-~]+:)")

# What it prints for a wrapper still holds the white space; a user would take it out.
URI_FIND = r"""
use URI::Find; local $/; my $text = <STDIN>;
URI::Find->new(sub { my $url = $_[1]; $url =~ s/\s+//g; print "$url\n"; return $_[1] })->find(\$text);
"""

# Without hosts that have no scheme, which the labels do not count. `raw` is the text of the link.
LINKIFY = r"""
const { LinkifyIt } = require("linkify-it");
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true });
for (const match of linkify.match(require("fs").readFileSync(0, "utf8")) || []) console.log(match.raw);
"""


class Peer(NamedTuple):
    """A program that finds URLs."""

    present: Callable[[], bool]
    urls: Callable[[str], Iterable[str]]
    """The URLs of a text."""
    command: Callable[[str], list[str]] | None = None
    """What prints the URLs of a file that may be mail, one a line; None if it reads no mail."""
    knows_formats: bool = False
    """Whether it reads files by their format, so that it is given each file, not only its text."""


def output(command: list[str], text: str | None = None) -> list[str]:
    """The lines that a command prints, given a text."""
    given = None if text is None else text.encode("utf-8", "replace")
    done = subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout.decode("utf-8", "replace").removesuffix("\n").split("\n") if done.stdout else []


def has_linkify() -> bool:
    """Whether Node.js finds linkify-it 6, from the current folder."""
    command = ["node", "-e", "new (require('linkify-it').LinkifyIt)()"]
    return bool(shutil.which("node")) and not subprocess.run(command, capture_output=True, check=False).returncode


def urlextract(text: str) -> Iterable[str]:
    """URLExtract; what has no scheme is left out, as above."""
    from urlextract import URLExtract

    return [url for url in URLExtract(limit=sys.maxsize).gen_urls(text) if ":" in url]


@cache
def ioc_searcher() -> Any:  # noqa: ANN401
    """The searcher of iocsearcher, whose patterns take a second to compile."""
    from iocsearcher.searcher import Searcher

    return Searcher()


def iocsearcher(text: str) -> Iterable[str]:
    """iocsearcher; without hosts that have no scheme."""
    found = ioc_searcher().search_data(text, targets={"url"})
    return [match.value for match in found if ":" in match.value]


def urlscan(file: str) -> list[str]:
    """The command line of urlscan."""
    return [sys.executable, str(SCRIPTS / "urlscan"), "--no-browser", file]


PEERS = {
    "urlmend": Peer(
        lambda: True,
        lambda text: output([str(SCRIPTS / "urlmend"), "find", "--input", "text"], text),
        lambda file: [str(SCRIPTS / "urlmend"), "find", file],
        knows_formats=True,
    ),
    "URI::Find": Peer(
        lambda: (
            bool(shutil.which("perl")) and not subprocess.run(["perl", "-MURI::Find", "-e1"], check=False).returncode
        ),
        lambda text: output(["perl", "-e", URI_FIND], text),
    ),
    "linkify-it": Peer(has_linkify, lambda text: output(["node", "-e", LINKIFY], text)),
    "URLExtract": Peer(lambda: find_spec("urlextract") is not None, urlextract),
    "urlscan": Peer(
        (SCRIPTS / "urlscan").exists,
        lambda text: output([*urlscan("-")[:-1]], text),
        urlscan,
    ),
    "iocsearcher": Peer(lambda: find_spec("iocsearcher") is not None, iocsearcher),
    "xurls": Peer(lambda: bool(shutil.which("xurls")), lambda text: output(["xurls"], text)),
}


def present() -> list[str]:
    """The names of those that can be run here."""
    return [name for name, peer in PEERS.items() if peer.present()]


def urls_of_file(peer: Peer, file: str) -> Iterable[str]:
    """The URLs of a file."""
    data = Path(file).read_bytes()
    is_mail = MAIL.match(data)
    if peer.command and (is_mail or peer.knows_formats):
        return output(peer.command(file))
    return peer.urls(text_of_mail(data) if is_mail else data.decode("utf-8", "replace"))


def text_of_mail(data: bytes) -> str:
    """The subject and the text parts of a message."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    texts = [str(message.get("subject", ""))]
    for part in message.walk():
        if part.get_content_maintype() == "text":
            raw = part.get_payload(decode=True)
            texts.append(raw.decode("utf-8", "replace") if isinstance(raw, bytes) else "")
    return "\n\n".join(texts)


def main() -> None:
    """Print the URLs of files, as a peer finds them."""
    name, *files = sys.argv[1:]
    for file in files:
        for url in urls_of_file(PEERS[name], file):
            print(json.dumps({"file": file, "url": url}))


if __name__ == "__main__":
    main()
