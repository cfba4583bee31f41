"""Paths to documents: directory walk, archives, remote addresses."""
