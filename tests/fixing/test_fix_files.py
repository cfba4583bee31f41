"""`lint --fix` and `lint --diff` on files."""

import gzip
import json
import os
import pty
import re
import shutil
import stat
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest

import urlmend as library
from labelled import labelled, labels_of, score, sets
from terminals import read_terminal
from urlmend.model.finding import PROFILES

BAD, FIXED = "http://a.example/b|c", "http://a.example/b%7Cc"

# Bytes before and after the URL; none of them may change.
AROUND = [
    (b"see ", b"\n"),
    (b"see ", b""),
    (b"one\r\nsee ", b"\r\ntwo\n\rthree\r"),
    (b"\xef\xbb\xbfsee ", b"\r\n"),
    (b"caf\xe9 \xff\xfe ", b" \x80\n"),
    ("größe 計画 😀 ".encode(), b"\n\x0c\n"),
    (b"a\x00".ljust(9000, b"a")[2:] + b" ", b"\x00\n"),
]


@pytest.mark.parametrize(("before", "after"), AROUND)
def test_only_edited_bytes_change(urlmend, tree, before, after):
    folder = tree({"a.txt": before + BAD.encode() + after})
    done = urlmend("lint", "--fix", "a.txt")
    assert (done.status, done.out) == (1, "")
    assert done.err == "urlmend: 1 finding fixed in 1 file\n"
    assert (folder / "a.txt").read_bytes() == before + FIXED.encode() + after
    assert urlmend("lint", "--fix", "a.txt").status == 0


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_encodings_are_preserved(urlmend, tree, codec):
    mark = b"" if codec in ("utf-16", "utf-32") else "\ufeff".encode(codec)
    folder = tree({"a.txt": mark + f"größe 😀\r\n{BAD}\r\n".encode(codec)})
    assert urlmend("lint", "--fix", "a.txt").status == 1
    assert (folder / "a.txt").read_bytes() == mark + f"größe 😀\r\n{FIXED}\r\n".encode(codec)


def test_damaged_utf_16_file_is_not_modified(urlmend, tree):
    damaged = "\ufeff".encode("utf-16-le") + b"\x00\xd8" + f" {BAD}\n".encode("utf-16-le")
    folder = tree({"a.txt": damaged})
    done = urlmend("lint", "--fix", "a.txt")
    assert "URL205" in done.out
    assert "1 not fixed" in done.err
    assert (folder / "a.txt").read_bytes() == damaged


def test_mode_and_symbolic_links_are_preserved(urlmend, tree):
    folder = tree({"a.sh": BAD, "b/c.txt": BAD})
    (folder / "a.sh").chmod(0o4754)
    (folder / "link.txt").symlink_to("b/c.txt")
    assert urlmend("lint", "--fix", "a.sh", "link.txt").status == 1
    assert stat.S_IMODE((folder / "a.sh").stat().st_mode) == 0o4754
    assert (folder / "link.txt").is_symlink()
    assert (folder / "b" / "c.txt").read_text() == FIXED
    assert sorted(path.name for path in folder.rglob("*")) == ["a.sh", "b", "c.txt", "link.txt"]


def test_missing_and_binary_files_do_not_stop_the_others(urlmend, tree):
    binary = b"\x00\x01 " + BAD.encode()
    folder = tree({"a.txt": BAD, "b.bin": binary, "d.txt": BAD, "e.txt": "nothing\n"})
    done = urlmend("lint", "--fix", "a.txt", "b.bin", "gone.txt", "d.txt", "e.txt")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "urlmend: b.bin: skipped: binary file\nurlmend: gone.txt: No such file or directory\n"
        "urlmend: skipped: 1 binary file\nurlmend: 2 findings fixed in 2 files\n"
    )
    assert ((folder / "a.txt").read_text(), (folder / "d.txt").read_text()) == (FIXED, FIXED)
    assert (folder / "b.bin").read_bytes() == binary
    assert urlmend("lint", "--fix", "b.bin").status == 0


