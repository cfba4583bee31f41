"""`redact` and `mend` as commands: paths, standard input, bytes, and output while the input is written."""

import os
import subprocess
import sys
import time

import pytest

LOG = b"\xff 1 ftp://ada:h7Tq-92x@canal.example/\r\n2 Password=h7Tq-92x;x\n3 \x1b[1mend"
REDACTED = b"\xff 1 ftp://ada:***@canal.example/\r\n2 Password=***;x\n3 \x1b[1mend"
TEXT = b"\xff see <http://canal.example/a/\r\nb.html>, and\r\nmore \x00 x"
MENDED = b"\xff see <http://canal.example/a/b.html>,\r\nand\r\nmore \x00 x"
FILTERS = {"redact": (LOG, REDACTED), "mend": (TEXT, MENDED)}


@pytest.mark.parametrize("command", FILTERS)
def test_bytes_are_kept(urlmend, tree, command):
    given, expected = FILTERS[command]
    tree({"a.txt": given, "b.txt": b"nothing\n"})
    assert urlmend(command, text=given).out_bytes == expected
    done = urlmend(command, "a.txt", "-", "b.txt", text=given)
    assert (done.status, done.out_bytes, done.err) == (0, expected * 2 + b"nothing\n", "")
    assert urlmend(command, text=b"").out_bytes == b""


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be", "utf-32", "utf-8-sig"])
@pytest.mark.parametrize("command", FILTERS)
def test_wide_text_is_kept_in_its_encoding(urlmend, command, codec):
    given, expected = (each[1:].decode() for each in FILTERS[command])
    mark = "\ufeff" if codec == "utf-16-be" else ""
    assert urlmend(command, text=f"{mark}ä {given}".encode(codec)).out_bytes == f"{mark}ä {expected}".encode(codec)


@pytest.mark.parametrize("command", FILTERS)
def test_what_cannot_be_read_is_named_and_the_rest_goes_on(urlmend, tree, command):
    given, expected = FILTERS[command]
    folder = tree({"a.pdf": b"%PDF-1.7\n", "b.gz": b"\x1f\x8b\x08\0\0\0", "c/d.txt": b"", "e.txt": given})
    done = urlmend(command, "a.pdf", "b.gz", "c", "gone", "e.txt", cwd=folder)
    assert (done.status, done.out_bytes) == (2, expected)
    assert [line.split(":")[1].strip() for line in done.err.splitlines()] == ["a.pdf", "b.gz", "c", "gone"]
    assert "a.pdf: a file in the format pdf, not text" in done.err
    done = urlmend(command, text="ä".encode("utf-16")[:-1])
    assert (done.status, done.err) == (2, "urlmend: -: invalid utf-16-le; not read to its end\n")


@pytest.mark.parametrize("command", FILTERS)
def test_usage(urlmend, command):
    assert urlmend(command, "--nonesuch").status == 2
    assert f"usage: urlmend {command}" in urlmend(command, "--help").out


def test_redact_prints_lines_while_its_input_is_written():
    command = [sys.executable, "-m", "urlmend", "redact"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    with process:
        os.write(process.stdin.fileno(), b"1 ftp://ada:h7Tq-92x@canal.example/\n2 ftp://ada:h7")
        assert process.stdout.readline() == b"1 ftp://ada:***@canal.example/\n"
        os.write(process.stdin.fileno(), b"Tq-92x@canal.example/\n")
        assert process.stdout.readline() == b"2 ftp://ada:***@canal.example/\n"
        # A writer that makes no pause does not delay its lines for long.
        start = time.monotonic()
        for number in range(100):
            os.write(process.stdin.fileno(), b"%d\n" % number)
            time.sleep(0.02)
        process.stdin.close()
        assert process.stdout.read() == b"".join(b"%d\n" % number for number in range(100))
        assert time.monotonic() - start < 60
    assert process.returncode == 0


@pytest.mark.slow
def test_redact_ends_when_its_reader_does():
    writer = [sys.executable, "-c", "while True: print('ftp://ada:h7Tq-92x@canal.example/' * 100, flush=True)"]
    with subprocess.Popen(writer, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as endless:
        command = [sys.executable, "-m", "urlmend", "redact"]
        with subprocess.Popen(command, stdin=endless.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout.readline().startswith(b"ftp://ada:***@canal.example/")
            process.stdout.close()
            assert process.wait(60) == 0
            assert process.stderr.read() == b""
        endless.kill()


MAIL = b"From: a@canal.example\nTo: b@canal.example\nSubject: x\nContent-Transfer-Encoding: base64\n\n" + (
    b"QXQgPFVSTDpodHRwOi8vY2FuYWwuZXhhbXBsZS9hL25vcnRoLQpiYW5rLmh0bWw+LCBhbmQgbW9yZS4K\n"
)


def test_mend_reads_mail_or_what_it_is_told(urlmend):
    done = urlmend("mend", text=MAIL)
    assert (done.status, done.out_bytes) == (0, MAIL)
    assert done.err.startswith("urlmend: -: 1 broken URL unchanged, in encoded or signed parts")
    shown = MAIL.partition(b"\n\n")[0] + b"\n\n<http://canal.example/a/\nb.html> x\n"
    assert urlmend("mend", text=shown).out_bytes == shown
    done = urlmend("mend", "--input", "text", text=shown)
    assert done.out_bytes == shown.replace(b"\nb.html> x", b"b.html>\nx")
    assert urlmend("mend", "--input", "mail", text=TEXT[2:]).out_bytes == MENDED[2:]


def test_mend_unwraps_if_asked_for(urlmend):
    link = b"https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example%2Fb&data=05&reserved=0"
    assert urlmend("mend", text=b"see " + link).out_bytes == b"see " + link
    assert urlmend("mend", "--unwrap", text=b"see " + link).out == "see https://canal.example/b"
