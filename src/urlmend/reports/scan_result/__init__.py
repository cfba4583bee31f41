"""Results of `urlmend scan`, opened and queried, and their summary in plain text."""
