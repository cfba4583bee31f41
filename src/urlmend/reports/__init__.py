"""Output formats: each module has a function `findings(results, out, style)`; this one defines the style."""

from __future__ import annotations

from urlmend._lib.fast_typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urlmend.model.document import Document
    from urlmend.model.url import Url


class ReportStyle(NamedTuple):
    """What a report shows, where its format leaves a choice."""

    show_secrets: bool = False
    colour: bool = False
    """Whether terminal colours may be used."""
    show_source: bool = False
    """Whether the source lines of findings are shown, too."""

    def redacted(self, text: str) -> str:
        """The text without its secrets; unchanged if secrets are shown."""
        if self.show_secrets:
            return text
        from urlmend.redaction.redact import redact

        return redact(text)

    def redacted_url(self, document: Document, url: Url) -> str:
        """The text of a URL of a document without its secrets; unchanged if secrets are shown."""
        if self.show_secrets:
            return url.text
        from urlmend.redaction.cut_secrets import redacted_url

        return redacted_url(document.text, url)
