"""Parts of files that people maintain, and findings in unattended ones that count nevertheless.

Rules on credentials apply in unattended files, too, if the secret looks random; in tests and copies, if it is a
password of a host that a network reaches.
"""

from __future__ import annotations

import os

from urlmend._lib.lazy_regex import lazy
from urlmend.linting.written_by_programs import COMMENTED_BY_PROGRAM, COMPLETED, is_of_doxygen
from urlmend.model.document import Document
from urlmend.model.finding import Finding
from urlmend.model.lines import line_start
from urlmend.model.url import Url
from urlmend.redaction.expiry import is_expired
from urlmend.redaction.placeholders import is_documentation_host, is_private_address, is_token, is_token_user

# Tokens of tests have characters in the order of the alphabet.
_IN_ORDER = lazy(r"1234567|abcdefgh|ABCDEFGH")
_ON_CREDENTIALS = "URL5"
# URLs with tokens that GitHub gives to who looks at a file; they are valid for hours.
_SHORT_LIVED = lazy(r"https://raw\.githubusercontent\.com/")
# Messages and translations are shorter, in code points.
_LONGEST_MESSAGE = 20_000
_TESTED_AT_THE_END, _TRANSLATED = ".rs", ".po"
_WRITTEN_FOR_PROJECT = frozenset(("backup", "generated", "lock", "patch", "report"))
"""The kinds of unattended files that people or programs wrote for the project, whose tokens are in them."""
_ON_USERINFO = "URL501"
_HYPHEN_AT_BREAK = "URL106"


class AttendedPart:
    """The part of a file that people maintain.

    Files in Rust end with their tests. A catalogue of gettext has copies of the messages and comments of a program, and
    obsolete translations; URLs are copied from messages to translations. Doxygen writes the comments of a `Doxyfile`;
    in the source of one, a person may join the URLs that it broke, but has no other place for a break.
    """

    def __init__(self, document: Document) -> None:
        """Take the document; its findings are asked about in document order."""
        self._text = document.text
        self._name = os.path.basename(document.name)
        tests = self._text.find("#[cfg(test)]") if self._name.endswith(_TESTED_AT_THE_END) else -1
        self._stop = tests if tests >= 0 else len(self._text) + 1
        self._copied: set[str] = set()

    def includes(self, finding: Finding) -> bool:
        """Whether people maintain the text of a finding."""
        at = finding.spans[0].start
        if self._name.endswith(_TRANSLATED):
            return self._is_translation(at, finding.url.text)
        if self._name.endswith(COMMENTED_BY_PROGRAM):
            return not self._is_in_comment(at)
        if self._name.endswith(COMPLETED) and is_of_doxygen(self._text):
            return finding.code != _HYPHEN_AT_BREAK or not self._is_in_comment(at)
        return at < self._stop

    def _is_in_comment(self, at: int) -> bool:
        begin = line_start(self._text, at)
        return begin is not None and self._text.startswith("#", begin)

    def _is_translation(self, at: int, url: str) -> bool:
        """Whether a URL is in a translation in use, and the message before it has another one."""
        low = max(0, at - _LONGEST_MESSAGE)
        message, translation = (self._text.rfind(keyword, low, at) for keyword in ("msgid", "msgstr"))
        if message > translation:
            self._copied.add(url)
        line = self._text.rfind("\n", low, max(message, translation, 0)) + 1
        # A program copies the comments after `#.` from the source.
        is_extracted = self._text.startswith("#.", self._text.rfind("\n", low, at) + 1)
        return not is_extracted and url not in self._copied and not self._text.startswith("#~", line)


def may_open_something(document: Document, finding: Finding, kind: str) -> bool:
    """Whether a finding in an unattended file or part is on a credential that looks random and has not expired.

    In files of a `kind` that is not `_WRITTEN_FOR_PROJECT`, tokens are samples, and so are passwords of hosts that no
    network reaches by this name.
    """
    if not finding.code.startswith(_ON_CREDENTIALS) or _SHORT_LIVED.match(finding.url.text):
        return False
    if kind not in _WRITTEN_FOR_PROJECT and not (finding.code == _ON_USERINFO and _is_login(finding.url)):
        return False
    pieces = [document.text[start:stop] for start, stop in finding.spans]
    return not is_expired(finding.url.text) and any(_is_random(text) for text in ("".join(pieces), *pieces))


def _is_login(url: Url) -> bool:
    """Whether a URL, and not one within it, has a userinfo, and a host that a network reaches."""
    host = url.host or ""
    return bool(url.userinfo and "." in host) and not (is_documentation_host(host) or is_private_address(host))


def _is_random(text: str) -> bool:
    return not _IN_ORDER.search(text) and (is_token(text.rpartition(":")[2]) or is_token_user(text))
