"""One definition of comment leaders: each reader of lines agrees with the table."""

import re

from tables import each_row
from urlmend.api import find
from urlmend.fixing.contexts import Context, is_comment_line
from urlmend.formats.languages import LANGUAGES
from urlmend.formats.source_code import CodeScopes
from urlmend.linting.suppressions import Suppressions
from urlmend.model.lines import LEADERS, kind_of
from urlmend.model.scope import Scope
from urlmend.model.span import Span

# The asterisk continues a comment that `/*` begins, and some marks need spaces.
BEFORE = {"*": "/*\n"}
SPACE = {"C": "     "}
LINE = [(leader, BEFORE.get(leader.mark, "") + leader.mark + SPACE.get(leader.mark, " ")) for leader in LEADERS]
MARKS = [leader.mark for leader, _ in LINE]
# Marks of comments that begin too many other things where the language is unknown.
ONLY_OF_A_LANGUAGE = {"{", "(", "@"}


def next_line(leader, start):
    mark = leader.mark if leader.next_mark is None else leader.next_mark
    return mark + SPACE.get(leader.mark, " ") if mark else ""


@each_row(("leader", "start"), LINE, ids=MARKS)
def test_line_breaks(leader, start):
    text = f"{start}see <URL:http://a.example/long\n{next_line(leader, start)}name/end> there"
    assert [url.text for url in find(text)] == ["http://a.example/longname/end"]


@each_row(("leader", "start"), LINE, ids=MARKS)
def test_suppressions(leader, start):
    # A misspelt comment is one after a leader only.
    assert [message for message, _ in Suppressions(f"{start}urlmend: ignroe").unused({}, {})]
    assert not [message for message, _ in Suppressions("the name urlmend: ignroe").unused({}, {})]
    follows = [message for message, _ in Suppressions(f"code {leader.mark} urlmend: ignroe").unused({}, {})]
    assert bool(follows) == leader.follows


@each_row(("leader", "start"), LINE, ids=MARKS)
def test_contexts_of_fixes(leader, start):
    text = f"{start}see http://a.example/"
    at = text.index("http")
    assert is_comment_line(Context(text, Span(at, len(text)), wrapped=False))


def marks_of_languages():
    for language in LANGUAGES:
        blocks = language.block.split()
        marks = [(mark.lstrip("^_") if len(mark) > 1 else mark, "") for mark in language.line.split()]
        for opener, closer in [*marks, *zip(blocks[::2], blocks[1::2], strict=True)]:
            yield language, opener, closer


@each_row(("language", "opener", "closer"), marks_of_languages(), ids=lambda value: getattr(value, "name", value))
def test_scopes(language, opener, closer):
    text = f"\n{opener} http://a.example/ {closer}\nhttp://b.example/"
    scopes = CodeScopes(text, language)
    assert scopes.at(text.index("http")) is Scope.COMMENT
    assert scopes.at(text.index("http://b")) is not Scope.COMMENT


@each_row(("language", "opener", "closer"), marks_of_languages(), ids=lambda value: getattr(value, "name", value))
def test_comments_of_languages_are_in_the_table(language, opener, closer):
    found = [leader.mark for leader in LEADERS if re.match(leader.expression, f"{opener} a")]
    assert found or opener in ONLY_OF_A_LANGUAGE


KINDS = {
    "rule": ["-----", "====", "***", "--next part", "=3D=3D=3D"],
    "item": ["* a", "1. a", "(b) c", "[1] a", "#12, a", "-or-", "2nd a", "1.2.3 Plans"],
    "record": [
        "2024-05-06 a",
        "06/May/2024 a",
        "HTTP/1.1 200",
        "12K a",
        "a.c, b.c, c.c",
        "./a",
        "/usr/lib/a",
        "555-123-4567",
    ],
    "code": [".PP", "-o a", "TODO a", "#define a", "a::b", "cp -r a", "f(x)", "a;"],
    "comment": ["/* a", "#@ a"],
    "prose": ["", "a", "see a", "path/name", "id=5", "-name", "2024"],
}


@each_row(("kind", "content"), [(kind, text) for kind, texts in KINDS.items() for text in texts])
def test_kinds(kind, content):
    assert kind_of(content) == kind