def test_read_only_file_is_reported_and_others_are_fixed(urlmend, tree):
    folder = tree({"a.txt": BAD, "b.txt": BAD})
    (folder / "a.txt").chmod(0o444)
    done = urlmend("lint", "--fix", "a.txt", "b.txt")
    assert done.status == 2
    assert done.err.startswith("urlmend: a.txt: read-only, not fixed\n")
    assert done.out.startswith("a.txt:1:19: URL205 ")
    assert ((folder / "a.txt").read_text(), (folder / "b.txt").read_text()) == (BAD, FIXED)


CHANGED_MEANWHILE = """
import sys
from urlmend.cli.main import main
from urlmend.fixing import fix_files
fix_bytes = fix_files.fix_bytes
def changed(data, *arguments, **options):
    fixed = fix_bytes(data, *arguments, **options)
    if b"first" in data:
        open("a.txt", "a").write("more\\n")
    return fixed
fix_files.fix_bytes = changed
sys.exit(main(sys.argv[1:]))
"""


def test_a_file_that_changes_while_it_is_fixed_is_left(tree):
    folder = tree({"a.txt": f"first {BAD}\n", "b.txt": BAD})
    command = [sys.executable, "-c", CHANGED_MEANWHILE, "lint", "--fix", "a.txt", "b.txt"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("urlmend: a.txt: changed by another program, not fixed\n")
    assert done.stdout.startswith("a.txt:1:")
    assert ((folder / "a.txt").read_text(), (folder / "b.txt").read_text()) == (f"first {BAD}\nmore\n", FIXED)
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "b.txt"]


def test_a_file_with_other_hard_links_is_reported_and_others_are_fixed(urlmend, tree):
    folder = tree({"a.txt": BAD, "b.txt": BAD})
    os.link(folder / "a.txt", folder / "c.txt")
    done = urlmend("lint", "--fix", "a.txt", "b.txt")
    assert done.status == 2
    assert done.err.startswith("urlmend: a.txt: has other hard links, not fixed\n")
    assert [(folder / name).read_text() for name in ("a.txt", "b.txt", "c.txt")] == [BAD, FIXED, BAD]


def test_guesses_are_printed_without_secrets(urlmend, tree):
    tree({"a.txt": "see http://a.example/100%, and http://a.example/b|c\n"})
    done = urlmend("lint", "--diff", "--unsafe-fixes", "a.txt")
    assert done.err.splitlines() == [
        "urlmend: a.txt:1:25: unsafe fix of URL208: '%' without two hexadecimal digits: encode as %25",
        "urlmend: 2 findings would be fixed in 1 file",
    ]
    assert "unsafe fix of" not in urlmend("lint", "--diff", "a.txt").err


@pytest.mark.parametrize(
    "text",
    [
        "see http://a.example/b|c and http://a.example/d^e\n",
        "see <URL:http://a-\nb.example/c> and\n\nhttp://a.example/d^e|f and http://a.example/100%\n",
        "see HTTP://a.example/b|c^d{e}, <URL:<http://b.example/x|y>>\nand http://a.example/d^e\n",
        "<http://a-\nb.example/c|d>#frag http://x.example/^\n",
        "see http:\\\\a.example\\b|c and http://a.example/b|c^d and http://a.example/100%|z\n",
        "From: a@b.c\nTo: b@c.d\nDate: x\n\nsee http:\\\\a.example\\b|c and <http://a.example/d^e|\nf>\nhttp://a.example/y|x\n",
    ],
)
def test_fixes_of_a_diff_have_their_positions_in_the_original_file(urlmend, tree, text):
    tree({"a.txt": text})
    options = ("--unsafe-fixes", "--extend-select", "ALL")
    done = urlmend("lint", "--diff", "--verbose", *options, "a.txt")
    printed = [re.match(r"urlmend: a.txt:(\d+):(\d+): (?:unsafe )?fix of", line) for line in done.err.splitlines()]
    positions = {(int(match[1]), int(match[2])) for match in printed if match}
    found = {(row["line"], row["column"]) for row in urlmend("lint", "--format", "jsonl", *options[1:], "a.txt").rows}
    assert positions
    assert positions <= found


