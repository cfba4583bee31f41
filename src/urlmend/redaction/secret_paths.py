"""Secrets in paths: of webhooks and the like, and after a word that says that one follows."""

from __future__ import annotations

from collections.abc import Iterator

from urlmend._lib.lazy_regex import lazy, repeated
from urlmend.model.span import Span
from urlmend.redaction.forms import FORMS, PATH_SIGNS, Kind, Secret, SecretForm
from urlmend.redaction.placeholders import is_example, is_ledger_address, is_random_segment

# Paths: a slash may be doubled, and escaped as in JSON; the dots of the host may be defanged.
_PATHS = [form for form in FORMS if form.kind is Kind.PATH]
_SLASHES = r"(?:\\?/)+"
_DOT = r"(?:\.|[\[(](?:\.|dot)[\])])"


def _path_expression(form: SecretForm) -> str:
    host, path = form.match
    host = host.replace(r"\.", _DOT)
    return rf"(?i:{host})\.?(?::[0-9]*)?" + path.replace("/", _SLASHES)


_PATH = lazy(r"(?<![\w-])(?:" + "|".join(map(_path_expression, _PATHS)) + ")")
# Words of paths, and what may follow them: ids and actions, and then the secret. They are matched in lower case: words
# that ignore case would take twice as long to compile.
_PATH_WORDS = [form for form in FORMS if form.kind is Kind.PATH_WORD]
_WORD = lazy(
    "/(?:" + "|".join([f"({'|'.join(form.match).replace(' ', '[_.-]?')})" for form in _PATH_WORDS]) + r")(?=\\?/)"
)
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ\u0130\u0131\u017f\u212a", "abcdefghijklmnopqrstuvwxyziisk")
# Those that `str.lower` makes two letters of, or leaves as they are.
_OTHER_LETTERS = "\u0130\u0131\u017f"
_SEGMENT = lazy(repeated(r"\\?/", least=1) + r"([\w.~%@:+=-]*)")
_MAX_SEGMENTS = 4
# After one of these, a segment is the id of a revision or of an article.
_REVISION = lazy(r"/[0-9a-f]{40}/\w")
# Sites that show public ledgers have pages of contracts below it.
_LEDGER_WORD = lazy(r"/tokens?\Z")
_NO_SECRET_AFTER = frozenset(
    "commit commits blob tree raw compare blame archive tarball zipball docs articles posts questions".split()
)


def has_path_sign(text: str) -> bool:
    """Whether there is a sign of one of the services in a text, without which no path has its secrets."""
    if "/" not in text and "=" not in text and "\\" not in text:  # a path has slashes, maybe in quoted-printable
        return False
    lowered = text.lower()
    return any([sign in lowered for sign in PATH_SIGNS])  # noqa: C419  # a list is faster


def secrets_in_paths(text: str) -> Iterator[Secret]:
    """Yield the secrets in the paths of webhooks and the like."""
    for match in (match for line in _lines_with_signs(text) for match in _PATH.finditer(text, *line)):
        number = match.lastindex or 1
        value = match[number]
        if not is_example(value) and not is_example(value.rpartition("/")[2]):
            yield Secret(Span(*match.span(number)), Kind.PATH, _PATHS[number - 1].name, value)


def _lines_with_signs(text: str) -> list[Span]:
    """The lines with a sign of one of the services, ascending: to search all of a text would take far longer."""
    lowered = _lowered(text)
    lines: set[Span] = set()
    for sign in PATH_SIGNS:
        at = lowered.find(sign)
        while at >= 0:
            stop = text.find("\n", at)
            line = Span(text.rfind("\n", 0, at) + 1, stop if stop >= 0 else len(text))
            lines.add(line)
            at = lowered.find(sign, line.stop)
    return sorted(lines)


def _lowered(text: str) -> str:
    """A text of the same length, with the letters in lower case that expressions for ASCII ignore the case of."""
    if any([char in text for char in _OTHER_LETTERS]):  # noqa: C419  # a list is faster
        return text.translate(_LOWER)
    return text.lower()  # a seventh of the time


def secrets_after_words(text: str) -> Iterator[Secret]:
    """Yield the segments of paths that look random, after a word that says that a secret follows."""
    lowered = _lowered(text)
    for match in _WORD.finditer(lowered):
        form = _PATH_WORDS[(match.lastindex or 1) - 1]
        at = match.end()
        for _ in range(_MAX_SEGMENTS):
            segment = _SEGMENT.match(text, at)
            if segment is None or segment[1] in _NO_SECRET_AFTER:
                break
            at = segment.end()
            value = segment[1].rstrip(".:")
            if not is_random_segment(value):
                continue
            is_address = _LEDGER_WORD.match(match.group()) and is_ledger_address(value)
            if not is_address and not _REVISION.match(text, segment.start()):
                start, stop = segment.start(1), segment.start(1) + len(value)
                while (after := _SEGMENT.match(text, stop)) and is_random_segment(after[1]):
                    stop = after.end()
                yield Secret(Span(start, stop), Kind.PATH_WORD, form.name, text[start:stop])
            break
