"""The version of urlmend, and the address of its repository."""

__version__ = "0.1.0"
ADDRESS = "https://git.example.org/urlmend"
