"""The evidence at each line end of the texts in `cases/scan`, compared with `evidence.txt`.

Below the name of a text: what the evidence decides, the text that might continue the URL, the end of the URL, and the
names of the evidence. `RECORD=1 pytest tests/finder/test_recorded_evidence.py` writes them again after a change.
"""

import os
import re
from ast import literal_eval
from pathlib import Path

from tests.finder.test_join_evidence import junction
from tests.marked import all_cases

from urlmend import Document
from urlmend.finder import FindOptions
from urlmend.finder.explain import explained
from urlmend.finder.join_evidence import reasons

FOLDER = Path(__file__).parent


def escaped(text):
    return text.encode("unicode_escape").decode()


# Texts around a broken URL that belong to its paragraph, or do not.
LONG = "x " * 37
AROUND = [
    *(f"{sign} {LONG}\n{sign}\n{sign} URL\n{sign}\n{sign} {LONG}\n" for sign in "|>#*;"),
    *(f"{sign} {LONG}\n{sign} URL\n{sign} {LONG}\n" for sign in "|>#*;"),
    f"// {LONG}\n//\n// URL\n//\n// {LONG}\n",
    f"{LONG}\n \t\nURL\n\t \n{LONG}\n",
    f"{LONG}\r\n\r\nURL\r\n\r\n{LONG}\r\n",
    *(f"{LONG}\n{'y y' * count}URL\n{LONG}\n" for count in (0, 5, 10)),
    *(f"{LONG}\n" + "a b\n" * count + "URL\n" + "a b\n" * count + f"{LONG}\n" for count in (1, 2, 3, 4, 5)),
]
URL = "see http://a.example/some/folder/of/plans/\n{}budget.html and"


def texts():
    for name, case in all_cases():
        yield name, case.text, case.options
    for text in AROUND:
        lead = re.search(r"^(?:[|>#*;]|//)? ?(?=URL)", text, re.MULTILINE)
        broken = text.replace("URL", URL.format(lead[0] if lead else ""))
        yield text[-40:], broken, FindOptions()


def lines():
    for name, text, options in texts():
        weighed = [(url, place) for url, places in explained(Document(text), options, nearly=-99) for place in places]
        if weighed:
            yield f"# {escaped(name)}"
        for url, place in weighed:
            yield f"{place.outcome} {escaped(place.tail)} after {escaped(url.text[-30:])}"
            yield f"    {'; '.join(reason for reason, _ in place.evidence)}"


def compare(name, text):
    if os.environ.get("RECORD"):
        (FOLDER / name).write_text(text, "utf-8")
    assert text == (FOLDER / name).read_text("utf-8")


def test_evidence():
    compare("evidence.txt", "\n".join(lines()) + "\n")


def fields(line):
    """The values of a junction, written as `name='value'; ...`."""
    return {
        name: literal_eval(value)
        for name, _, value in (field.partition("=") for field in re.split(r"; (?=\w+=)", line))
    }


def test_evidence_of_single_junctions():
    """A line without a space before it says what differs from a neutral junction; the next line, what evidence does."""
    usual = dict(reasons(junction()))
    found = []
    for line in (FOLDER / "junctions.txt").read_text("utf-8").splitlines():
        if not line.startswith("    "):
            holds = dict(reasons(junction(**fields(line))))
            names = [name for name in holds if name not in usual] + [
                f"not {name}" for name in usual if name not in holds
            ]
            found += [line, f"    {'; '.join(names) or 'no difference'}"]
    compare("junctions.txt", "\n".join(found) + "\n")


def test_an_empty_wrapper_has_no_evidence():
    assert [places for _, places in explained(Document("see <URL:> there"))] == [[]]