@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_verbose_prints_each_fix(urlmend, tree, option):
    tree({"a.txt": "see http://a.example/b|c\nand http://a.example/100%, and http://user:hunter2@a.example/d^e\n"})
    done = urlmend("lint", option, "--verbose", "a.txt")
    assert [line for line in done.err.splitlines() if "fix of" in line] == [
        "urlmend: a.txt:1:23: fix of URL205: '|' in URL: encode as %7C",
        "urlmend: a.txt:2:63: fix of URL205: '^' in URL: encode as %5E",
    ]
    tree({"c.txt": "http://a.example/b|c and http://a.example/d^e\n"})
    done = urlmend("lint", option, "--verbose", "c.txt")
    assert f"c.txt:1:{46 if option == '--fix' else 44}: fix of URL205: '^'" in done.err
    tree({"b.txt": "see http://a.example/100%, and http://a.example/b|c\n"})
    done = urlmend("lint", option, "--unsafe-fixes", "--verbose", "b.txt")
    assert [line.split(": ")[2] for line in done.err.splitlines() if "fix of" in line] == [
        "unsafe fix of URL208",
        "fix of URL205",
    ]
    assert "fix of" not in urlmend("lint", "--diff", "a.txt").err


def test_a_url_that_is_left_near_its_fixed_form_is_counted(urlmend, tree):
    tree({"a.txt": "write http://a.example/b%7Cc, not http://a.example/b|c\n"})
    assert urlmend("lint", "--fix", "a.txt").err.endswith("urlmend: 1 not fixed: near its fixed form\n")


def test_positions_are_those_in_the_fixed_file(urlmend, tree):
    broken = "The plan is at http://www.canal.example/plans/\ncity/2004/budget_overview.html, they say.\n"
    folder = tree({"a.txt": f"{broken}see http://a.example/100%\n{broken}ftp://al:h7Tq92x@a.internal/\n"})
    done = urlmend("lint", "--fix", "--unsafe-fixes", "a.txt")
    lines = (folder / "a.txt").read_text().splitlines()
    places = [line.removeprefix("urlmend: ").split(":")[1:3] for line in (*done.err.splitlines()[:-1], done.out)]
    starts = [lines[int(line) - 1][int(column) - 1 :] for line, column in places]
    assert [start[:6] for start in starts] == ["http:/", "%25", "http:/", "al:h7T"]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("tests/a.txt", f"{BAD}\n", "in a test file"),
        ("a.txt", f"$ curl {BAD}\n", "in code or another place that is not edited"),
        (
            "a.txt",
            f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{BAD}\n-----BEGIN PGP SIGNATURE-----\n\nabc\n",
            "in signed text",
        ),
        (
            "a.eml",
            f"From: a@b.example\nMIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
            f"{b64encode(BAD.encode()).decode()}\n",
            "in a header or an encoded, signed or HTML part",
        ),
    ],
)
def test_the_summary_has_the_reason_why_a_fix_was_not_applied(urlmend, tree, name, text, reason):
    tree({name: text})
    assert f"1 not fixed: {reason}\n" in urlmend("lint", "--fix", name).err


def test_a_fix_that_was_refused_is_not_marked_as_fixable(urlmend, tree):
    # With the fix, the other URL is read otherwise: without the hyphen, as it is then unbroken elsewhere.
    text = 'see <URL:http://a.example/plans-\nbudget.html> and "http://a.example/\nplansbudget.html" now\n'
    folder = tree({"a.txt": text})
    assert "1 fixable" in urlmend("lint", "--select=URL108", "a.txt").err
    done = urlmend("lint", "--select=URL108", "--fix", "--unsafe-fixes", "a.txt")
    assert "1 not fixed: not proven harmless\n" in done.err
    assert "fixable" not in done.out + done.err
    assert (folder / "a.txt").read_text() == text


def test_a_fix_that_makes_a_line_of_icalendar_too_long_is_not_offered(urlmend, tree):
    folder = tree({"a.ics": f"BEGIN:VCALENDAR\nURL:{BAD.ljust(70, 'c')}\nURL:{BAD}\nEND:VCALENDAR\n"})
    assert urlmend("lint", "a.ics").out.count("[*]") == 1
    assert urlmend("lint", "--fix", "a.ics").out.count("[*]") == 0
    assert (folder / "a.ics").read_text().count("%7C") == 1


