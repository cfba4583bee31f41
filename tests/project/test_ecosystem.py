"""The comparison of findings on trees of other projects."""

import json
import re
import subprocess
import sys
from pathlib import Path

from tables import each_row

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import ecosystem
import repairs
import rule_figures
from ecosystem import Finding, Verdict, Verdicts

PIPE = Finding("harbour", "URL205", "docs/map.md", 3, 8, "'|' in URL: encode as %7C")
CARET = PIPE._replace(line=7, message="'^' in URL: encode as %5E")
OTHER = PIPE._replace(file="src/map.c", line=9)


def verdict(word, file="", **fields):
    return Verdict(
        **{"tree": "harbour", "code": "URL205", "message": PIPE.kind, "reason": "", **fields}, verdict=word, file=file
    )


def test_messages_differ_by_more_than_values():
    assert PIPE.kind == OTHER.kind == "… in URL: encode as %…C"
    assert CARET.kind != PIPE.kind


@each_row(
    ("rows", "finding", "found"),
    [
        ([], PIPE, "unjudged"),
        ([verdict("right")], PIPE, "right"),
        ([verdict("right"), verdict("noise", "src/")], OTHER, "noise"),
        ([verdict("right"), verdict("noise", "src/")], PIPE, "right"),
        ([verdict("noise", "src/")], PIPE, "unjudged"),
        ([verdict("right", tree="pier")], PIPE, "unjudged"),
        ([verdict("right", code="URL204")], PIPE, "unjudged"),
    ],
)
def test_the_most_specific_verdict_counts(rows, finding, found):
    assert Verdicts(rows).of(finding) == found


def test_differences_and_shares():
    verdicts = Verdicts([verdict("right"), verdict("wrong", message=CARET.kind)])
    changed = list(ecosystem.differences({PIPE, CARET}, {PIPE, OTHER}, verdicts))
    assert [line.split(" | ")[1:4] for line in changed[2:]] == [["new", "1", "right"], ["gone", "1", "wrong"]]
    *_, total = ecosystem.shares([PIPE, OTHER, CARET], verdicts)
    assert total == "| all | 2 | 0 | 1 | 0 | 67% | 50% |"
    assert list(ecosystem.differences({PIPE}, {PIPE}, verdicts)) == []


def test_findings_without_a_verdict_are_listed_once():
    assert len(list(ecosystem.unjudged([PIPE, OTHER, CARET], Verdicts([])))) == 2
    assert list(ecosystem.unjudged([PIPE], Verdicts([verdict("noise")]))) == []


def test_lists():
    listed = ecosystem.repositories(ecosystem.REPOSITORIES)
    assert len(listed) == len(dict(listed)) >= 100
    assert all(
        re.fullmatch(r"[\w.-]+/[\w.-]+", name) and re.fullmatch(r"[0-9a-f]{40}", commit) for name, commit in listed
    )
    rows = ecosystem.read_verdicts(ecosystem.VERDICTS)
    assert {row.tree for row in rows} <= {name.replace("/", "+") for name, _ in listed}
    assert len(rows) == len({(*row[:3], row.file) for row in rows})


def test_figures_of_rules_count_findings_with_verdicts(tmp_path):
    (tmp_path / "verdicts.jsonl").write_text(
        "".join(
            json.dumps({"file": f"b/{file}", "code": code, "line": line, "verdict": verdict}) + "\n"
            for file, code, line, verdict in [
                ("a.md", "URL205", 7, "noise"),
                ("a.md", "URL205", 70, "noise"),
                ("a.md", "URL602", 70, "wrong"),
                ("a.md", "", 9, "missed"),
            ]
        )
    )
    found = [
        PIPE._replace(tree="b", file="a.md", line=8),
        PIPE._replace(tree="b", file="a.md", code="URL124", line=9),
    ]
    counted = sorted(rule_figures.of_sample(tmp_path, found))
    assert counted == [("URL124", "right"), ("URL205", "noise"), ("URL602", "wrong")]


def test_repairs_are_reported_if_a_finding_is_gone(tmp_path):
    """A finding that stays, or that is elsewhere, does not count."""
    clone = tmp_path / "canals+plans"
    clone.mkdir()

    def git(*arguments):
        who = ("-c", "user.name=ada", "-c", "user.email=ada@canal.example", "-c", "commit.gpgsign=false")
        done = subprocess.run(["git", *who, *arguments], cwd=clone, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    git("init", "--quiet")
    broken, bad = "see [the plan] (https://a.foo.org/)\n", "see http://www.canal-corp.io/a|b\n"
    for lines in ((broken, bad, broken), ("new\n", broken.replace("] (", "]("), bad, broken.replace("plan", "map"))):
        (clone / "a.md").write_text("\n\n".join(lines))
        git("add", "a.md")
        git("commit", "--quiet", "--message=x")
    commit = git("rev-parse", "HEAD")
    listed = [repairs.Repair("canals/plans", commit, "a.md", line, line + 3, "syntax") for line in (1, 4, 7)]
    unknown = listed[0]._replace(repository="canals/locks")
    assert list(repairs.outcomes([*listed, unknown], tmp_path)) == list(zip(listed, (True, False, False), strict=True))


def test_listed_repairs_are_complete():
    rows = repairs.read(repairs.REPAIRS)
    assert len(rows) > 500
    assert len(set(rows)) == len(rows)
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+ [0-9a-f]{40}", f"{row.repository} {row.commit}") for row in rows)
