"""Output formats: each module has a function `findings(results, out, style)`; this one defines the style."""

from __future__ import annotations

from urlmend._lib.fast_typing import NamedTuple


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
