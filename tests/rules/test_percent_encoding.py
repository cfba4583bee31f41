"""Family 2: percent-encoding and invisible characters."""

import unicodedata

from tables import each_row
from urlmend import Document, lint
from urlmend.rules.percent_encoding import INVISIBLE

# rule, profile, text, number of findings
ENCODING = [
    ("URL209", "rfc3986", "http://a.example/%2f%C3%a9?%e2", 1),
    ("URL209", "rfc3986", "http://a.example/%2F%C3%A9%20 http://a.example/%a", 0),
    ("URL210", "rfc3986", "http://a.example/%41%7E%2d?%5F", 1),
    ("URL210", "rfc3986", "http://a.example/%20%2F%25%C3%A9", 0),
    ("URL210", "rfc1738", "http://a.example/%7Eb", 0),
    ("URL210", "rfc1738", "http://a.example/%62", 1),
    ("URL211", "rfc3986", "http://a.example/b%2520c%252Fd", 1),
    ("URL211", "rfc3986", "http://a.example/b%25 http://a.example/100%25/b http://a.example/?to=%2Fb%2520c", 0),
    ("URL211", "rfc3986", "mailto:b%25de@a.example <cid:b%25fc@a.example>", 0),
    (
        "URL212",
        "rfc3986",
        "http://a.example/e.html#b#c http://a.example/f.md#b#c#d http://a.example/#/#b#c http://a.example/e.html#!b#c",
        2,
    ),
    (
        "URL212",
        "rfc3986",
        "http://a.example/#b#c http://a.example/%23#b http://a.example/&#233;&#234; http://a.example/#{b}#c",
        0,
    ),
    ("URL213", "rfc3986", "<http://a.example/b\u200bc\u2060> http://a.example/b\u00adc http://a.example/b%E2%80%8B", 3),
    ("URL213", "rfc3986", "http://a.example/b%e2%80%8b http://a.example/%EF%BB%BF", 2),
    ("URL213", "rfc3986", "http://a.example/\u0646\u200c\u0627 http://a.example/b\u00e9 http://a.example/%C3%A9", 0),
    ("URL213", "rfc3986", "<http://a.example/b\u00ad\nc> <http://a.example/b\u202ec>", 0),
    ("URL214", "rfc3986", "http://a.example/%E9 http://a.example/?b=%C3%28&c=%FF%FE", 2),
    ("URL214", "rfc3986", "http://a.example/%C3%A9%20%E2%82%AC http://a.example/%7F http://a.example/%C0%AF", 0),
    ("URL214", "rfc3986", "http://a.example/%E9/%C0%AF http://a.example/%C0%AF/%E9", 2),
    ("URL215", "rfc3986", "http://a.example/..%c0%af.. http://a.example/%C0%AE%C0%AE/ http://a.example/%E0%80%AF", 3),
    ("URL215", "rfc3986", "http://a.example/%C0%80 http://a.example/%F0%80%80%AE http://a.example/%c1%9c", 3),
    (
        "URL215",
        "rfc3986",
        "http://a.example/%C0%B4%D4%B4 http://a.example/%C0%AF%D4%B4 http://a.example/%D4%B4%C0%AF",
        0,
    ),
    ("URL215", "rfc3986", "http://a.example/%2F%2E http://a.example/%C3%A9 http://a.example/%E9", 0),
    ("URL216", "rfc3986", "<http://a.example/b\\c\\d> <file:///C:\\b> <urn:b\\c:d>", 2),
    ("URL216", "rfc3986", "http://a.example/b\\_c\\% http://a.example/b\\-c http://a.example/b\\n", 0),
]


@each_row(("code", "profile", "text", "count"), ENCODING)
def test_number_of_findings(code, profile, text, count):
    found = [finding.code for finding in lint(Document(text), select=[code], profile=profile)]
    assert found == [code] * count


POSITIONS = [
    ("URL209", "http://a.example/b%2fc", "%2f", "write %2F"),
    ("URL210", "http://a.example/b%2Dc", "%2D", "'-'"),
    ("URL211", "http://a.example/b%252fc", "%252f", "write %2f"),
    ("URL212", "http://a.example/e.html#b#c", "#", "second '#' in URL: encode as %23, or remove it"),
    ("URL213", "<http://a.example/b\u200bc>", "\u200b", "U+200B"),
    ("URL213", "http://exa\u200bmple.org/", "\u200b", "in URL"),
    ("URL213", "http://a\u200b.example/", "\u200b", "in URL"),
    ("URL213", "http://a.example\u200b/b", "\u200b", "in URL"),
    ("URL213", "http://a.example/\u200b, and", "\u200b", "next to URL"),
    ("URL213", "http://a.example/\u200bhttp://b.example/", "\u200b", "next to URL"),
    ("URL213", "(\u200bhttp://a.example/)", "\u200b", "next to URL"),
    ("URL213", "http://a.example/b%E2%80%8B", "%E2%80%8B", "%E2%80%8B"),
    ("URL214", "http://a.example/b%E9%20c", "%E9%20", "%E9%20 is not UTF-8: encode the text as UTF-8"),
    ("URL215", "http://a.example/..%C0%AFb", "%C0%AF", "overlong"),
    ("URL216", "<http://a.example/b\\c>", "\\", "write /"),
    ("URL216", "<http://a.example/?b\\c>", "\\", "encode as %5C"),
]


@each_row(("code", "text", "piece", "message"), POSITIONS)
def test_finding_position_and_message(code, text, piece, message):
    (finding,) = lint(text, select=[code])
    (span,) = finding.spans
    assert text[span.start : span.stop] == piece
    assert message in finding.message
    assert finding.message.isprintable()


def test_invisible_characters_have_no_width_and_no_direction():
    ranges = INVISIBLE.replace("\U000e0000-\U000e007f", "").replace("\u2060-\u2064", "\u2060\u2061\u2062\u2063\u2064")
    for char in ranges.replace("\u206a-\u206f", "\u206a\u206f"):
        assert unicodedata.category(char) in ("Cf", "Mn", "Lo"), f"U+{ord(char):04X}"
        assert unicodedata.bidirectional(char) in ("BN", "NSM", "L"), f"U+{ord(char):04X}"
