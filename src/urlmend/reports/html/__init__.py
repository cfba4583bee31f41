"""A result of `urlmend scan` as one self-contained HTML page."""
