"""A web archive in the format of Common Crawl."""

import gzip

RECORDS = [
    ("warcinfo", None, b"software: http://info.example/not-a-text\r\n"),
    ("conversion", "http://www.canal.example/", b"Locks\nsee http://www.canal.example/locks|north\nand\n"),
    ("conversion", "http://www.ferry.example/?session_id=a1b2c3d4e5f6a7b8c9d0", b"http://www.ferry.example/map\n"),
    ("conversion", None, "größe: http://www.quay.example/größe\n".encode()),
    ("response", "http://www.lock.example/", b"HTTP/1.0 200 OK\r\n\r\n<a href='http://www.lock.example/x'>"),
    (
        "conversion",
        "http://www.canal.example/",
        b"WARC/1.0 is a format: http://www.canal.example/again\n" + b"x" * 200_000,
    ),
]


def record(kind, target, content):
    lines = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        *([f"WARC-Target-URI: {target}"] if target else []),
        "WARC-Date: 2004-01-05T10:00:00Z",
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{len(content):012}>",
        "Content-Type: text/plain",
        f"Content-Length: {len(content)}",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content + b"\r\n\r\n"


def archive(records=RECORDS):
    """Return an archive with each record compressed separately, as the standard requires."""
    return b"".join(gzip.compress(record(*one)) for one in records)
