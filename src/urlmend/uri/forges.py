"""Addresses on forges, which are sites of repositories: their pages, and files in them."""

from __future__ import annotations

import re
from itertools import groupby

from urlmend._lib.lazy_regex import lazy

FORGES = (
    r"github\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|(?:[\w-]+\.)*gitlab(?:\.[\w-]+)+"
    r"|git\.kernel\.org(?:/[^/?#]+)*/git"
)
"""An expression for the hosts of forges, with what is before the owner of a repository in the path."""
PAGES_OF_GIT = tuple("about blame blob commit diff log patch plain refs tag tree".split())
"""Pages of a repository in any web interface: the first segment after its name."""
PAGES_OF_FORGE = frozenset(PAGES_OF_GIT).union(
    """
    - actions archive assets branch branches changeset commits community compare contributors deployments discussions
    downloads edit files find forks get graphs issue issues labels merge_requests milestone milestones network new
    packages projects pull pull-requests pulls raw releases search security settings snapshot src stargazers tags
    tarball upload watchers wiki wikis zipball
    """.split()
)
"""Pages of a repository on a forge: the first segment after its name."""
# Those on GitHub only, and its names that no owner of a repository has.
_PAGES_OF_GITHUB = PAGES_OF_FORGE.difference(("src",)).union(
    "activity attestations codespaces contribute environments generate import license pkgs pulse rules runs suites"
    " workflows".split()
)
_NO_OWNERS = (
    "about apps blog codespaces collections contact customer-stories enterprise enterprises events explore features"
    " images login marketplace notifications orgs organizations pricing readme resources search security sessions"
    " settings site solutions sponsors stars team topics trending user-attachments users"
).split()
_ENDINGS = (
    "adoc c cc cfg cpp cs css gif go h hpp html ini ipynb java jpeg jpg js json jsx kt lua markdown md pdf php png"
    " proto ps1 py rb rs rst scala scss sh sol sql svg swift tex toml ts tsx txt vue xml yaml yml"
).split()
NAMES_WITHOUT_ENDING = "AUTHORS CHANGELOG CODEOWNERS CONTRIBUTING COPYING LICENCE LICENSE NOTICE".split()
"""Names of documents that forges show by them alone, to which no program adds an ending."""
_ENDS = sorted([*(f".{ending}" for ending in _ENDINGS), *(f"/{name}" for name in NAMES_WITHOUT_ENDING)], key=len)
_AFTER_END = "|".join(f"(?<={'|'.join(map(re.escape, ends))})" for _, ends in groupby(_ENDS, len))
GITHUB = "github.com/"
"""A part of each match of `FILE_WITHOUT_BRANCH`, which few URLs have."""
FILE_WITHOUT_BRANCH = lazy(
    r"github\.com/(?:(?<=//github\.com/)|(?<=//www\.github\.com/))"
    rf"(?!(?:{'|'.join(_NO_OWNERS)})/)[A-Za-z0-9-]++/(?!(?:[^/\s?#]*\.git|blob|raw|tree)/)[\w.-]++/"
    rf"(?P<file>(?!\.(?:github/|\.?(?:/|$))|(?:{'|'.join(sorted(_PAGES_OF_GITHUB))})(?:[/?#\s]|\Z))[^\s?#@]{{1,300}}+)"
    rf"(?:{_AFTER_END})(?=[?#\s]|\Z)"
)
"""The address of a file in a repository of GitHub, which leads nowhere without `blob` or `raw` and a branch."""
BRANCHES = frozenset("HEAD develop main master trunk".split())
"""Names that branches have, with which the path of such a file may begin."""
_NAMES_OF_READERS = (
    "user user-?name name org organi[sz]ation account handle company team profile repo (?:git(?:hub|lab)-?)?id"
).replace("-?", "[_-]?")
# In capital letters only, it is for readers to fill in.
_OWNER_TO_WRITE = (
    rf"(?![A-Z_-]+/)(?i:your[_-]?(?:git(?:hub|lab)[_-]?)?(?:{'|'.join(_NAMES_OF_READERS.split())})?(?:[_-]?here)?"
    r"|user[_-]?name)(?=/)"
)
_REPOSITORY_TO_WRITE = (
    r"(?i:(?:your|my|some)(?![a-z])[^/?#\s]*|your[^/?#\s]*"
    r"|(?:git[_-]?)?(?:repo(?:sitory)?|project|package|plugin|app|fork|module)(?:[_-]?(?:name|url|here))?|example"
    r"|template)(?:\.(?:git|wiki)){0,2}(?:[/?#\s]|\Z)"
)
OWNER_SIGNS = ("/your", "/Your", "/username", "/user-name", "/user_name")
"""One of these is in each match of `LEFTOVER_OWNER`."""
LEFTOVER_OWNER = lazy(
    r"(?:(?://|\.|@)(?:(?:github|gitlab)\.com|bitbucket\.org|codeberg\.org)|/raw\.githubusercontent\.com"
    r"|/api\.github\.com/repos|/img\.shields\.io/github(?:/[a-z-]{1,40}){1,3}?|/codecov\.io/(?:gh|github))"
    rf"/(?P<owner>{_OWNER_TO_WRITE})/(?!{_REPOSITORY_TO_WRITE})(?P<name>[\w.-]{{2,100}})(?P<page>/[^?#\s]|\?)?"
)
"""The address of a repository whose name is one, but whose owner is a word such as `your-username`."""
