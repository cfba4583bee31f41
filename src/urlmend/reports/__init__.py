"""Output formats: in each module a function `findings(results, out, look)`; here, what they are told of their look."""

from __future__ import annotations

from urlmend._lib.fast_typing import NamedTuple


class Look(NamedTuple):
    """What a report is to look like, where its format leaves a choice."""

    open: bool = False
    """Whether secrets are shown."""
    colour: bool = False
    """Whether terminal colours may be used."""
    source: bool = False
    """Whether the lines that findings speak of are shown too."""

    def show(self, text: str) -> str:
        """A text as it is shown: without its secrets, unless they may be seen."""
        if self.open:
            return text
        from urlmend.redaction.redact import redact

        return redact(text)
