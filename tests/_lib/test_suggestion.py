"""Suggestions for mistyped words."""

from tables import each_row
from urlmend._lib.suggestion import distance, nearest

KNOWN = ("exclude", "extend-select", "ignore", "json", "lint", "profile", "select", "text", "unsafe-fixes", "zsh")


@each_row(
    ("word", "found"),
    [
        ("lnt", "lint"),
        ("LINT", "lint"),
        ("litn", "lint"),
        ("jsn", "json"),
        ("extend_selct", "extend-select"),
        ("unsafe", "unsafe-fixes"),
        ("text-only", "text"),
        ("profiles", "profile"),
        # Too far away, or words of their own
        ("inside", ""),
        ("rules", ""),
        ("csh", ""),
        ("sel", "select"),
        ("e", ""),
        ("ex", ""),
        ("", ""),
        ("x" * 101, ""),
    ],
)
def test_nearest(word, found):
    assert nearest(word, KNOWN) == found


def test_of_several_words_with_the_same_beginning_none_is_suggested():
    assert nearest("rfc", ("rfc1738", "rfc3986")) == ""


@each_row(
    ("one", "other", "edits"),
    [("", "", 0), ("", "ab", 2), ("ab", "", 2), ("ab", "ba", 1), ("abc", "axc", 1), ("abc", "ac", 1), ("ca", "abc", 3)],
)
def test_distance(one, other, edits):
    assert distance(one, other) == edits
