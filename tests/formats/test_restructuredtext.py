import pytest
from tests.formats.marked import check

CASES = [
    # Targets over several lines.
    ".. _one: «https://a.example/one/\n   two/\n   three.html»=«https://a.example/one/two/three.html»\n\nText\n",
    ".. _one:\n   «https://a.example/one/\n   two»=«https://a.example/one/two»\n",
    ".. _`a: b`: «https://a.example/one-\n   two»=«https://a.example/one-two»\n",
    "  .. _a\\: b: «https://a.example/one/\n     two»=«https://a.example/one/two»",
    # Targets of one line.
    ".. _one: «https://a.example/one»\n.. _two: «https://a.example/two»\n",
    ".. _one: «https://a.example/one/»\n\n   A quotation.\n",
    ".. _one: «https://a.example/one/»\ntext\n",
    ".. image:: «https://a.example/one.png»\n   :target: «https://a.example/two»\n",
    "  .. _one: «https://a.example/one/»\n  two\n",
    # Text.
    "`text <«https://a.example/one»>`_",
    "See «https://a.example/one» and *«https://a.example/two»*.",
]


@pytest.mark.parametrize("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "index.rst")
