"""Messages on standard input, after wrong and missing headers."""

import io

from tables import each_row
from urlmend.lsp.framing import MAX_SIZE, MessageStream

LOST = "text outside a message"
LENGTH = f"a message needs a Content-Length from 1 to {MAX_SIZE}"

# What is read, the length of the next message (0 at the end of the stream), and what is reported.
HEADERS = [
    (b"Content-Length: 3\r\n\r\n{1}", 3, []),
    (b"content-length:\t12 \n\n", 12, []),
    (b"Content-Type: a\r\nContent-Length: 3\r\n\r\n", 3, []),
    (b"\r\nContent-Length: 3\r\n\r\n", 3, [LENGTH]),
    (b"Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n", 1, [LENGTH]),
    (f"Content-Length: {MAX_SIZE}\r\n\r\n".encode(), MAX_SIZE, []),
    (f"Content-Length: {MAX_SIZE + 1}\r\n\r\n".encode(), 0, [LENGTH]),
    (b"hello\r\nContent-Length: 3\r\n\r\n", 3, [LOST]),
    (b"hello\r\nthere\r\n\r\nContent-Length: 3\r\n\r\n", 3, [LOST]),
    (b"{}Content-Length: 3\r\n\r\n", 3, [LOST]),
    (b"Content-Length: 3x\r\n\r\n", 0, [LENGTH]),
    (b"Content-Length: 1234567890123456789\r\n\r\n", 0, [LENGTH]),
    (b"", 0, []),
]


@each_row(("data", "length", "reported"), HEADERS)
def test_headers(data, length, reported):
    said = []
    stream = MessageStream(io.BytesIO(data), said.append)
    assert stream.readline() == (b"Content-Length: %d\r\n" % length if length else b"")
    assert stream.readline() == (b"\r\n" if length else b"")
    assert said == reported


# A body that is too long: what follows it is read again.
BODIES = [
    (b"{}Content-Length: 2\r\n\r\n{}", b"Content-Length: 2\r\n"),
    (b"{}Cont", b""),
    (b"{}", b""),
]


@each_row(("body", "header"), BODIES)
def test_a_header_in_a_body_is_read_again(body, header):
    stream = MessageStream(io.BytesIO(b"Content-Length: %d\r\n\r\n%s" % (len(body), body)), lambda _: None)
    assert [stream.readline(), stream.readline()] == [b"Content-Length: %d\r\n" % len(body), b"\r\n"]
    assert stream.read(len(body)) == stream.body == body
    stream.resume()
    assert stream.body == b""
    assert stream.readline() == header


def test_the_start_of_a_header_at_the_end_of_a_body_is_read_again():
    stream = MessageStream(io.BytesIO(b"Content-Length: 9\r\n\r\n{}Content-Length: 2\r\n\r\n{}"), lambda _: None)
    stream.readline(), stream.readline()
    assert stream.read(9) == b"{}Content"
    stream.resume()
    assert stream.readline() == b"Content-Length: 2\r\n"
