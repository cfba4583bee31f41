"""Texts that once took time that grew with the square of their length, or ended a run, by command."""

import resource

import pytest

from growth import assert_linear
from office_samples import slides_that_are_missing
from tables import each_row
from urlmend.cli.main import main

FIX = "<http://www.canal.example.com.de/a^b>\n"
URL = "http://www.canal.de/a^b/%d/x"
DIFF, LINT = ("lint", "--isolated", "--diff"), ("lint", "--isolated")
SCAN = ("scan", "--processes", "1", "--progress", "none", "--overwrite", "-o", "a.sqlite")


def _many(unit, between=""):
    return lambda count: between.join(unit % number for number in range(count))


ATTACKS = {
    "folders as passwords": ("a.txt", DIFF, lambda n: "?pwd=/" * n + f" {FIX}", 3000),
    "hosts in brackets": ("a.txt", ("redact",), lambda n: "http://a:b@[" * n, 2000),
    "tokens of one link": (
        "a.html",
        LINT,
        lambda n: f'<a href="http://www.canal.de/{"&access_token=q7Rk2mX9ZtLw" * n}">x</a>',
        800,
    ),
    "key ids of one link": (
        "a.html",
        LINT,
        lambda n: f'<a href="http://www.canal.de/?{"csrf_token=q7Rk2mX9ZtLw4V&k=AKIAQ7RK2MX7ZTLW4VBN&" * n}">x</a>',
        500,
    ),
    "quotes in an envelope": (
        "a.eml",
        SCAN,
        lambda n: (
            f'From: "Ada via list" <list@a.de>\nList-Post: <mailto:list@a.de>\nX-MailFrom: "{chr(92)}"'
            + '\\"' * n
            + "\nSubject: x\n\nhttp://www.canal.de/\n"
        ),
        4000,
    ),
    "texts of JSON": ("a.json", DIFF, lambda n: "[" + _many(f'"{URL}"', ",\n")(n) + "]", 1000),
    "texts of a catalogue": ("a.po", DIFF, _many(f'msgid "x"\nmsgstr "{URL}"\n\n'), 1000),
    "texts of XML": ("a.xml", DIFF, lambda n: "<r>" + _many(f"<link>{URL}</link>\n")(n) + "</r>", 1000),
    "directives of YAML": (
        "a.yaml",
        DIFF,
        lambda n: "".join(f"%TAG !a{at}! x:{at}\n" for at in range(n)) + "---\n- http://www.canal.de/a^b\n",
        10_000,
    ),
    "signs on one line": ("a.txt", DIFF, lambda n: ":: " * n + FIX, 40_000),
    "a long line of Doxygen": (
        "b.Doxyfile",
        LINT,
        lambda n: "# Doxyfile 1.9\n" + "".join(f"{chr(2570) * 20} {URL % at} " for at in range(n)),
        600,
    ),
    "slides that are missing": ("a.pptx", LINT, slides_that_are_missing, 500),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_time_is_linear(name, tmp_path, monkeypatch, capfd):
    file, command, made, count = ATTACKS[name]
    monkeypatch.chdir(tmp_path)

    def work(content):
        (tmp_path / file).write_bytes(content if isinstance(content, bytes) else content.encode())
        assert main([*command, file]) in (0, 1, 2)
        capfd.readouterr()

    assert_linear(work, made, count)


@pytest.mark.slow
@each_row(
    ("file", "text"),
    [
        (
            "a.xml",
            "<r xmlns='"
            + "u" * 60_000
            + "'>\n<link>http://www.canal.de/a^b</link>\n"
            + _many("<a%d/>\n")(6000)
            + "</r>",
        ),
        (
            "b.xml",
            f"<r xmlns:{'b' * 200}{' ' * 20}={chr(34)}u'{'u' * 60_000}{chr(34)}>\n<link>http://www.canal.de/a^b</link>\n"
            + _many(f"<{'b' * 200}:a%d/>\n")(3000)
            + "</r>",
        ),
        ("a.py", "# http://www.canal.de/a^b\n" + "a\n" * 78_000),
    ],
)
def test_parsers_take_little_memory(file, text, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / file).write_text(text)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    main([*DIFF, file])
    assert "+" in capfd.readouterr()[0]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


@each_row("command", [LINT, DIFF, (*LINT, "--format", "sarif", "--select", "ALL"), SCAN, ("find",)])
def test_numbers_have_any_length(command, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    zeros, ones = "0" * 5000, "1" * 5000
    (tmp_path / "a.txt").write_text(
        f"see http://{zeros}/ x http://{ones}/ x git://www.canal.de:{zeros}9/a x git://www.canal.de:{ones}/a\n"
        f"{ones[:-1]}1. http://www.canal.de/plans-\n{ones[:-1]}2. gates\n"
    )
    assert main([*command, "a.txt"]) in (0, 1)
    assert "error (" not in capfd.readouterr()[1]
