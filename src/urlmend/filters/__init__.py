"""Filters: text in, text out, with the URLs or the secrets in it changed and everything else as it was."""
