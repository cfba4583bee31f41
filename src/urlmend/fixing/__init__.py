"""Findings to edits to files."""
