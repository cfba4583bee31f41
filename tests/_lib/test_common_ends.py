"""What two sequences have in common at their ends."""

from tables import each_row
from urlmend._lib.common_ends import common_ends


@each_row(
    ("one", "other", "ends"),
    [
        ("", "", (0, 0)),
        ("ab", "ab", (2, 0)),
        ("ab", "abc", (2, 0)),
        ("ab", "ac", (1, 0)),
        ("abc", "axc", (1, 1)),
        ("aa", "aaa", (2, 0)),
        (["a", "b", "c"], ["d", "c"], (0, 1)),
    ],
)
def test_common_ends(one, other, ends):
    assert common_ends(one, other) == common_ends(other, one) == ends
