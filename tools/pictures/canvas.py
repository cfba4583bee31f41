"""A canvas for SVG that is readable on light and dark pages."""

from __future__ import annotations

from xml.sax.saxutils import escape

WIDTH = 760
LINE = 22  # from one line of text to the next
CHAR = 8  # the width of a character of a fixed width

_STYLE = """
  svg { --paper: #ffffff; --ink: #1f2328; --faint: #656d76; --line: #8c959f;
        --for: #0a66c2; --for-soft: #cfe3f8; --against: #b35900; --against-soft: #fbe3c8; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #16191d; --ink: #e6e8eb; --faint: #a0a7b0; --line: #6b737d;
          --for: #6cb2f7; --for-soft: #143a5e; --against: #f0a35e; --against-soft: #4d3013; }
  }
  text { fill: var(--ink); font: 14px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
  .code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; }
  .small { font-size: 12px; } .faint { fill: var(--faint); } .strong { font-weight: 600; }
  .for { fill: var(--for); } .against { fill: var(--against); }
  .paper { fill: var(--paper); stroke: var(--line); stroke-opacity: 0.4; }
  .kept { fill: var(--for-soft); } .lost { fill: var(--against-soft); }
  .perhaps { fill: none; stroke: var(--for); stroke-dasharray: 4 3; }
  .rule { stroke: var(--line); fill: none; } .dashed { stroke-dasharray: 4 3; }
""".strip("\n")


class Canvas:
    """Collects the drawn elements; y grows downwards."""

    def __init__(self, height: int, title: str) -> None:
        """Take the height, and the title that screen readers read."""
        self._height = height
        self._title = title
        self._drawn: list[str] = []

    def text(self, x: float, y: float, words: str, *classes: str, anchor: str = "start") -> None:
        """Draw words whose baseline is at y; those of the class `code` have a fixed width."""
        fixed = f' textLength="{len(words) * CHAR}" xml:space="preserve"' if "code" in classes else ""
        names = f' class="{" ".join(classes)}"' if classes else ""
        anchored = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self._drawn.append(f'<text x="{x:g}" y="{y:g}"{names}{anchored}{fixed}>{escape(words)}</text>')

    def rect(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        """Draw a rectangle."""
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self._drawn.append(f'<rect {place} rx="3" class="{kind}"/>')

    def line(self, start: tuple[float, float], stop: tuple[float, float], *, dashed: bool = False) -> None:
        """Draw a straight line."""
        way = " L".join(f"{x:g} {y:g}" for x, y in (start, stop))
        self._drawn.append(f'<path d="M{way}" class="rule{" dashed" if dashed else ""}"/>')

    def svg(self) -> str:
        """Return the picture."""
        size = f'viewBox="0 0 {WIDTH} {self._height}" width="{WIDTH}" height="{self._height}"'
        title = escape(self._title)
        drawn = "\n".join(self._drawn)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n<title>{title}</title>\n'
            f"<style>\n{_STYLE}\n</style>\n"
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{self._height - 1}" rx="8" class="paper"/>\n'
            f"{drawn}\n</svg>\n"
        )