def spellings(project):
    """The ways to name a project: the folder to run in, and the path."""
    return [
        (project, "."),
        (project, f"{project}"),
        (project, f"../{project.name}"),
        (project.parent, project.name),
        (project.parent, "."),
        (project.parent.parent, f"{project}"),
        (project.parent.parent, f"tests/{project.name}/"),
        (project / "src", ".."),
        (project / "src", f"{project}"),
    ]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("root", ["urlmend.toml", "pyproject.toml", ".git/HEAD", ""])
def test_the_place_of_a_project_does_not_decide_what_is_fixed(urlmend, tree, root):
    folder = tree({f"tests/plan/{name}/a.txt": f"{BAD}\n" for name in ("src", "src/tests", "tests")})
    project = folder / "tests/plan"
    if root:
        tree({f"tests/plan/{root}": "[tool.urlmend]\n" if root == "pyproject.toml" else ""})
    for current, path in spellings(project):
        shown = [line for line in urlmend("lint", "--diff", path, cwd=current).lines if line.startswith("+++ ")]
        assert [line.endswith(("src/a.txt", " a.txt", " ../src/a.txt")) for line in shown] == [True], (current, path)


def test_tests_of_a_project_are_never_fixed(urlmend, tree):
    folder = tree({"tests/plan/urlmend.toml": "", "tests/plan/tests/a.txt": f"{BAD}\n"})
    project = folder / "tests/plan"
    for current, path in [
        (project, "tests/a.txt"),
        (project, "tests"),
        (project / "tests", "."),
        (project / "tests", "a.txt"),
        (folder, "tests/plan/tests"),
        (folder, f"{project}/tests/a.txt"),
    ]:
        assert "1 not fixed: in a test file\n" in urlmend("lint", "--diff", path, cwd=current).err, (current, path)


def test_file_without_fixes_is_not_written(urlmend, tree):
    folder = tree({"a.txt": "see http://a.example/\n", "b.txt": "http://a.example/100%"})
    for name in ("a.txt", "b.txt"):
        (folder / name).chmod(0o444)
        os.utime(folder / name, (1, 1))
    done = urlmend("lint", "--fix", ".")
    assert (done.status, len(done.lines)) == (1, 1)
    assert (folder / "a.txt").stat().st_mtime == (folder / "b.txt").stat().st_mtime == 1


def test_remaining_findings_have_their_new_locations(urlmend, tree):
    tree({"a.txt": f"<URL:http://a-\nb.example/c> {BAD}\nftp://al:h7Tq92x@a.internal/"})
    done = urlmend("lint", "--fix", "--format", "jsonl", "a.txt")
    assert [(row["code"], row["line"]) for row in done.rows] == [("URL501", 3)]
    assert "2 findings fixed in 1 file; 1 left: 1 error" in done.err


def test_unsafe_fixes_need_an_option(urlmend, tree):
    folder = tree({"a.txt": "http://a.example/100%"})
    assert urlmend("lint", "--fix", "a.txt").status == 1
    assert (folder / "a.txt").read_text() == "http://a.example/100%"
    assert urlmend("lint", "--fix", "--unsafe-fixes", "a.txt").status == 1
    assert (folder / "a.txt").read_text() == "http://a.example/100%25"
    done = urlmend("lint", "--unsafe-fixes", "a.txt")
    assert (done.status, done.err) == (2, "urlmend: --unsafe-fixes needs --fix or --diff\n")


def test_suppressed_and_baseline_findings_are_not_fixed(urlmend, tree):
    text = f"{BAD} # urlmend: ignore\n{BAD}d\n{BAD}e\n"
    folder = tree({"a.txt": text})
    urlmend("lint", "--baseline", "b.jsonl", "--update-baseline", "a.txt")
    (folder / "a.txt").write_text(text + f"{BAD}\n")
    done = urlmend("lint", "--fix", "--baseline", "b.jsonl", "a.txt")
    assert (done.status, done.err) == (1, "urlmend: 1 finding fixed in 1 file\n")
    assert (folder / "a.txt").read_text() == text + f"{FIXED}\n"
    assert urlmend("lint", "--baseline", "b.jsonl", "a.txt").status == 0


