"""A server for editors, which speaks the Language Server Protocol (LSP) 3.17; docstrings name its sections."""
