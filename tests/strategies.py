"""Hypothesis strategies: URLs, wrappers, folding, quote prefixes, line endings, hostile text."""

from hypothesis import assume
from hypothesis import strategies as st

LINE_ENDINGS = st.sampled_from(["\n", "\r\n", "\r"])

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_UNRESERVED = _LETTERS + _LETTERS.upper() + "0123456789-._~"
_SEGMENT_CHARS = _UNRESERVED + "!$&'()*+,;=:@"

LABELS = st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,4})?", fullmatch=True)
HOSTS = st.one_of(
    st.lists(LABELS, min_size=1, max_size=3).map(lambda labels: ".".join([*labels, "example"])),
    st.sampled_from(["localhost", "192.0.2.7", "[2001:db8::7]"]),
)
ESCAPES = st.sampled_from(["%20", "%2F", "%7e", "%C3%A9"])
SEGMENTS = st.lists(st.one_of(st.text(_SEGMENT_CHARS, max_size=10), ESCAPES), max_size=3).map("".join)


@st.composite
def hierarchical_urls(draw):
    """A URL with `//`, of any form that RFC 3986 allows."""
    scheme = draw(st.sampled_from(["http", "https", "ftp", "gopher", "HTTP", "telnet", "git+ssh", "x-plan"]))
    userinfo = draw(st.sampled_from(["", "", "alice@", "alice:secret@"]))
    port = draw(st.sampled_from(["", "", ":80", ":"]))
    path = "".join("/" + segment for segment in draw(st.lists(SEGMENTS, max_size=4)))
    query = draw(st.one_of(st.just(""), SEGMENTS.map(lambda text: "?" + text)))
    fragment = draw(st.one_of(st.just(""), SEGMENTS.map(lambda text: "#" + text)))
    return f"{scheme}://{userinfo}{draw(HOSTS)}{port}{path}{query}{fragment}"


OPAQUE_URLS = st.one_of(
    LABELS.map(lambda name: f"mailto:{name}@{name}.example"),
    st.lists(LABELS, min_size=2, max_size=4).map(lambda labels: "news:" + ".".join(labels)),
    LABELS.map(lambda name: f"urn:isbn:{name}1"),
    st.from_regex(r"tel:\+[0-9]{5,12}", fullmatch=True),
)
URLS = st.one_of(hierarchical_urls(), OPAQUE_URLS)

# URLs that end in a letter or digit and contain no character that may belong to the text around them.
PLAIN_URLS = st.builds(
    "{}://{}{}".format,
    st.sampled_from(["http", "https", "ftp"]),
    st.lists(LABELS, min_size=1, max_size=3).map(lambda labels: ".".join([*labels, "example"])),
    st.lists(st.from_regex(r"/[a-z0-9_.~%=+-]{0,8}[a-z0-9]", fullmatch=True), max_size=3).map("".join),
)

# (before the first line, the prefix of each line, after the last line)
PREFIXES = st.sampled_from(
    [
        ("", "", ""),
        ("", "    ", ""),
        ("", "> ", ""),
        ("", ">", ""),
        ("", "> > ", ""),
        ("", ">>> ", ""),
        ("", "| ", ""),
        ("", ": ", ""),
        ("", "JD> ", ""),
        ("", "> JD> ", ""),
        ("", "# ", ""),
        ("", "    # ", ""),
        ("", "// ", ""),
        ("", "/// ", ""),
        ("/*", " * ", " */"),
        ("/**", " * ", " */"),
        ("", ";; ", ""),
        ("", "-- ", ""),
        ("", "% ", ""),
        ("", "dnl ", ""),
    ]
)


def fold(text, width):
    """Split into pieces of a width, also within words."""
    return [text[at : at + width] for at in range(0, len(text), width)]


@st.composite
def folded_wrappers(draw):
    """A text with one URL in a wrapper, folded and quoted, and the URL."""
    url = draw(URLS)
    opener = draw(st.sampled_from(["<", "<URL:", "<url:", "URL:<", "URL=<"]))
    width = draw(st.integers(1 + len(url) // 40, 90))  # a wrapper has at most 64 lines
    pieces = fold(url, width)
    if opener == "<" and len(pieces) > 1:
        # Angle brackets alone are no wrapper unless something like a scheme follows.
        colon = url.index(":") + 1
        pieces = [url[:colon], *fold(url[colon:], width)]
    before, prefix, after = draw(PREFIXES)
    assume(":" not in prefix or not any(piece.startswith(":") for piece in pieces))  # `: :a` may be quoted twice
    first = draw(st.sampled_from(["", "see ", "The plan is here: "]))
    behind = draw(st.sampled_from(["", " and tell me", ". Then go on", ")"]))
    trailing = draw(st.sampled_from(["", "", " "])) if len(pieces) > 1 else ""
    close_alone = draw(st.booleans()) and len(pieces) > 1
    body = f"{trailing}\n{prefix}".join(pieces) + (f"\n{prefix}>" if close_alone else ">")
    text = f"{prefix}{first}{opener}{body}{behind}\n"
    text = "\n".join(filter(None, [before, text.rstrip("\n"), after])) + "\n"
    return text.replace("\n", draw(LINE_ENDINGS)), url


# Pieces of text that almost looks like URLs.
_SIGNS = """
http:// https:// ftp://ftp.example.org http://www.example.org/ http://a mailto: mailto:a@b.example news: news:a.b
urn: urn:a:b file:/ www. www.a.b :// : / // ? # @ % %2 %41 & &amp; &lt; &gt; \\ \\n ' " ` ( ) [ ] { } * _ ~ - -- -=
< > <URL: URL:< URL=< <url: <URL:http://a/ <http://a/ <http <a: </a> <b> [/url] | || .,;:!? ... a b.c d=e and the
"""
_BLANKS = [" ", "  ", "\t", "\n", "\n", "\r\n", "\r", "\n\n", "\f", "\n> ", "\n# ", "\n * ", "- -", "\n| a | b |", "| "]
_PAGE = ["[Page 3]\n\f\n", "RFC 9999   Plan   January 2004\n", "/*", "*/"]
_FOREIGN = [
    "\u00e9",
    "\u4e00",
    "\U0001f600",
    "\udc80",
    "\udcff",
    "\ufeff",
    "\u3002",
    "\u201d",
    "\u0301",
    "\u200b",
    "\u00a0",
]
_CONTROLS = ["\x00", "\x1b"]
FRAGMENTS = st.sampled_from([*_SIGNS.split(), *_BLANKS, *_PAGE, *_FOREIGN, *_CONTROLS])
HOSTILE_TEXTS = st.one_of(st.lists(FRAGMENTS, max_size=25).map("".join), st.text(), st.text(st.characters()))
