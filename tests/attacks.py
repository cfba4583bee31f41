"""Texts against a regular expression, made from the expression itself."""

import re
from re import _compiler, _parser

from steps import ONE, REPEATS

_CANDIDATES = "a1 .-/:<&%=@\"'>;[](){}\\\t\n\r\f|#?,_~!*+$x0\u00e9\u4e00\udc80\u200b\u0430\u3002"
# What repeats itself in the texts, besides what the expression itself repeats.
_PUMPS = tuple("a0/:<>@%. \t\n-=&;\"'[({|#?\\*~_,")
# What may make the expression fail behind all that.
_ENDS = ("", "\x01", "\n", " \x01")
# What repeats itself more often than this can be endless.
_FEW = 20


def attacks(pattern):
    """Texts as functions of a length: what stands before each repetition of the expression, what it repeats, an end."""
    tree = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    maker = _Maker(tree.state)
    whole = maker.example(tree, pattern.flags, maker.empty)
    pumps = [*maker.pumps, (maker.empty, whole), *((maker.empty, maker.made(pump)) for pump in _PUMPS)]
    found = dict.fromkeys(
        (before, pump, maker.made(end))
        for prefix, pump in pumps
        if pump
        for before in dict.fromkeys((prefix, maker.empty))
        for end in _ENDS
    )
    found |= dict.fromkeys((maker.empty, prefix + pump, maker.made("\x01")) for prefix, pump in maker.pumps)
    return list(found)


class _Maker:
    """Makes texts that an expression fits, more or less."""

    def __init__(self, state):
        self.state = state
        self.empty = state.str[:0]
        self.pumps = {}
        """What stands before a repetition, and what is repeated."""

    def made(self, text):
        """A text of the kind that the expression takes."""
        return text if isinstance(self.empty, str) else text.encode("latin-1")

    def example(self, nodes, flags, before):
        """A text that the nodes fit, looks around left out."""
        text = self.empty
        for op, argument in nodes:
            name = str(op)
            if name in ONE:
                text += self._char((op, argument), flags)
            elif name in REPEATS:
                low, high, body = argument
                once = self.example(body, flags, before + text)
                if high > _FEW and once:
                    self.pumps[before + text, once] = None
                text += once * max(low, 1)
            elif name == "SUBPATTERN":
                text += self.example(argument[3], flags, before + text)
            elif name == "ATOMIC_GROUP":
                text += self.example(argument, flags, before + text)
            elif name == "BRANCH":
                first, *_ = [self.example(branch, flags, before + text) for branch in argument[1]]
                text += first
            elif name in ("ASSERT", "ASSERT_NOT"):
                seen = self.example(argument[1], flags, before + text)
                if name == "ASSERT" and argument[0] < 0 and not (before + text).endswith(seen):
                    text += seen
        return text

    def _char(self, node, flags):
        fits = _compiler.compile(_parser.SubPattern(self.state, [node]), flags).match
        if isinstance(self.empty, str):
            chars = (*_CANDIDATES, *map(chr, range(0x3000)))
        else:
            chars = (*_CANDIDATES[:-7].encode(), *range(256))
            chars = (bytes((code,)) for code in chars)
        return next((char for char in chars if fits(char)), self.empty)
