"""A language server for editors: Language Server Protocol (LSP) 3.17, whose sections docstrings name."""
