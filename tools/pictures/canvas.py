"""A sheet to draw on: SVG that is readable in light and in dark, whatever is around it."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

WIDTH = 760
LINE = 22  # from one line of text to the next
CHAR = 8  # the width of a character of a fixed width

_STYLE = """
  svg { --paper: #ffffff; --ink: #1f2328; --faint: #656d76; --line: #8c959f; --box: #f3f5f7;
        --for: #0a66c2; --for-soft: #cfe3f8; --against: #b35900; --against-soft: #fbe3c8; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #16191d; --ink: #e6e8eb; --faint: #a0a7b0; --line: #6b737d; --box: #23282e;
          --for: #6cb2f7; --for-soft: #143a5e; --against: #f0a35e; --against-soft: #4d3013; }
  }
  text { fill: var(--ink); font: 14px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
  .code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; }
  .small { font-size: 12px; } .faint { fill: var(--faint); } .strong { font-weight: 600; }
  .for { fill: var(--for); } .against { fill: var(--against); }
  .paper { fill: var(--paper); stroke: var(--line); stroke-opacity: 0.4; }
  .box { fill: var(--box); stroke: var(--line); }
  .kept { fill: var(--for-soft); } .lost { fill: var(--against-soft); }
  .perhaps { fill: none; stroke: var(--for); stroke-dasharray: 4 3; }
  .rule { stroke: var(--line); fill: none; } .dashed { stroke-dasharray: 4 3; }
""".strip("\n")


class Canvas:
    """Collects what is drawn; y grows downwards."""

    def __init__(self, height: int, says: str) -> None:
        """Take the height, and what the picture says to those who cannot see it."""
        self._height = height
        self._says = says
        self._drawn: list[str] = []

    def text(self, x: float, y: float, words: str, *classes: str, anchor: str = "start") -> None:
        """Words whose baseline is at y; those of the class `code` have a fixed width."""
        fixed = f' textLength="{len(words) * CHAR}" xml:space="preserve"' if "code" in classes else ""
        names = f' class="{" ".join(classes)}"' if classes else ""
        anchored = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self._drawn.append(f'<text x="{x:g}" y="{y:g}"{names}{anchored}{fixed}>{escape(words)}</text>')

    def rect(self, x: float, y: float, width: float, height: float, kind: str, *, radius: int = 3) -> None:
        """A rectangle."""
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self._drawn.append(f'<rect {place} rx="{radius}" class="{kind}"/>')

    def path(self, *points: tuple[float, float], dashed: bool = False, arrow: bool = False) -> None:
        """A line through points, with an arrow at its end."""
        way = "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
        end = ' marker-end="url(#arrow)"' if arrow else ""
        self._drawn.append(f'<path d="{way}" class="rule{" dashed" if dashed else ""}"{end}/>')

    def box(self, x: float, y: float, width: float, words: Sequence[str], *, height: float | None = None) -> float:
        """A box with lines of words in its middle, the first one strong; where it ends."""
        height = height or 14 + 19 * len(words)
        self.rect(x, y, width, height, "box", radius=6)
        top = y + (height - 19 * len(words)) / 2
        for number, line in enumerate(words):
            classes = ("strong",) if number == 0 else ("faint",)
            self.text(x + width / 2, top + 14 + 19 * number, line, *classes, anchor="middle")
        return y + height

    def svg(self) -> str:
        """The picture."""
        size = f'viewBox="0 0 {WIDTH} {self._height}" width="{WIDTH}" height="{self._height}"'
        says = escape(self._says)
        drawn = "\n".join(self._drawn)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n<title>{says}</title>\n'
            f"<style>\n{_STYLE}\n</style>\n"
            '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
            'orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z" style="fill: var(--line)"/></marker></defs>\n'
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{self._height - 1}" rx="8" class="paper"/>\n'
            f"{drawn}\n</svg>\n"
        )
