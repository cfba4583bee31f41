"""Hypothesis strategies for input: passages of text, mail, archives, settings."""

import base64
import bz2
import gzip
import io
import json
import lzma
import quopri
import tarfile
import zipfile

from hypothesis import strategies as st

from strategies import HOSTS, LINE_ENDINGS, PREFIXES, URLS, fold
from urlmend.model.finding import PROFILES, SEVERITIES
from urlmend.settings.config import Config
from web_archive_samples import record

# --- texts

# Pieces to insert into a URL that make it invalid or unusual.
_FAULTS = st.sampled_from(
    '| ^ ` { } [ ] < > " \\ % %zz %2 %00 é ü 计 :99999 :0 :: @ :h7Tq-92x@ .. // /../ /./ ? ## &amp; &lt; =3D ;type=x '
    "${x} {{x}} xn--a 0x7f.1 ?access_token=h7Tq92xabcdefgh12 &a[]=1 \u202e \u200b \u3002 _ . -".split(" ")
)
_FORMS = st.sampled_from(
    [
        *("{}", "{}", "<{}>", "<URL:{}>", "<URL: {} >", "URL:<{}>", "URL=<{}>", "({})", '"{}"', "'{}'", "[a]({})"),
        *(
            '<a href="{}">a</a>',
            "\\url{{{}}}",
            "{},",
            "{}.",
            "<URL:{}",
            "<URL:<{}>>",
            "<{}>#a",
            "<{}",
            "*{}*",
            "| {} |",
        ),
    ]
)
_WORDS = st.sampled_from(
    [
        *("see ", "the plan is at ", "or ", "URL: ", "(see ", "- ", "", "", "Summary: "),
        *("urlmend: ignore ", "urlmend: off ", "urlmend: ignore[URL2] "),
    ]
)
_BEHIND = st.sampled_from(["", "", " and so on", ". Then", ", or", ")", " now?", "\n", "\n\n", "-- \nada\n"])
_BREAKS = st.sampled_from(
    ["\n", "\n", " \n", "-\n", "\n\n", "\n  ", " ", "\t", "\n\nAda  [Page 3]\n\f\nRFC 9999  Plan  May 2004\n\n"]
)


@st.composite
def faulty_urls(draw):
    """A URL with faults inserted."""
    url = draw(URLS)
    for fault in draw(st.lists(_FAULTS, min_size=1, max_size=3)):
        at = draw(st.integers(0, len(url)))
        url = url[:at] + fault + url[at:]
    return url


@st.composite
def broken(draw, text):
    """A text broken where people and programs break lines: after punctuation, or anywhere."""
    if not draw(st.booleans()):
        return text
    if draw(st.booleans()):
        return draw(_BREAKS).join(fold(text, draw(st.integers(8, 70))))
    places = [at for at, char in enumerate(text, 1) if char in "/-?&=.:"] or [len(text)]
    at = draw(st.sampled_from(places))
    return text[:at] + draw(_BREAKS) + text[at:]


@st.composite
def passages(draw):
    """A few lines with URLs: valid or faulty, wrapped or bare, unbroken or broken, quoted or not."""
    pieces = []
    for url in draw(st.lists(st.one_of(URLS, faulty_urls()), min_size=1, max_size=4)):
        written = draw(broken(draw(_FORMS).format(url)))
        pieces += [draw(_WORDS), written, draw(_BEHIND), draw(st.sampled_from([" ", "\n", "\n\n"]))]
    before, prefix, after = draw(PREFIXES)
    lines = [before, *(prefix + line for line in "".join(pieces).split("\n")), after]
    return "\n".join(lines).replace("\n", draw(LINE_ENDINGS))


# --- mail

# Names of charsets in mail.
CHARSETS = ["us-ascii", "utf-8", "iso-8859-1", "koi8-r", "iso-2022-jp", "utf-16", "gb18030", "utf-7"]
ENCODINGS = ["7bit", "8bit", "quoted-printable", "base64"]


