"""`find --unwrap`, `--refang` and `--defang`."""

import pytest

SAFE_LINK = "https://eur03.safelinks.protection.outlook.com/?url={}&data=05%7C02&reserved=0"
NESTED = SAFE_LINK.format("https%3A%2F%2Furldefense.com%2Fv3%2F__https%3A%2F%2Fcanal.example%2Fplan__%3B!!Kw%21Ue6t%24")
OPAQUE = "https://protect-eu.mimecast.com/s/Xy7Qw3Er9Ty1Ui5Op2As?domain=canal.example"


def test_unwrap_prints_targets(urlmend):
    found = urlmend("find", "--unwrap", text=f"<{NESTED}> http://lock.example\n")
    assert found.lines == ["https://canal.example/plan", "http://lock.example"]
    assert found.err == ""


def test_unwrap_reports_what_cannot_be_decoded(urlmend):
    found = urlmend("find", "--unwrap", text=f"{OPAQUE} {SAFE_LINK.format(OPAQUE)}\n")
    assert found.lines == [OPAQUE, OPAQUE]
    assert found.err == "urlmend: 2 URLs with a target that cannot be decoded: Mimecast URL Protect (2)\n"
    assert found.status == 0


def test_urls_are_unchanged_without_options(urlmend):
    text = f"{NESTED} {OPAQUE} hxxp://canal[.]example\n"
    assert urlmend("find", text=text).lines[:2] == [NESTED, OPAQUE]


def test_targets_in_json(urlmend):
    rows = urlmend("find", "--format", "jsonl", text=f"{NESTED} {OPAQUE} https://bit.ly/x http://lock.example\n").rows
    assert [row.get("link_kind") for row in rows] == ["gateway", "gateway", "shortener", None]
    assert [row.get("target", "") for row in rows] == ["https://canal.example/plan", None, "", ""]
    assert rows[0]["gateways"] == ["Microsoft Safe Links", "Proofpoint URL Defense, version 3"]
    assert rows[0]["url"] == NESTED


def test_a_target_is_one_line(urlmend):
    text = SAFE_LINK.format("https%3A%2F%2Fcanal.example%2F%0Ahttps%3A%2F%2Flock.example%1B%5B31m")
    assert urlmend("find", "--unwrap", text=text).lines == [r"https://canal.example/https://lock.example\x1b[31m"]


def test_refang(urlmend):
    text = "see hxxps://canal[.]example/a\nand\n  h**p://lock(dot)example\n"
    assert urlmend("find", "--refang", text=text).lines == ["https://canal.example/a", "http://lock.example"]
    rows = urlmend("find", "--refang", "--format", "jsonl", text=text).rows
    places = [(row["line"], row["column"], row["end_line"], row["end_column"], row["spans"]) for row in rows]
    assert places == [(1, 5, 1, 30, [[4, 29]]), (3, 3, 3, 26, [[36, 59]])]


def test_refang_in_mail(urlmend):
    text = (
        "From: ada@canal.example\nSubject: hxxp://lock[.]example/\nMIME-Version: 1.0\n"
        "Content-Type: text/plain; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\n"
        "see hxxps://canal[.]example/=3Fa and\n"
    )
    rows = urlmend("find", "--refang", "--format", "jsonl", text=text).rows
    assert [(row["url"], row["line"], row["column"]) for row in rows] == [
        ("http://lock.example/", 2, 10),
        ("https://canal.example/?a", 7, 5),
    ]


@pytest.mark.slow
def test_refang_of_a_long_text(urlmend, tree):
    tree({"a.txt": "hxxp://canal[.]example/a\n" * 100_000})
    assert urlmend("find", "--refang", "a.txt").lines == ["http://canal.example/a"] * 100_000


def test_defang(urlmend):
    text = f"http://canal.example/a {NESTED}\n"
    assert urlmend("find", "--defang", text=text).lines[0] == "hxxp://canal[.]example/a"
    assert urlmend("find", "--defang", "--unwrap", text=text).lines[1] == "hxxps://canal[.]example/plan"
    row = urlmend("find", "--defang", "--format", "jsonl", text=text).rows[1]
    assert row["url"].startswith("hxxps://eur03[.]safelinks[.]protection[.]outlook[.]com/?")
    assert row["target"] == "hxxps://canal[.]example/plan"


@pytest.mark.parametrize("options", [["--explain"], ["--explain", "--format", "jsonl"]])
def test_explained_urls_are_defanged(urlmend, options):
    assert "http://" not in urlmend("find", "--defang", *options, text="http://canal.example/a\nb\n").out


def test_fixes_never_refang(urlmend, tree):
    folder = tree({"a.txt": "hxxp://canal[.]example/a and http[:]//lock[.]example/ http://quay.example/a|b\n"})
    urlmend("lint", "--fix", "--unsafe-fixes", "a.txt")
    text = (folder / "a.txt").read_text("utf-8")
    assert text == "hxxp://canal[.]example/a and http[:]//lock[.]example/ http://quay.example/a%7Cb\n"


def test_explained_urls_have_the_lines_of_the_file(urlmend, tree):
    broken = "The plan is at http://www.canal.internal/plans/docs/\ncity/2004/budget_overview.html, they say.\n"
    tree({"box": "".join(f"From a@b.org Thu Jan  1 00:00:00 2015\nSubject: plan {n}\n\n{broken}\n" for n in range(3))})
    places = [line.split()[0] for line in urlmend("find", "--explain", "box").lines if "box:" in line]
    assert places == ["box:4:16:", "box:10:16:", "box:16:16:"]
