"""The version of urlmend."""

__version__ = "0.1.0"
