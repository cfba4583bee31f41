"""Bytes to text: charsets, transfer encodings, content sniffing."""
