"""Files of every format and every kind of mail, for the comparison of the language server with `urlmend lint`."""

import base64
import quopri

FAULT = "see http://a.test-host.org/b|c and http://b.test-host.org/100% \u20ac\n"
WRAPPED = "the <URL:http://c.test-host.org/north-\nbank/map> too\n"
TEXT = FAULT + WRAPPED
# The name of a file in each format.
NAMES = (
    "a.adoc a.bat a.csv folded.md a.ics a.json a.ipynb a.sh a.po a.hs a.tex a.bib a.md a.org a.rst a.1 a.texi a.wiki"
    " a.html a.htm a.xml a.svg a.txt README a.py a.c a.js a.yml a.toml a.ini a.rs a.sql a.css sources.list hosts"
    " requirements.txt Dockerfile a.diff a.lock a.min.js chosen.dat left-out.txt tests/input.txt"
).split()
_SHAPES = {
    ".json": '{{"a": "http://d.test-host.org/x|y", "b": "{escaped}"}}\n',
    ".ipynb": '{{"cells": [{{"cell_type": "markdown", "source": ["http://d.test-host.org/x|y\\n", "{escaped}"]}}]}}\n',
    ".csv": "name,url\nmap,http://d.test-host.org/x|y\n",
    ".html": '<p>{text}</p><a href="http://d.test-host.org/x|y">x</a>\n',
    ".xml": "<a><url>http://d.test-host.org/x|y</url>{text}</a>\n",
    ".po": 'msgid "a"\nmsgstr "http://d.test-host.org/x|y"\n',
    ".1": ".TH A 1\n.SH B\n{text}",
    ".py": "# {line}\nx = 'http://d.test-host.org/x|y'\n",
    ".c": "/* {line} */\n",
    ".rs": "// {line}\n#[cfg(test)]\n// http://e.test-host.org/x|y\n",
    ".tex": "\\url{{http://d.test-host.org/x|y}}\n{text}",
    ".yml": "a: http://d.test-host.org/x|y\n# {line}\n",
    ".ics": "BEGIN:VCALENDAR\r\nDESCRIPTION:http://d.test-host.org/x|y\r\nEND:VCALENDAR\r\n",
}
SETTINGS = 'exclude = ["left-out.txt"]\nformat-of = {markdown = ["*.dat"]}\nper-file-ignores = {"a.org" = ["URL208"]}\n'

_HEAD = "From: a@a.test-host.org\nTo: b@b.test-host.org\nDate: Mon, 1 Mar 2004 10:00:00 +0000\nMessage-ID: <{}@a>\n"
_FROM = "From a@a.test-host.org Mon Mar  1 10:00:00 2004\n"
_MIME = "MIME-Version: 1.0\nContent-Type: {}\n"


def _message(number, body, fields="", content_type="text/plain; charset=utf-8", codec="utf-8", encoding="8bit"):
    head = _HEAD.format(number) + fields + _MIME.format(content_type) + f"Content-Transfer-Encoding: {encoding}\n\n"
    data = body.encode(codec)
    if encoding == "base64":
        data = base64.encodebytes(data)
    elif encoding == "quoted-printable":
        data = quopri.encodestring(data)
    return head.encode() + data


def _multipart(number, kind, *parts):
    body = b"".join(b"--x\n" + part + b"\n" for part in parts) + b"--x--\n"
    head = _HEAD.format(number) + _MIME.format(f'multipart/{kind}; boundary="x"') + "\n"
    return head.encode() + body


def _part(body, content_type="text/plain; charset=utf-8", encoding="8bit"):
    data = body.encode()
    data = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}.get(encoding, bytes)(data)
    return f"Content-Type: {content_type}\nContent-Transfer-Encoding: {encoding}\n\n".encode() + data


LATIN = TEXT.replace("\u20ac", "\u00e9")
_PLAIN = _message(1, TEXT)
_MBOX = [_PLAIN, _message(2, TEXT, encoding="quoted-printable"), _message(3, TEXT, encoding="base64")]
MAIL = {
    "plain.eml": _PLAIN,
    "crlf.eml": _PLAIN.replace(b"\n", b"\r\n"),
    "returns.eml": _PLAIN.replace(b"\n", b"\r"),
    "quoted.eml": _message(1, TEXT, encoding="quoted-printable"),
    "base64.eml": _message(1, TEXT, encoding="base64"),
    "latin.eml": _message(1, LATIN, content_type="text/plain; charset=iso-8859-1", codec="latin-1"),
    "wrong.eml": _message(1, LATIN, content_type="text/plain; charset=iso-8859-1"),
    "flowed.eml": _message(1, "http://a.test-host.org/x \nmap|b\n", content_type="text/plain; format=flowed"),
    "page.eml": _message(1, '<a href="http://d.test-host.org/x|y">&euro;</a>', content_type="text/html"),
    "page-quoted.eml": _message(
        1, '<a href="http://d.test-host.org/x|y">\u20ac</a>', content_type="text/html", encoding="quoted-printable"
    ),
    "calendar.eml": _message(1, "BEGIN:VCALENDAR\nURL:http://a.test-host.org/x|y\n", content_type="text/calendar"),
    "signed.eml": _multipart(1, "signed", _part(TEXT), _part("x", "application/pgp-signature")),
    "parts.eml": _multipart(
        1, "mixed", _part(TEXT), _part(TEXT, encoding="base64"), _part(TEXT, encoding="quoted-printable")
    ),
    "attached.eml": _multipart(1, "mixed", _part(TEXT), b"Content-Type: message/rfc822\n\n" + _PLAIN),
    "subject.eml": _message(1, TEXT, "Subject: http://s.test-host.org/x|y \n"),
    "encoded-subject.eml": _message(1, TEXT, "Subject: =?utf-8?q?http=3A//s.test-host.org/x|y?=\n"),
    "all.mbox": b"\n".join(_FROM.encode() + message for message in _MBOX),
    "lengths.mbox": b"".join(
        _FROM.encode() + head + b"\nContent-Length: %d\n\n" % len(body) + body
        for head, _, body in (message.partition(b"\n\n") for message in _MBOX)
    ),
    "mixed.mbox": b"\n".join(
        _FROM.encode() + message
        for message in (
            _PLAIN,
            _message(2, LATIN, content_type="text/plain; charset=iso-8859-1", codec="latin-1"),
            _message(3, TEXT),
        )
    ),
    "batch": b"".join(b"#! rnews %d\n" % len(message) + message for message in _MBOX),
    "wide.txt": b"\xff\xfe" + TEXT.encode("utf-16-le"),
    "marked.txt": b"\xef\xbb\xbf" + TEXT.encode(),
    "latin.txt": LATIN.encode("latin-1"),
    "returns.txt": TEXT.replace("\n", "\r").encode(),
    "breaks.txt": TEXT.replace("\n", "\x0c\u2028\n").encode(),
    "nul.txt": b"\0" + TEXT.encode(),
}


def _formatted(name):
    shape = _SHAPES.get(name[name.rfind(".") :], "{text}")
    escaped = FAULT.strip().replace("\u20ac", "\\u20ac").replace("/", "\\/")
    return shape.format(text=TEXT, line=FAULT.strip(), escaped=escaped)


def samples():
    """The content of each file, by its name."""
    return {**{name: _formatted(name).encode() for name in NAMES}, **MAIL, "urlmend.toml": SETTINGS.encode()}
