"""The evidence at each line end of the texts in `cases/scan`, compared with `evidence.txt`.

Below the name of a text: what the evidence decides, the text that might continue the URL, the end of the URL, and the
names of the evidence. `RECORD=1 pytest tests/finder/test_recorded_evidence.py` writes them again after a change.
"""

import os
from pathlib import Path

from tests.marked import all_cases

from urlmend import Document
from urlmend.finder.explain import explained

FILE = Path(__file__).parent / "evidence.txt"


def escaped(text):
    return text.encode("unicode_escape").decode()


def lines():
    for name, case in all_cases():
        weighed = [
            (url, place) for url, places in explained(Document(case.text), case.options, nearly=-99) for place in places
        ]
        if weighed:
            yield f"# {escaped(name)}"
        for url, place in weighed:
            yield f"{place.outcome} {escaped(place.tail)} after {escaped(url.text[-30:])}"
            yield f"    {'; '.join(reason for reason, _ in place.evidence)}"


def test_evidence():
    found = "\n".join(lines()) + "\n"
    if os.environ.get("RECORD"):
        FILE.write_text(found, "utf-8")
    assert found == FILE.read_text("utf-8")


def test_an_empty_wrapper_has_no_evidence():
    assert [places for _, places in explained(Document("see <URL:> there"))] == [[]]
