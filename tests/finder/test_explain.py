"""The explanation of joins."""

import math

from tables import each_row
from urlmend import find
from urlmend.finder.explain import explained
from urlmend.model.document import Document

JOINED = "The minutes of the last three meetings are here: http://www.example.org/minutes?year=\n2004&month=1\n"
DOUBTFUL = "The drawings are in the folder http://www.example.org/archive/\nharbour2 and so on\n"
ENDED = "The drawings are at http://www.example.org/archive\nThey are old.\n"


@each_row(("text", "outcome"), [(JOINED, "joined"), (DOUBTFUL, "guess"), (ENDED, "ended")])
def test_outcome_is_that_of_the_evidence(text, outcome):
    ((url, (place,)),) = explained(Document(text), nearly=-math.inf)
    assert [url] == find(text)
    assert place.outcome == outcome
    assert place.weight == sum(weight for _, weight in place.evidence)


def test_tail_is_what_would_belong_to_the_url():
    ((_, (place,)),) = explained(Document(JOINED))
    assert place.tail == "2004&month=1"


def test_each_line_end_of_a_url_is_explained():
    text = JOINED.replace(
        "month=1", "month=january&day_of_the_month_of_the_meeting_and_of_the_minutes_that_we_mean=\n17"
    )
    ((url, places),) = explained(Document(text))
    assert len(url.spans) == 3
    assert [place.outcome for place in places] == ["joined", "joined"]


@each_row("text", [ENDED, "see http://a.example/ and more\n", "<http://a.example/\nb>\n", "see <URL:> there"])
def test_urls_that_nothing_continues_are_not_explained(text):
    assert [places for _, places in explained(Document(text))] == [[]]


def test_another_occurrence_decides_otherwise():
    text = DOUBTFUL + "\nAll of it: http://www.example.org/archive/harbour2\n"
    (url, (place,)), _ = explained(Document(text))
    assert (url.confidence, place.outcome) == ("certain", "guess")
