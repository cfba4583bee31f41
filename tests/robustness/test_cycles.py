"""Nothing waits for the garbage collector, which the command line switches off: neither documents nor damage."""

import gc
import gzip

import pytest

from office_samples import open_document, runs, slides_that_are_missing, word
from pdf_samples import pdf
from urlmend.cli.main import main

TEXT = b"see http://www.canal.de/plans and so on\n" * 4000
URL = "http://www.canal.de/a|b"
FILES = [
    ("a.txt.gz", gzip.compress(TEXT)[:-400]),
    ("a.pptx", slides_that_are_missing(3)),
    ("a.docx", word(f"<w:p>{runs(URL)}</w:p>")),
    ("a.odt", open_document("text", f"<text:p>{URL}</text:p>")),
    ("a.pdf", pdf(f"see {URL}")),
]


@pytest.mark.parametrize(("name", "data"), FILES)
@pytest.mark.parametrize("command", ["find", "lint"])
def test_files_leave_no_cycles(name, data, command, tmp_path, capfd):
    files = []
    for number in range(9):
        files.append(str(tmp_path / f"{number}{name}"))
        (tmp_path / f"{number}{name}").write_bytes(data)

    def left(paths):
        gc.collect()
        try:
            main([command, "-j", "1", *paths])
        finally:
            gc.unfreeze()
            gc.enable()
        return gc.collect()

    left(files[:1])  # what is imported
    assert left(files) < left(files[:1]) + 8
    capfd.readouterr()
