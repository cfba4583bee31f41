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
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

SCRIPTS = Path(sysconfig.get_path("scripts"))
MAIL = re.compile(rb"\A(?:From |[!-9;-~]+:)")

# What it prints for a wrapper still holds the white space; a user would take it out.
URI_FIND = r"""
use URI::Find; local $/; my $text = <STDIN>;
URI::Find->new(sub { my $url = $_[1]; $url =~ s/\s+//g; print "$url\n"; return $_[1] })->find(\$text);
"""


class Peer(NamedTuple):
    """A program that finds URLs."""

    present: Callable[[], bool]
    urls: Callable[[str], Iterable[str]]
    """The URLs of a text."""
    command: Callable[[str], list[str]] | None = None
    """What prints the URLs of a file that may be mail, one a line; None if it reads no mail."""


def output(command: list[str], text: str | None = None) -> list[str]:
    """The lines that a command prints, given a text."""
    given = None if text is None else text.encode("utf-8", "replace")
    done = subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout.decode("utf-8", "replace").removesuffix("\n").split("\n") if done.stdout else []


def linkify(text: str) -> Iterable[str]:
    """linkify-it-py; without hosts that have no scheme, which the labels do not count."""
    from linkify_it import LinkifyIt

    found = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False}).match(text)
    return [match.url for match in found or ()]


def urlextract(text: str) -> Iterable[str]:
    """URLExtract; what has no scheme is left out, as above."""
    from urlextract import URLExtract

    return [url for url in URLExtract(limit=sys.maxsize).gen_urls(text) if ":" in url]


def urlscan(file: str) -> list[str]:
    """The command line of urlscan."""
    return [sys.executable, str(SCRIPTS / "urlscan"), "--no-browser", file]


PEERS = {
    "urlmend": Peer(
        lambda: True,
        lambda text: output([str(SCRIPTS / "urlmend"), "find", "--input", "text"], text),
        lambda file: [str(SCRIPTS / "urlmend"), "find", file],
    ),
    "URI::Find": Peer(
        lambda: (
            bool(shutil.which("perl")) and not subprocess.run(["perl", "-MURI::Find", "-e1"], check=False).returncode
        ),
        lambda text: output(["perl", "-e", URI_FIND], text),
    ),
    "linkify-it-py": Peer(lambda: find_spec("linkify_it") is not None, linkify),
    "URLExtract": Peer(lambda: find_spec("urlextract") is not None, urlextract),
    "urlscan": Peer(
        (SCRIPTS / "urlscan").exists,
        lambda text: output([*urlscan("-")[:-1]], text),
        urlscan,
    ),
    "xurls": Peer(lambda: bool(shutil.which("xurls")), lambda text: output(["xurls"], text)),
}


def present() -> list[str]:
    """The names of those that can be run here."""
    return [name for name, peer in PEERS.items() if peer.present()]


def urls_of_file(peer: Peer, file: str) -> Iterable[str]:
    """The URLs of a file."""
    data = Path(file).read_bytes()
    if not MAIL.match(data):
        return peer.urls(data.decode("utf-8", "replace"))
    if peer.command:
        return output(peer.command(file))
    return peer.urls(text_of_mail(data))


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