def test_dependent_fixes_are_applied_in_one_run(urlmend, tree):
    folder = tree({"a.txt": "<URL:http://a.example/b|c-\nd>\n"})
    assert urlmend("lint", "--fix", "a.txt").status == 1
    once = (folder / "a.txt").read_text()
    assert once == "<URL:http://a.example\n/b%7Cc-d>\n"
    assert urlmend("lint", "--fix", "a.txt").status == 0
    assert (folder / "a.txt").read_text() == once


def test_diff_modifies_no_file(urlmend, tree):
    folder = tree({"a.txt": f"one\ntwo {BAD}\nthree", "b.txt": "fine\n"})
    done = urlmend("lint", "--diff", "a.txt", "b.txt")
    assert done.status == 1
    hunk = f"@@ -1,3 +1,3 @@\n one\n-two {BAD}\n+two {FIXED}\n three\n\\ No newline at end of file\n"
    assert done.out == f"--- a.txt\n+++ a.txt\n{hunk}"
    assert (folder / "a.txt").read_text() == f"one\ntwo {BAD}\nthree"
    assert urlmend("lint", "--diff", "b.txt").status == 0


def test_diff_has_no_control_characters(tree):
    folder = tree({"a.txt": f"\x1b[31m\x9b {BAD}\n"})
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "urlmend", "lint", "--diff", "--quiet", "a.txt"]
    process = subprocess.Popen(command, cwd=folder, env=os.environ | {"NO_COLOR": "1"}, stdout=theirs)
    os.close(theirs)
    shown = read_terminal(ours)
    process.wait()
    assert b"-\\x1b[31m" in shown
    assert b"\x1b" not in shown
    assert "\x9b" not in shown.decode()


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
def test_patch_applies_the_diff(urlmend, tree):
    folder = tree({"a.txt": f"one\r\ntwo {BAD}\r\n<URL:http://a-\r\nb.example/c>\r\nlast"})
    expected = library.fix((folder / "a.txt").read_bytes().decode())
    diff = urlmend("lint", "--diff", "a.txt").out_bytes
    subprocess.run(["patch", "-p0", "--binary", "--quiet"], input=diff, cwd=folder, check=True)
    assert (folder / "a.txt").read_bytes().decode() == expected


@pytest.mark.parametrize(
    "options", [["--diff"], ["--diff", "--unsafe-fixes"], ["--show-source"], ["--fix", "--show-source"]]
)
def test_diff_and_source_lines_hide_passwords(urlmend, tree, options):
    broken = f"{BAD} <URL:ftp://al:h7Tq\n92x@a.internal/> ftp://al:h7Tq92x@b.internal/ {BAD}\n"
    tree({"a.txt": broken, "b.txt": f"ftp://al:{'h7Tq92x' * 20}@a.internal/ {BAD}\n"})
    done = urlmend("lint", *options, "a.txt", "b.txt")
    assert done.status == 1
    assert "h7Tq" not in done.out + done.err
    assert "92x" not in done.out + done.err
    if options[0] == "--diff":
        assert "h7Tq" in urlmend("lint", "--show-secrets", *options, "a.txt").out


HIDDEN = "urlmend: secrets are hidden in this diff; --show-secrets makes one that can be applied\n"


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("text", "is_hidden"),
    [
        (f"see {BAD} ftp://al:h7Tq92x@b.internal/\n", True),
        (f"ftp://al:h7Tq92x@b.internal/\n\n{BAD}\n", True),
        (f"{BAD}\nftp://al:h7Tq92x@b.internal/\n", True),
        (f"ftp://al:h7Tq92x@b.internal/\n\n\n\n{BAD}\n", False),
        ("ftp://al:h7Tq92x@b.internal/\n", False),
        (f"see *** and {BAD}\n", False),
    ],
)
def test_a_diff_that_hides_secrets_says_so(urlmend, tree, text, is_hidden):
    tree({"a.txt": text, "b.txt": text})
    assert urlmend("lint", "--diff", "a.txt", "b.txt").err.count(HIDDEN) == is_hidden
    assert HIDDEN not in urlmend("lint", "--quiet", "--diff", "a.txt").err
    assert HIDDEN not in urlmend("lint", "--diff", "--show-secrets", "a.txt").err
    assert HIDDEN not in urlmend("lint", "--fix", "a.txt").err


