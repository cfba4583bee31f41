from tests.formats.marked import check

from tables import each_row

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
    # Shell code.
    ".. code-block:: bash\n\n   curl «https://a.example/x.tgz»|tar xz\n\n   wget «https://a.example/x»;sh x\n\n"
    "«https://a.example/b|c» ends.\n",
    "  .. prompt:: bash $\n     :x:\n\n     curl «https://a.example/x»|sh\n  «https://a.example/b|c» ends.\n",
    ".. code-block:: python\n\n   open('«https://a.example/x;y|z»')\n",
    "- Run::\n\n     x\n\n  .. code:: sh\n\n     curl «https://a.example/x»|sh\n\n  «https://a.example/b|c»\n",
    "- .. code:: sh\n\n     curl «https://a.example/x»|sh\n\n  «https://a.example/b|c»\n",
    ".. tabs::\n\n   .. code:: sh\n\n      curl «https://a.example/x»|sh\n\n   «https://a.example/b|c»\n",
    ".. note:: Run::\n\n   .. code:: sh\n\n      curl «https://a.example/x»|sh\n",
    # A directive in a literal block is verbatim.
    "Write::\n\n   .. code:: sh\n\n      curl «https://a.example/b|c»\n",
    # Text.
    "`text <«https://a.example/one»>`_",
    "See «https://a.example/one» and *«https://a.example/two»*.",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "index.rst")
