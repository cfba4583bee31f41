from hypothesis import given
from hypothesis import strategies as st
from tests.formats.marked import place

from urlmend.formats.rewriting import Rewrite, rewritten
from urlmend.model.document import Document
from urlmend.model.span import Span

TEXTS = st.text("ab\n", max_size=30)


@st.composite
def sources(draw):
    """A source and rewrites of it."""
    text = draw(TEXTS)
    offsets = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pairs = zip(offsets[::2], offsets[1::2], strict=False)
    return text, [Rewrite(start, stop, draw(st.text("xy\n", max_size=3))) for start, stop in pairs]


@given(sources())
def test_rewritten_text(drawn):
    text, rewrites = drawn
    expected, at = "", 0
    for start, stop, replacement in rewrites:
        expected += text[at:start] + replacement
        at = stop
    assert rewritten(Document(text), rewrites, "x").text == expected + text[at:]


@given(sources(), st.data())
def test_unchanged_text_is_located_in_the_source(drawn, data):
    text, rewrites = drawn
    document = rewritten(Document(text), rewrites, "x")
    # The ranges between rewrites: in the source, and in the text.
    edges = [0, *(offset for rewrite in rewrites for offset in rewrite[:2]), len(text)]
    ranges = list(zip(edges[::2], edges[1::2], strict=True))
    number = data.draw(st.integers(0, len(ranges) - 1))
    shift = sum(len(new) - (stop - start) for start, stop, new in rewrites[:number])
    low, high = ranges[number]
    if low < high:
        start = data.draw(st.integers(low, high - 1))
        stop = data.draw(st.integers(start + 1, high))
        location = document.locate(Span(start + shift, stop + shift))
        assert location == (*place(text, start), *place(text, stop))


def test_a_source_without_rewrites_stays():
    source = Document("text")
    assert rewritten(source, [], "x") is source
    assert source.format == "x"
