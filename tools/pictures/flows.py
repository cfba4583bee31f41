"""Pictures of ways: from a trigger to a reading, from bytes to a report, and through a text."""

from __future__ import annotations

from pictures.canvas import WIDTH, Canvas
from urlmend.finder.join_evidence import DOUBT, JOIN
from urlmend.finder.url_end import MAX_URL
from urlmend.finder.wrappers import MAX_LENGTH, MAX_LINES

_LEFT, _STEP, _ANSWER = 24, 330, 250


def reading() -> str:
    """How a URL is read: questions on the left, outcomes on the right."""
    steps = (
        (("A trigger: < or :// or : or www.", "what stands before fits a scheme"), None),
        (
            ("In a wrapper that closes?", f"within {MAX_LENGTH:,} characters and {MAX_LINES} lines"),
            ("yes", ("certain", "all between the brackets", "less white space and prefixes")),
        ),
        (
            ("Bare: up to what no URL holds", "then less punctuation, unpaired brackets"),
            None,
        ),
        (
            ("Does the line end here, too?", "behind punctuation at most"),
            ("no", ("certain", "it ends where it ends")),
        ),
        (
            ("Weigh the next line", "the sum of all evidence"),
            (f"below {DOUBT:g}", ("certain", "it ends with the line")),
        ),
        (
            (f"At least {JOIN:g}?", "enough to join"),
            ("no", ("guess", "it ends with the line;", "the longer reading is listed")),
        ),
        (
            ("Join the lines", "and ask again at the end of the next"),
            ("in the end", ("likely", "the lines are joined")),
        ),
    )
    gap, height, y = 26, 56, 24
    last = y + len(steps) * (height + gap)
    canvas = Canvas(last + height + 28, "From a trigger to a reading: certain, likely or a guess")
    for number, (question, answer) in enumerate(steps):
        canvas.box(_LEFT, y, _STEP, question, height=height)
        middle = y + height / 2
        if answer:
            word, outcome = answer
            x = WIDTH - 24 - _ANSWER
            canvas.path((_LEFT + _STEP, middle), (x - 4, middle), arrow=True)
            canvas.text((_LEFT + _STEP + x) / 2, middle - 6, word, "faint", anchor="middle")
            canvas.box(x, middle - 36, _ANSWER, outcome, height=72)
        if number:
            canvas.path((_LEFT + _STEP / 2, y - gap), (_LEFT + _STEP / 2, y - 4), arrow=True)
        y += height + gap
    words = ("Is any reading in doubt?", "The same URL, unbroken elsewhere in the text, decides; then it is certain.")
    canvas.box(_LEFT, last + 4, WIDTH - 48, words, height=height)
    return canvas.svg()


def way() -> str:
    """From bytes to a report, and back for fixes."""
    stations = (
        ("bytes", "a file, a mail,", "an archive"),
        ("Document", "one text, a map", "back to the bytes"),
        ("Url", "pieces of the text,", "read as one"),
        ("Finding", "rule, message,", "pieces, edits"),
        ("report", "lines and columns", "of the file"),
    )
    verbs = ("decode", "scan", "check", "locate")
    width, gap, y = 124, 23, 40
    canvas = Canvas(200, "From bytes to documents, URLs, findings and a report; edits go back to the bytes")
    for number, station in enumerate(stations):
        x = 24 + number * (width + gap)
        canvas.rect(x, y, width, 78, "box", radius=6)
        canvas.text(x + width / 2, y + 24, station[0], "strong", anchor="middle")
        for line, words in enumerate(station[1:]):
            canvas.text(x + width / 2, y + 45 + 18 * line, words, "small", anchor="middle")
        if number:
            canvas.path((x - gap, y + 39), (x - 4, y + 39), arrow=True)
            canvas.text(x - gap / 2, y - 8, verbs[number - 1], "faint", anchor="middle")
    words = "mend: edits, through the map, to the bytes; nothing else changes"
    left, right = 24 + width / 2, 24 + 3 * (width + gap) + width / 2
    canvas.path((right, y + 78), (right, y + 118), (left, y + 118), (left, y + 82), arrow=True, dashed=True)
    canvas.text((left + right) / 2, y + 138, words, anchor="middle")
    return canvas.svg()


def linear() -> str:
    """One walk through a text: triggers, short looks, never twice."""
    canvas = Canvas(246, "Triggers are found in one pass; at each, a bounded stretch is read; none is read twice")
    left, right = 24, WIDTH - 24
    triggers = (90, 190, 232, 360, 470, 560, 610)
    reads = ((84, 60), (182, 96), (352, 64), (462, 40), (552, 130))
    canvas.text(left, 36, "1. Look for triggers: a pass for each kind", "strong")
    canvas.rect(left, 48, right - left, 16, "box")
    for x in triggers:
        canvas.rect(left + x, 44, 3, 24, "for", radius=1)
    canvas.text(left, 106, f"2. Read at each: forward, {MAX_URL:,} characters at most", "strong")
    canvas.rect(left, 118, right - left, 16, "box")
    for x, width in reads:
        canvas.rect(left + x, 116, width, 20, "for")
    canvas.text(left, 176, "3. What lies in what was read is passed over", "strong")
    canvas.rect(left, 188, right - left, 16, "box")
    for x in triggers:
        inside = any(low + 12 < x < low + width for low, width in reads)
        canvas.rect(left + x, 184, 3, 24, "against" if inside else "for", radius=1)
    canvas.text(left, 230, "orange: a trigger inside a URL that has been read", "faint")
    return canvas.svg()
