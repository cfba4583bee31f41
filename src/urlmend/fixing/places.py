"""Places where a fix may be applied: not in code, templates, test data, or formats without a writer."""

from __future__ import annotations

from collections.abc import Sequence

from urlmend._lib.lazy_regex import lazy
from urlmend.fixing.content_lines import COMMENTED, comment_around
from urlmend.fixing.contexts import IS_PLACE, Context, is_comment_line, is_place_in_comment, is_wrapper
from urlmend.fixing.examples import example_regions
from urlmend.fixing.signed_text import signed_regions
from urlmend.formats.code_regions import code_regions
from urlmend.formats.recognition import is_named_like_prose, language_of
from urlmend.formats.writing import WRITERS
from urlmend.linting.unattended import path_in_project, unattended_kind
from urlmend.model.document import Document
from urlmend.model.finding import Edit, Finding
from urlmend.model.named_paths import NamedPaths
from urlmend.model.scope import Scope
from urlmend.model.span import Span, is_inside, merged
from urlmend.rules.registry import RULES, WRAPPED, Case
from urlmend.rules.templates import is_template

# A group, a class, a repetition or an end of a regular expression.
_PATTERN = lazy(
    r"\([^()\s|]*+\|[^()\s]*+\)|\[\^|\.[*+](?!\w)|[\])}][*+?]|\[[^\[\]\s-]*+-[^\[\]\s]*+\](?![=\[&]|%5B)|\$\Z"
)
# Running text is read for examples in chunks, with the lines before and after them: in code points.
_CHUNK, _BEFORE, _AFTER = 1 << 15, 1 << 13, 1 << 11
_SPACES = lazy(r"(\s+)")
_WRITTEN_AS = {"prose": "text", "xml": "html", "css": "toml"}


class Places:
    """The places of a document where fixes may be written."""

    def __init__(self, document: Document, named: NamedPaths = NamedPaths()) -> None:
        """Take a document, and the paths of the command line."""
        self._document = document
        self._unedited_kind = unattended_kind(document, path_in_project(document.name, named))
        """Why the document is not edited at all, such as `test`; empty if it is."""
        self._language = _language(document)
        self._writer = WRITERS.get(_WRITTEN_AS.get(self._language, self._language), WRITERS["text"])
        self._source = document.source.text
        self._signed = signed_regions(self._source)
        self._found_examples: dict[int, list[Span]] = {}
        self._last_comment = Span(0, 0)

    def written(self, finding: Finding) -> tuple[Edit, ...] | None:
        """The edits of a finding's fix as its format writes them, in the source; None if it must not be written."""
        fix, document = finding.fix, self._document
        if fix is None or not self._is_place(finding):
            return None
        if document.rewriting and not document.is_editable(edit.span for edit in fix.edits):
            return None
        removed = "".join("".join([document.text[start:stop] for (start, stop), _ in fix.edits]).split())
        inserted = "".join("".join([text for _, text in fix.edits]).split())
        # Text that is inserted elsewhere keeps its form.
        write = self._moved if removed == inserted != "" else self._writer
        edits = []
        for edit in fix.edits:
            span = document.in_source(edit.span)
            text = write(edit.text, self._source, span.start)
            if text is None:
                return None
            edits.append(Edit(span, text))
        return None if lengthens_lines(document, edits) else tuple(edits)

    def reason(self, finding: Finding) -> str:
        """Why the fix of a finding must not be written; empty if it may be."""
        if self._unedited_kind:
            return f"in a {self._unedited_kind} file"
        if is_inside(self._document.in_source(finding.url.outer).start, self._signed):
            return "in signed text"
        return "" if self.written(finding) else "in code or another place that is not edited"

    def _moved(self, text: str, source: str, at: int) -> str | None:
        """Text from another line, as it is there, in lines as the format writes them."""
        pieces: list[str | None] = [*_SPACES.split(text)]
        pieces[1::2] = [self._writer(space, source, at) for space in pieces[1::2] if space]
        return None if None in pieces else "".join(piece for piece in pieces if piece)

    def _is_place(self, finding: Finding) -> bool:
        """Whether a fix may be written; what asks for the fewest lines is asked first."""
        url, document = finding.url, self._document
        if self._unedited_kind or not url.spans or _PATTERN.search(url.text):
            return False
        span = document.in_source(url.outer)
        context = Context(self._source, span, wrapped=url.form in WRAPPED)
        in_comment = False
        if self._language in COMMENTED:
            from urlmend.formats.source_code import code_scopes

            if code := code_scopes(document):
                in_comment = code.at(url.outer.start) is Scope.COMMENT
            else:
                in_comment = document.format != "text" and is_comment_line(context)
        adds_prefix = finding.fix and any(edit.text.endswith("URL:") for edit in finding.fix.edits)
        if adds_prefix and not is_wrapper(context, self._language, in_comment=in_comment):
            return False
        is_place = is_place_in_comment if in_comment else IS_PLACE.get(self._language)
        rule = RULES.get(finding.code)
        may_be_template = not rule or Scope.TEMPLATE in rule.scopes  # most rules report none
        return (
            is_place is not None
            and is_place(context)
            and not (may_be_template and is_template(Case(url, document.text, "rfc3986")))
            and not self._in_code(span, url.outer, in_comment=in_comment)
        )

    def _in_code(self, span: Span, url: Span, *, in_comment: bool) -> bool:
        """Whether a URL is in code, or in an example; `span` is that in the source."""
        code = code_regions(self._source, "html" if self._language == "xml" else self._language)
        if code.include(span.start) or is_inside(span.start, self._signed):
            return True
        if in_comment:
            return is_inside(span.start, self._examples(*self._comment(span.start, url.start)))
        if self._language in COMMENTED:
            return False
        # The chunk of the source with the URL, with the lines before and after it.
        start = span.start - span.start % _CHUNK
        floor = max(0, start - _BEFORE - _CHUNK)  # of longer lines, no more is read
        low = max(floor, self._source.rfind("\n", floor, max(0, start - _BEFORE)) + 1)
        return is_inside(span.start, self._examples(low, start + _CHUNK + _AFTER))

    def _comment(self, offset: int, in_text: int) -> Span:
        """The lines with the comment at an offset of the source, which is another one in the text."""
        from urlmend.formats.source_code import CodeScopes, code_scopes

        if not self._last_comment.start <= offset < self._last_comment.stop:
            construct = Span(in_text, in_text)
            if isinstance(code := code_scopes(self._document), CodeScopes):
                construct = code.construct(in_text)
            self._last_comment = comment_around(self._source, self._document.in_source(construct))
        return self._last_comment

    def _examples(self, low: int, high: int) -> list[Span]:
        """The examples in a range of the source, ascending and disjoint."""
        if low not in self._found_examples:
            found = example_regions(self._source[low:high], self._language)
            self._found_examples[low] = merged(Span(start + low, stop + low) for start, stop in found)
        return self._found_examples[low]


def _language(document: Document) -> str:
    """The format or language of a document; `code` if only its comments are known."""
    if document.format in IS_PLACE:
        return document.format
    if document.format not in ("text", "markup"):
        return "code"
    if document.part:
        return "prose"
    if language := language_of(document.name):
        return language
    if not is_named_like_prose(document.name):
        return "code"
    from urlmend.formats.source_code import code_scopes

    return "code" if code_scopes(document) else "prose"


def lengthens_lines(document: Document, edits: Sequence[Edit]) -> bool:
    """Whether edits of the source make lines longer than the format of a document allows."""
    if document.format != "icalendar":
        return False
    from urlmend.formats import icalendar

    return icalendar.lengthens_lines(document.source.text, edits)
