"""Documents of the examples of rules."""

from urlmend.model.document import Document, MissingFile
from urlmend.model.span import Span


class ExampleRepository:
    """A repository with two files."""

    addresses = ("https://github.com/musterstadt/canal/",)
    _files = ("README.md", "docs/plan.md")

    def missing(self, url, *, on_github):
        """Look for a file of the branch `main`, as other repositories do."""
        page = f"{self.addresses[0]}blob/main/"
        path = url.partition("#")[0].removeprefix(page)
        if not url.startswith(page) or path in self._files:
            return None
        same = [file for file in self._files if file.rpartition("/")[2] == path.rpartition("/")[2]]
        return MissingFile(Span(len(page), len(page) + len(path)), same[0] if same else "")

    def fault_of_fragment(self, _, *, on_github):
        """Know no headings."""

    def has(self, path):
        """Look for a file, as other repositories do."""
        return path in self._files

    def shows(self, _):
        """Show no document."""
        return False


def example_document(text, *, form="", flowed="", origin=None):
    """A document as rules see it, in a format that has links; shell code is recognised by the name of its file."""
    document = Document(text, "a.sh" if form == "shell" else "-", flowed=flowed, origin=origin)
    document.labelled = True
    document.repository = ExampleRepository()
    document.format = form or document.format
    return document