def encoded(text, charset, encoding):
    """Encode a text as the body of a part."""
    data = text.encode(charset, "replace")
    if encoding == "quoted-printable":
        return quopri.encodestring(data)
    return base64.encodebytes(data) if encoding == "base64" else data


@st.composite
def leaves(draw, bodies=None):
    """A part with text: header and body."""
    text = draw(bodies or passages())
    charset, encoding = draw(st.sampled_from(CHARSETS)), draw(st.sampled_from(ENCODINGS))
    kind = draw(
        st.sampled_from(
            ["text/plain", "text/plain; format=flowed", "text/plain; format=flowed; delsp=yes", "text/html"]
        )
    )
    label = draw(st.sampled_from([charset, charset, charset.upper(), f'"{charset}"', "x-unknown", "utf-8"]))
    header = f"Content-Type: {kind}; charset={label}\nContent-Transfer-Encoding: {encoding}\n\n"
    return header.encode() + encoded(text, charset, encoding) + b"\n"


@st.composite
def parts(draw, depth=2):
    """A part of a message: text, several parts, or another message."""
    kind = (
        draw(st.sampled_from(["leaf", "leaf", "mixed", "alternative", "signed", "digest", "message"]))
        if depth
        else "leaf"
    )
    if kind == "leaf":
        return draw(leaves())
    if kind == "message":
        return b"Content-Type: message/rfc822\n\n" + draw(messages(depth - 1))
    boundary = draw(st.sampled_from(["b", "=_x", "a b", "--"])) + str(depth)
    inner = draw(st.lists(parts(depth - 1), max_size=3))
    between = f"--{boundary}\n".encode()
    closed = draw(st.sampled_from([f"--{boundary}--\n", f"--{boundary}--\nepilogue\n", ""])).encode()
    header = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode()
    return header + b"".join(between + part for part in inner) + closed


_SUBJECTS = st.sampled_from(
    [
        *(
            "plan",
            "see http://a.example/b",
            "=?utf-8?q?gr=C3=B6=C3=9Fe http://a.example/?=",
            "folded\n\thttp://a.example/\n c",
        ),
        *("=?utf-8?b?aHR0cDovL2EuZXhhbXBsZS8=?= =?iso-8859-1?q?=E9?=", "=?x?q?http://a.example/?=", ""),
    ]
)


@st.composite
def messages(draw, depth=2):
    """A message, complete or truncated, with any line endings."""
    header = f"From: ada@canal.example\nSubject: {draw(_SUBJECTS)}\nMIME-Version: 1.0\n"
    data = header.encode() + draw(parts(depth))
    if draw(st.booleans()):
        data = data.replace(b"\n", b"\r\n")
    return data[: draw(st.integers(0, len(data)))] if draw(st.integers(0, 9)) == 0 else data


@st.composite
def boxes(draw):
    """A file of messages: one, an mbox of several, a batch of news."""
    several = draw(st.lists(messages(), min_size=1, max_size=3))
    kind = draw(st.sampled_from(["one", "mbox", "lengths", "rnews"]))
    if kind == "one":
        return several[0]
    if kind == "rnews":
        return b"".join(b"#! rnews %d\n" % len(data) + data for data in several)
    start = b"From ada@canal.example Mon Jan  5 10:00:00 2004\n"
    lengths = [
        b"Content-Length: %d\n" % len(data.partition(b"\n\n")[2]) if kind == "lengths" else b"" for data in several
    ]
    return b"".join(start + length + data + b"\n\n" for length, data in zip(lengths, several, strict=True))


# --- archives


def zipped(entries):
    """The bytes of a zip file with the given names and contents. Without times, as in `gzipped`."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def tarred(entries):
    """A tar file of names and bytes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in entries.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def gzipped(data):
    """The bytes of a gzip file, without the time: the same choices make the same bytes."""
    return gzip.compress(data, mtime=0)


def zstd_compressed(data):
    import zstandard  # from an extra

    return zstandard.compress(data)


