"""The comparison of findings on trees of other projects."""

import json
import re
import sys
from pathlib import Path

from tables import each_row

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import ecosystem
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
