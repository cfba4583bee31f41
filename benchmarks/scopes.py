"""Agreement with Pygments on the scopes of URLs in source files: `python benchmarks/scopes.py [--show] FOLDER...`."""

from __future__ import annotations

import argparse
import hashlib
import re
import signal
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Literal, String
from pygments.util import ClassNotFound

from urlmend.formats.languages import Language, language_of_file
from urlmend.formats.source_code import CodeScopes

URL = re.compile(r"(?:https?|ftp)://[A-Za-z0-9]")
# Bytes of a file, files of a language, and seconds for a file: some lexers take exponential time.
MAX_SIZE, MAX_FILES, TIMEOUT = 200_000, 200, 5
# Languages whose documentation is a string or a text for Pygments.
DOCUMENTED = ("elixir", "julia", "perl")
# Names for which Pygments chooses another language.
AMBIGUOUS = (".inc", ".j2", ".liquid", ".sls", ".mir")
# Scopes between which Pygments does not distinguish.
SAME = {"data": "other", "text": "other", "code": "other", "link": "string", "pattern": "string"}


def main() -> None:
    """Print the agreement by language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--show", action="store_true", help="print the URLs on which the two differ")
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, give_up)
    total: Counter[str] = Counter()
    for language, files in sorted(files_of(options.folders).items(), key=lambda item: item[0].name):
        counts: Counter[str] = Counter()
        for path, text in files:
            urls, different = compared(path, text, language)
            documented = [row for row in different if language.name in DOCUMENTED and row[1] == "comment"]
            counts += Counter(files=bool(urls), urls=urls, documented=len(documented), same=urls - len(different))
            for at, ours, peer in different if options.show else ():
                if (at, ours, peer) not in documented:
                    line = text.count("\n", 0, at) + 1
                    print(f"{path}:{line}: {ours}, not {peer}: {text[max(0, at - 60) : at + 40]!r}")
        if counts["urls"]:
            print(f"{language.name:14} {figures(counts)}")
        total += counts + Counter(languages=bool(counts["urls"]))
    print(f"{total['languages']:3} languages  {figures(total)}")


def give_up(*_: object) -> NoReturn:
    """End the work of a lexer."""
    raise TimeoutError


def figures(counts: Counter[str]) -> str:
    """Files, URLs, URLs in documentation that Pygments does not distinguish, and the agreement on the others."""
    others = max(1, counts["urls"] - counts["documented"])
    return f"{counts['files']:5} {counts['urls']:6} {counts['documented']:6} {counts['same'] / others:8.2%}"


def files_of(folders: Iterable[str]) -> dict[Language, list[tuple[Path, str]]]:
    """The files of each language that contain URLs, at most MAX_FILES, in an order that depends on their content."""
    found: dict[Language, dict[bytes, tuple[Path, str]]] = defaultdict(dict)
    for path in (path for folder in folders for path in Path(folder).rglob("*") if path.is_file()):
        language = language_of_file(path.name)
        if language is None or path.stat().st_size > MAX_SIZE or ".git" in path.parts:
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        if URL.search(text):
            found[language][hashlib.sha256(text.encode()).digest()] = path, text
    return {language: [file for _, file in sorted(files.items())[:MAX_FILES]] for language, files in found.items()}


def compared(path: Path, text: str, language: Language) -> tuple[int, list[tuple[int, str, str]]]:
    """The number of URLs, and for each that differs its offset, its scope, and that of Pygments."""
    offsets = [match.start() for match in URL.finditer(text)]
    peers = peer_scopes(path, text, offsets, language)
    if peers is None:
        return 0, []
    scopes = CodeScopes(text, language)
    ours = [SAME.get(str(scope), str(scope)) for scope in map(scopes.at, offsets)]
    rows = zip(offsets, ours, (peers.get(at, "other") for at in offsets), strict=True)
    return len(offsets), [(at, scope, peer) for at, scope, peer in rows if scope != peer]


def peer_scopes(path: Path, text: str, offsets: list[int], language: Language) -> dict[int, str] | None:
    """The scopes of offsets by Pygments; None if it has no lexer, or takes too long."""
    lexer = lexer_of(path, text, language)
    if lexer is None or lexer.name == "Text only":
        return None
    signal.setitimer(signal.ITIMER_REAL, TIMEOUT)
    try:
        tokens = list(lexer.get_tokens_unprocessed(text))
    except TimeoutError:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return dict(scopes_of_tokens(tokens, offsets, language.kind))


def lexer_of(path: Path, text: str, language: Language) -> Any:  # noqa: ANN401  # Pygments has no types
    """The lexer of Pygments for a file by its name or language; None if it has none."""
    try:
        return get_lexer_by_name(language.name) if path.suffix in AMBIGUOUS else get_lexer_for_filename(path.name, text)
    except ClassNotFound:
        return None


def scopes_of_tokens(tokens: list[Any], offsets: list[int], kind: str) -> Iterator[tuple[int, str]]:
    """Offsets and the scopes of the tokens that contain them."""
    waiting = offsets[::-1]
    for start, token, value in tokens:
        is_comment = token in Comment and token not in Comment.Preproc and token not in Comment.PreprocFile
        is_string = kind != "data" and token in Literal
        scope = "comment" if is_comment or token in String.Doc else "string" if is_string else "other"
        while waiting and waiting[-1] < start + len(value):
            yield waiting.pop(), scope


if __name__ == "__main__":
    main()