def web_archived(entries):
    """A web archive of names and bytes; it begins with a record that is not read, so that it is never empty."""
    records = [("warcinfo", None, b""), *(("conversion", name, data) for name, data in entries.items())]
    return b"".join(record(*one) for one in records)


# A function for each format of `sniff.SIGNATURES`: from bytes to a compressed file, and from names and bytes to an
# archive.
COMPRESSORS = {
    "gzip": gzipped,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstd_compressed,
}
ARCHIVERS = {"zip": zipped, "tar": tarred, "warc": web_archived}


@st.composite
def archives(draw, depth=3):
    """The bytes of an archive that goes by the name `box`, and the names and texts of all that is in it."""
    kind = draw(st.sampled_from(["text", "compressed", *ARCHIVERS])) if depth else "text"
    if kind == "text":
        text = "see http://a.example/" + draw(st.text("abc\n", max_size=300))
        return text.encode(), [("box", text)]
    if kind == "compressed":
        data, contents = draw(archives(depth - 1))
        return COMPRESSORS[draw(st.sampled_from([*COMPRESSORS]))](data), contents
    inner = draw(st.lists(archives(depth - 1), min_size=1, max_size=3))
    entries = {f"{number}": data for number, (data, _) in enumerate(inner)}
    contents = [(f"box!{number}{name[3:]}", text) for number, (_, found) in enumerate(inner) for name, text in found]
    return ARCHIVERS[kind](entries), contents


@st.composite
def damaged(draw, whole):
    """Bytes, truncated or with some of them changed."""
    data = bytearray(draw(whole))
    for at in draw(st.lists(st.integers(0, max(0, len(data) - 1)), max_size=3)):
        if data:
            data[at] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


# --- settings

_CODES = st.sampled_from(["URL1", "URL501", "url2", "ALL", "URL"])
_PATTERNS = st.sampled_from(["*.md", "build/", "/a", "**/b", "!c", "[a-z]x", "a b", "\\#", "tests/*", "[!a]", "*.[ch]"])
_HOST_PATTERNS = st.one_of(HOSTS, st.sampled_from(["*.test", "[", "ftp://*", "*", "?", "[]]", ""]))
_VALUES = {
    "profile": st.sampled_from(PROFILES),
    "select": st.lists(_CODES, max_size=3),
    "extend-select": st.lists(_CODES, max_size=3),
    "ignore": st.lists(_CODES, max_size=3),
    "per-file-ignores": st.dictionaries(_PATTERNS, st.lists(_CODES, max_size=2), max_size=2),
    "exclude": st.lists(_PATTERNS, max_size=3),
    "extend-schemes": st.lists(st.sampled_from(["frob", "x.y+z-1", "http"]), max_size=2),
    "schemeless": st.booleans(),
    "allow": st.dictionaries(_CODES, st.lists(_HOST_PATTERNS, max_size=2), max_size=2),
    "severity": st.dictionaries(_CODES, st.sampled_from(SEVERITIES), max_size=2),
    "baseline": st.just(""),
}
SETTINGS = st.fixed_dictionaries({}, optional=_VALUES)
# Any value for known and unknown keys.
_ANYTHING = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.text(max_size=9), _CODES, _PATTERNS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)
WRONG_SETTINGS = st.dictionaries(st.one_of(st.sampled_from(list(_VALUES)), st.text(max_size=9)), _ANYTHING, max_size=3)


def toml(settings):
    """Return settings as TOML."""
    return "".join(f"{_quoted(key)} = {_value(value)}\n" for key, value in settings.items())


def _value(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)} = {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _quoted(text):
    return "".join(['"', *(char if char.isalnum() and char.isascii() else f"\\U{ord(char):08x}" for char in text), '"'])


def config(settings):
    """Return settings as a `Config`."""
    fields = {key.replace("-", "_"): value for key, value in settings.items()}
    return Config(**{key: _frozen(value) for key, value in fields.items()})


def _frozen(value):
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return tuple(value) if isinstance(value, list) else value
