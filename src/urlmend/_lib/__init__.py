"""Utilities that know nothing about URLs."""
