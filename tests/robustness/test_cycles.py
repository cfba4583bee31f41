"""Nothing waits for the garbage collector, which the command line switches off: not even after damage."""

import gc
import gzip

import pytest

from office_samples import slides_that_are_missing
from urlmend.cli.main import main

TEXT = b"see http://www.canal.de/plans and so on\n" * 4000


@pytest.mark.parametrize(
    ("name", "data"), [("a.txt.gz", gzip.compress(TEXT)[:-400]), ("a.pptx", slides_that_are_missing(3))]
)
@pytest.mark.parametrize("command", ["find", "lint"])
def test_damaged_files_leave_no_cycles(name, data, command, tmp_path, capfd):
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
