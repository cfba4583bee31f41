"""Expressions for targets of links that lead nowhere: what lacks its scheme, and what is in one program."""

from __future__ import annotations

from urlmend._lib.lazy_regex import lazy
from urlmend.uri.ordinary_host import DOTTED_NUMBERS

WITHOUT_SCHEME = lazy(
    rf"(?:localhost|{DOTTED_NUMBERS}):[0-9]{{2,5}}(?![\w.])"
    r"|(?P<web>https?)(?:[ ]:[ ]?/[ ]?/[ ]?|[./](?=www\.)|\uff1a//)(?=[\w-]+\.\w)"
    r"|(?P<slash>/)www\.[\w-]+\.|(?P<git>git@(?P<host>[\w-]+\.[\w.-]+):(?=[\w~]))"
)
"""A host with a port, one after a slash or a mistyped scheme, or that of a Git repository: how such a target begins."""
SCHEMES_IN_PROGRAM = ("chrome-extension", "view-source")
"""Registered schemes of what only one browser can open: the page of an extension, the source of a page."""
IN_PROGRAM = (
    r"(?:moz-extension|vscode-(?:file|webview)|applewebdata|webkit-fake-url)://|app://obsidian\.md/"
    r"|blob:(?=https?:)|sandbox:/|command:_"
)
"""Regular expression for the beginning of other targets that only the program can open which they were copied from: the
page of an extension, a panel of an editor, the data of a page, a file of a conversation."""