def test_standard_input_is_printed_fixed(urlmend):
    done = urlmend("lint", "--fix", "-", text=f"{BAD}\r\nhttp://a.example/100%\n")
    assert done.out_bytes == f"{FIXED}\r\nhttp://a.example/100%\n".encode()
    assert done.err.startswith("-:2:21: URL208 ")
    assert urlmend("lint", "--fix", text="fine\n").out == "fine\n"
    assert urlmend("lint", "--diff", "--stdin-filename", "x.txt", text=BAD).out.startswith("--- x.txt\n")


def test_compressed_files_are_not_modified(urlmend, tree):
    packed = gzip.compress(BAD.encode())
    folder = tree({"a.txt.gz": packed})
    done = urlmend("lint", "--fix", "a.txt.gz")
    assert "URL205" in done.out
    assert "1 not fixed: in a compressed file\n" in done.err
    assert (folder / "a.txt.gz").read_bytes() == packed


HEAD = b"From: ada@canal.example\nSubject: plan\nMessage-ID: <1@canal.example>\n"
# Header field of a part, its bytes, and the fixed bytes; None if they must not change.
PARTS = [
    (
        b"Content-Type: text/plain; charset=iso-8859-1",
        b"gr\xf6\xdfe " + BAD.encode(),
        b"gr\xf6\xdfe " + FIXED.encode(),
    ),
    (b"Content-Type: text/plain; charset=utf-8", "größe ".encode() + BAD.encode(), "größe ".encode() + FIXED.encode()),
    (b"Content-Type: text/plain; charset=us-ascii", b"\x80 " + BAD.encode(), b"\x80 " + FIXED.encode()),
    (b"X-Nothing: 1", BAD.encode(), FIXED.encode()),
    (b"Content-Transfer-Encoding: quoted-printable", b"=20" + BAD.encode(), None),
    (b"Content-Transfer-Encoding: base64", b"aHR0cDovL2EuZXhhbXBsZS9ifGM=", None),
    (b"Content-Type: text/html", b"<p>" + BAD.encode(), None),
    (b"Content-Type: text/plain; charset=utf-7", b"+AOQ- " + BAD.encode(), None),
]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
@pytest.mark.parametrize(("declared", "body", "fixed"), PARTS)
def test_mail_is_fixed_unless_encoded(urlmend, tree, declared, body, fixed, line_end):
    before = (HEAD + declared + b"\n\n").replace(b"\n", line_end)
    folder = tree({"a.eml": before + body + line_end})
    done = urlmend("lint", "--fix", "a.eml")
    assert done.status == 1
    assert ("not fixed" in done.err) == (fixed is None)
    assert (folder / "a.eml").read_bytes() == before + (fixed or body) + line_end


def test_every_message_of_a_mailbox_is_fixed(urlmend, tree):
    message = b"From ada@canal.example Mon Jan  5 10:00:00 2004\n" + HEAD + b"\n>From here: %s\n\n"
    sized = message.replace(b"Subject", b"Content-Length: 34\nSubject")
    box = message % BAD.encode() + sized % BAD.encode() + message % BAD.encode()
    folder = tree({"box": box})
    done = urlmend("lint", "--fix", "box")
    assert done.status == 1
    assert [line.split(":")[1] for line in done.lines] == ["14"]
    expected = message % FIXED.encode() + sized % BAD.encode() + message % FIXED.encode()
    assert (folder / "box").read_bytes() == expected


def test_signed_parts_are_not_modified(urlmend, tree):
    part = b"--x\nContent-Type: text/plain\n\n" + BAD.encode() + b"\n"
    text = HEAD + b"Content-Type: multipart/signed; boundary=x\n\n" + part + b"--x--\n"
    folder = tree({"a.eml": text})
    assert "not fixed" in urlmend("lint", "--fix", "a.eml").err
    assert (folder / "a.eml").read_bytes() == text


def test_text_around_signed_text_is_fixed(urlmend, tree):
    signed = f"-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\n{BAD}\r\n-----END PGP SIGNATURE-----\r\n"
    folder = tree({"a.txt": f"{BAD}\r\n{signed}{BAD}\r\n".encode()})
    urlmend("lint", "--fix", "a.txt")
    assert (folder / "a.txt").read_bytes() == f"{FIXED}\r\n{signed}{FIXED}\r\n".encode()


