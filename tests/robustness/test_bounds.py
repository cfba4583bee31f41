"""Bounds: what is just within one is accepted, what is just beyond it is not."""

import io

import pytest

from urlmend import Document, find, lint
from urlmend._lib.regular_file import read_regular_file
from urlmend._lib.suggestion import did_you_mean
from urlmend.decoding.sniff import is_binary
from urlmend.decoding.text import LongText
from urlmend.lsp.framing import MessageStream
from urlmend.settings.config import ConfigError
from urlmend.settings.loading import load
from urlmend.sources.walk import walk


def settings_file(size, folder):
    """Whether a settings file of so many bytes is read."""
    path = folder / "urlmend.toml"
    path.write_text("#" * size)
    try:
        load(str(path))
    except ConfigError:
        return False
    return True


def parts_of_a_key(count, folder):
    """Whether a key of so many parts is parsed; it is unknown."""
    path = folder / "urlmend.toml"
    path.write_text(".".join("a" * count) + " = 1\n")
    with pytest.raises(ConfigError) as raised:
        load(str(path))
    return "a key has more than 50 parts" not in str(raised.value)


def suggested_word(length, _folder):
    """Whether a word is suggested for one of so many characters."""
    return did_you_mean("a" * length, ["a" * 99]) != ""


def ignore_file(size, folder):
    """Whether an ignore file of so many bytes is honoured."""
    (folder / ".git").mkdir()
    (folder / ".gitignore").write_text("a.txt\n" + "#" * (size - 6))
    (folder / "a.txt").write_text("")
    return not any(path.endswith("a.txt") for path in walk(str(folder)))


def ignore_pattern(length, folder):
    """Whether a pattern of so many characters in an ignore file is honoured."""
    (folder / ".git").mkdir()
    (folder / ".gitignore").write_text("a".ljust(length, "*") + "\n")
    (folder / "a.txt").write_text("")
    return not any(path.endswith("a.txt") for path in walk(str(folder)))


def regular_file(size, folder):
    """Whether a file of so many bytes is read if the limit is 10."""
    path = folder / "a"
    path.write_bytes(b"a" * size)
    try:
        return read_regular_file(str(path), 10) == b"a" * size
    except OSError:
        return False


def message(size, _folder):
    """Whether the language server accepts a message of so many bytes."""
    stream = MessageStream(io.BytesIO(b"Content-Length: %d\r\n\r\n" % size), lambda _: None)
    return stream.readline() == b"Content-Length: %d\r\n" % size


def header_line(length, _folder):
    """Whether the language server accepts a line of so many bytes in a header."""
    field = b"X: " + b"a" * (length - 5) + b"\r\n"
    reports = []
    stream = MessageStream(io.BytesIO(field + b"Content-Length: 5\r\n\r\n"), reports.append)
    assert stream.readline() == b"Content-Length: 5\r\n"
    return not reports


def wrapper(length, _folder):
    """Whether a wrapper with so many characters within its angle brackets is read."""
    (found,) = find(Document(f"<{'http://a.example/'.ljust(length - 2, 'b')} c>"))
    return found.text.endswith("c")


def lines_of_a_wrapper(count, _folder):
    """Whether a wrapper with so many lines is read."""
    (found, *_) = find(Document("<URL:http://a.example/b" + "\nb" * (count - 1) + ">"))
    return found.text.endswith("b" * count)


def url(length, _folder):
    """Whether a bare URL with so many characters after `http://` is found unbroken."""
    text = "http://" + "a.example/".ljust(length, "b")
    return [found.text for found in find(Document(f"see {text} now"))] == [text]


def label(length, _folder):
    """Whether a label of so many octets is valid."""
    return not lint(Document(f"http://{'a' * length}.internal/"), select=["URL405"])


def host(length, _folder):
    """Whether a host of so many octets is valid."""
    return not lint(Document(f"http://{('a' * 49 + '.') * 5}{'a' * (length - 250)}/"), select=["URL405"])


def binary(offset, _folder):
    """Whether a NUL after so many bytes shows that a file is binary."""
    return is_binary(b"a" * offset + b"\0")


BOUNDS = [
    (settings_file, 1 << 20),
    (parts_of_a_key, 50),
    (suggested_word, 100),
    (ignore_file, 1 << 20),
    (ignore_pattern, 4096),
    (regular_file, 10),
    (message, 64 << 20),
    (header_line, 1 << 16),
    (wrapper, 4095),
    (lines_of_a_wrapper, 64),
    (url, 8192),
    (label, 63),
    (host, 253),
    (binary, 8191),
]


@pytest.mark.parametrize(("accepts", "bound"), BOUNDS)
def test_bounds(accepts, bound, tmp_path):
    for name in "within", "beyond":
        (tmp_path / name).mkdir()
    assert accepts(bound, tmp_path / "within")
    assert not accepts(bound + 1, tmp_path / "beyond")


def test_long_texts_are_read_to_their_end_block_by_block():
    data = "größe\n".encode() * 500_000
    long = LongText(data[:3], io.BytesIO(data[3:]), "-")
    assert sum(window.high - window.low for window in long.windows()) == len(data.decode())
