"""The sample documents: what is printed, and where, is what the labels say. `corpora/README.md` explains them."""

import pytest

from labelled import CORPORA, rows

DOCUMENTS = CORPORA / "documents"
LABELS = rows(DOCUMENTS / "labels.jsonl")


@pytest.mark.parametrize("name", sorted({label["file"] for label in LABELS}))
def test_exactly_the_labelled_urls_are_found_at_their_places(urlmend, name):
    done = urlmend("find", "--format", "jsonl", DOCUMENTS / name)
    printed = {(row["url"], row["place"]) for row in done.rows}
    expected = {(label.get("unmet", label["url"]), label["place"]) for label in LABELS if label["file"] == name}
    assert printed == {(url, place) for url, place in expected if url}


def test_most_broken_urls_are_read():
    broken = [label for label in LABELS if label["broken"] != "none"]
    assert sum("unmet" not in label for label in broken) >= 0.6 * len(broken)