FORMATTED = [
    ("a.json", '["http:\\/\\/a.example/b|c", "http://b.example/b|c", "\\u0026"]', "|c", "%7Cc"),
    ("a.json", '{"url": "http:\\/\\/a.example/b|c"}', "|c", "%7Cc"),
    ("a.csv", 'id,url\r\n1,http://a.example/b|c\r\n2,"http://b.example/b|c"\r\n', "|c", "%7Cc"),
    ("a.ics", "URL:http://a.exam\r\n ple/b|c\r\nX:y\\, http://b.example/b|c\r\n", "|c", "%7Cc"),
    ("a.adoc", "See http://a.example/b|c[text] and http://b.example/b|c\n", "|c", "%7Cc"),
    ("a.sh", "# see http://a.example/b^c;x\n", "^", "%5E"),
]


@pytest.mark.parametrize(("name", "written", "bad", "good"), FORMATTED)
def test_fixes_are_written_in_formats(urlmend, tree, name, written, bad, good):
    folder = tree({name: written.encode()})
    assert " fixed in 1 file" in urlmend("lint", "--fix", "--select", "URL2", name).err
    assert (folder / name).read_bytes().decode() == written.replace(bad, good)
    assert urlmend("lint", "--select", "URL2", name).status == 0


UNWRITABLE = [
    ("a.json", '["http://a.example/b\\u007Cc"]'),  # the character is an escape
]


@pytest.mark.parametrize(("name", "written"), UNWRITABLE)
def test_escapes_are_not_edited(urlmend, tree, name, written):
    folder = tree({name: written.encode()})
    done = urlmend("lint", "--fix", "--select", "URL2", name)
    assert "1 not fixed" in done.err
    assert (folder / name).read_bytes().decode() == written


def test_a_fix_that_its_format_would_read_otherwise_is_not_written(urlmend, tree):
    text = '["see (URL: http://a.example/b c)"]\n'
    for code in ("URL1", "ALL"):
        folder = tree({"a.json": text})
        urlmend("lint", "--fix", "--unsafe-fixes", "--extend-select", code, "a.json")
        assert json.loads((folder / "a.json").read_text())


def test_diff_hides_escaped_passwords(urlmend, tree):
    tree({"a.json": '["http:\\/\\/ann:pa\\u0073word99@a.example/b|c"]\n'})
    done = urlmend("lint", "--diff", "a.json")
    assert "word99" not in done.out + done.err
    assert done.out.count("@a.example") == 2


def printed(urlmend, folder):
    """Return the percent-decoded URLs that `find` prints for each file of a folder."""
    found = {}
    for row in urlmend("find", "--format", "jsonl", folder).rows:
        found.setdefault(Path(row["file"]).name, set()).add(unquote(row["url"], errors="surrogateescape"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("source", sets(), ids=lambda path: path.name)
def test_fixes_keep_the_urls_of_labelled_texts(urlmend, tmp_path, profile, source):
    ignored = shutil.ignore_patterns("*.jsonl")
    shutil.copytree(source, tmp_path, dirs_exist_ok=True, ignore=ignored, copy_function=shutil.copyfile)
    before = wrong_urls(urlmend, tmp_path, source)
    done = urlmend("lint", "--fix", "--profile", profile, tmp_path)
    assert done.status < 2, done.err
    again = urlmend("lint", "--fix", "--profile", profile, tmp_path)
    assert again.out == done.out
    assert " fixed in " not in again.err
    assert wrong_urls(urlmend, tmp_path, source) == before


def wrong_urls(urlmend, folder, source):
    """How many URLs of the labels of a set are missed in a copy of it, and how many others are found."""
    found, counts = printed(urlmend, folder), Counter()
    for path in labelled(source):
        rows = [
            {**row, "url": unquote(row["url"]), "accept": [unquote(url) for url in row.get("accept", ())]}
            for row in labels_of(path)
        ]
        missed, spurious = score(rows, found.get(path.name, set()))
        counts.update(missed=len(missed), spurious=len(spurious))
    return counts
