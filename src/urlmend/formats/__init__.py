"""Text to documents, by the format in which it is written."""
