"""Results that are compared with recorded ones."""

import os


def compare(file, text):
    """Assert that a text is that of a file; with `RECORD=1` in the environment, write it first."""
    if os.environ.get("RECORD"):
        file.write_text(text, "utf-8")
    module = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")[0]
    assert text == file.read_text("utf-8"), f"after an intended change, `RECORD=1 pytest {module}` writes {file.name}"
