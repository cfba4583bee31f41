"""The fast path."""
