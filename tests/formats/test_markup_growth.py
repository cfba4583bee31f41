"""Any text can be read as markup, and the CPU time grows linearly with it."""

from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attacks import short_attacks
from growth import assert_linear, assert_linear_on_attacks

HOSTILE = {
    "gettext": ['"', '"\\', '"\n"', 'msgid "a"\n', "#~ ", "msgstr["],
    "haskell": ["<a:b ", "<a:b\n", "<https:\\/", "<a", "< <a:b"],
    "latex": ["\\", "\\verb|", "\\url|a", "\\url+\\url!", "{\\_", "$\\sim", "\\textasciitilde"],
    "markdown": ["```", "```\n", "~~~\n```\n", "`", "`a", "://\\_", "://a|", "```sh\n://a|", "> "],
    "org": ["=a", "=a =", "~a+", "\n#+", "a|", "\n:", "\n*"],
    "restructuredtext": [".. _", ".. _a", ".. _a\\:", ".. _a: b://c\n d\n", "\n d", ".. _`", " .. _a:\n"],
    "roff": ["\\", "\\[", "\\*(", ".a\\-", "\n.a", "\\f[", "\r\n'"],
    "texinfo": ["@uref{a@@", "@uref{", "@verbatim\n", "@end verbatim\n", "@@", "@c", "\n@a"],
    "wiki": ["|", "a|", "{{a|"],
}


def rewrites(form):
    module = import_module(f"urlmend.formats.{form}")
    return lambda text: list(module.rewrites(text))


@pytest.mark.parametrize("form", HOSTILE)
@given(data=st.data())
def test_any_text_can_be_read(form, data):
    units = st.sampled_from([*HOSTILE[form], "\n", "\r\n", " ", "https://a.example/", "b"])
    text = "".join(data.draw(st.lists(units, max_size=12)))
    at = 0
    for start, stop, _ in rewrites(form)(text):
        assert at <= start <= stop <= len(text)
        at = stop


@pytest.mark.slow
@pytest.mark.parametrize("form", HOSTILE)
def test_repeated_markup(form):
    for unit in HOSTILE[form]:
        for before in ("", ".. _a: b://c", '"'):
            assert_linear(rewrites(form), lambda count, unit=unit, before=before: before + unit * count, 2_000)


@pytest.mark.slow
@pytest.mark.parametrize("form", HOSTILE)
def test_attacks(form):
    assert_linear_on_attacks(rewrites(form), short_attacks(), lambda text: text, 2_000)
