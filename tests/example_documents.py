"""Documents of the examples of rules."""

from urlmend.model.document import Document


def example_document(text, *, form="", flowed="", origin=None):
    """A document as rules see it, in a format that has links; shell code is recognised by the name of its file."""
    document = Document(text, "a.sh" if form == "shell" else "-", flowed=flowed, origin=origin)
    document.labelled = True
    document.format = form or document.format
    return document
