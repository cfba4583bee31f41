"""Lines that do not continue the text before them: items, labels, records, revisions, and the output of commands."""

from __future__ import annotations

from functools import lru_cache

from urlmend._lib.lazy_regex import lazy
from urlmend.finder.file_endings import has_ending
from urlmend.finder.junction import Junction
from urlmend.model.lines import HOST_PROMPT, PAGE_NUMBER, SIGNS, kind_of
from urlmend.uri.forges import FORGES, PAGES_OF_FORGE, PAGES_OF_GIT

LABEL = lazy(r"[A-Za-z][\w-]*[:=]")
"""A label, or the name of a parameter."""
# The number of a heading, and a version.
_HEADING_NUMBER = lazy(r"(?:[0-9]{1,2}|[A-Z])(?:\.[0-9]{1,2}){1,3}\Z|[IVX]{2,5}\Z|v[0-9]+\.[0-9.]+[a-z]?\Z")
_HEADING_WORD = lazy(r"[A-Z][a-z]{3,}\Z")
_SENTENCE = lazy(r"[A-Z][\w-]* [a-z]")
_SHORTEST_LONG_NUMBER = 4
_WORD_AT_END = lazy(r"(?<![0-9A-Za-z%])[A-Za-z]{3,}\Z")
_NAME = lazy(r"(?:\+{0,2}[$#/]?|\.{3}/)\w[\w./,+-]*+(?::\w[\w./,+-]*+)*\Z")
_SEPARATOR = lazy(r"[ \u00a0]*::?(?:\s|$)| +\| ")
SCHEME_ONLY = lazy(r"[A-Za-z][A-Za-z0-9+.-]*:/{0,2}\Z")
"""A scheme at the end of a line, without a host."""
_ASCII_LETTERS = lazy(r"[A-Za-z]+")
_DIGITS = lazy(r"[0-9]+")
# A number and capital words, and maybe the code of a town.
_POSTAL_ADDRESS = lazy(r"[0-9]{1,5}(?:,? [A-Z][\w'-]*\.?){3,}(?:,? [0-9-]+)?\.?\Z")
_RECORD = lazy(r"(?=.*\W).*[0-9\[\](){}<>=|]")
_APT = lazy(r"(?:.*[^\w])?(?:deb(?:-src)?|(?:Get|Hit|Ign|Err):[0-9]+) $")
_REPOSITORIES = ("/ubuntu", "/debian")
FORGE_REPOSITORY = lazy(rf"(?i:https?|git|ssh)://(?:{FORGES})/[^/?#]+/[^/?#]+\Z")
"""The address of a repository, which ends with its name."""
FORGE_ROOT = lazy(rf"(?:[^:/]*://)?(?:www\.)?(?:{FORGES})/\Z")
"""The root of a forge, after which the owner and the name of a repository follow."""
FORGE_OWNER = lazy(rf"[^:/]*://(?:www\.)?(?:{FORGES})/[^/?#]+/\Z")
"""The page of an owner of repositories, whose name follows."""
# What separates segments of a path.
_END_OF_SEGMENT = lazy("[/?#]")
_REVISION = lazy(
    r"(?:[0-9a-f]{7,64}|(?:[a-z]+-)*v?[0-9]++\.[0-9]++(?:[-.][\w.-]++)?|(?:tags|refs|heads|branch)/\S+)[)\],;.]*(?:\s|\Z)"
)
# A tag or reference of Git on a line of its own, below the address of its repository.
_REFS = ("tags/", "refs/")
_REF = lazy(r"(?:tags|refs/(?:tags|heads))/[\w.+-]+")
_PAGE_OF_GIT = lazy(rf"(?:{'|'.join(PAGES_OF_GIT)})[/?]|[?+]")
_SUITE = lazy(r"[a-z]+(?:-[a-z0-9]+)*/(?:[\s,]|\Z)")
# How many characters two names have in common at least that begin alike.
_SHORTEST_NAME = 6
# The first word of a line, without the prefix that a mail or a comment gives it.
_FIRST_WORD = lazy(rf"[\s{SIGNS}+]*(\S{{1,80}})")
# An issue of a repository, as forges write it.
_ISSUE = lazy(r"[\w.-]+/(?=[\w.-]*[A-Za-z])[\w.-]+#[0-9]+(?![\w/])")
_FILE = lazy(r"[A-Za-z][\w-]*\.([a-z]+)\Z")
_FIELD = lazy(r"[^\w\s]?[\w.$-]+([:=])(?!//)")
_OPERATOR = lazy(r"\s+(?:[:+*/-]?=|[-=]>|<-)(?:\s|\Z)")
CUT_NAME = lazy(r"[?&;][\w.-]{0,40}\Z")
"""The name of a parameter, or the beginning of one, at the end of a line."""
# The prompt of a shell with the name of the host, and any prompt with a command after it.
_PROMPT = lazy(rf"{HOST_PROMPT}[$#%](?:\s|\Z)")
_PROTOCOL = lazy(r"[A-Z]{3,5}/[0-9]\.[0-9](?![\w./-])")  # after the target of a request
# A command of a version control system that takes a source, and the name of a folder, revision or option after that.
_SYSTEMS = ("svn ", "git ", "hg ", "bzr ")
_CHECKOUT = lazy(
    r".*\b(?:svn|git|hg|bzr) (?:-\S{1,20} )?(?:co|checkout|clone|export|get|branch|merge|up|update|switch|diff)"
    r"(?: [^\s.,;]{1,20}){0,2} \Z"
)
_AFTER_OPTION = lazy(
    r"(?:^|[^\w.,;:] {0,9})[a-z][\w.-]{0,40}(?: [a-z][\w-]{0,40})?(?: -{1,2}[A-Za-z][\w-]{0,40}){1,9} {1,9}\Z"
)
_TARGET = lazy(r"[\w.:-]+\Z")
_COMMAND = lazy(rf"(?:(?:{HOST_PROMPT})?[$#%]|[A-Z]:\\[^\s>]*>) ?[a-z]")
COMMAND_LINE = lazy(rf"\s*(?:{HOST_PROMPT}[$#%]|\$) ?[a-z]")
"""A line with a prompt and a command, which begins other text; after other signs, it may be a comment."""
_VARIABLE = lazy(r"(?:\$\{\w+\}|[A-Z])[A-Z0-9_-]{2,}(?:;[A-Z-]+)?=")  # a property of iCalendar, too
_OF_MAKE = lazy(r"[A-Za-z][\w.-]*(?:::?|[?+])=")
NAME_AND_VALUE = lazy(r"[\w.-]+=[^=&/]*\Z")
"""A name and its value, and nothing else."""


@lru_cache(1)  # several rows of evidence ask for it
def is_other_line(junction: Junction) -> bool:
    """Whether the next line is an item, a label, a record, a comment, a path, the output of a command or the like."""
    if junction.head[-1] not in "=-_" and kind_of(junction.tail + junction.rest) not in ("prose", "rule"):
        return True
    if junction.lead and ((begins_in_list(junction) and not junction.is_continued) or _is_header_of_armor(junction)):
        return True
    if junction.is_typeset and (is_number_below_word(junction) or _is_heading(junction)):
        return True
    if _is_page_number(junction):
        return True
    if junction.flow == "full":  # lines that begin alike do so by chance
        return _is_assignment(junction) or _is_field(junction)
    return (
        _is_label(junction)
        or _is_assignment(junction)
        or ("#" in junction.tail and _ISSUE.match(junction.tail) is not None)
        or _in_console(junction)
        or _in_records(junction)
        or _is_quoted_item(junction)
    )


def is_assignment_of_code(junction: Junction) -> bool:
    """Whether an assignment of make follows, whose operator is in no URL, or an attribute, whose value is in quotes."""
    tail = junction.tail
    if tail[-1] == "=" and junction.rest[:1] in ("'", '"') and NAME_AND_VALUE.match(tail):
        return True
    return "=" in tail and _OF_MAKE.match(tail) is not None


def begins_in_list(junction: Junction) -> bool:
    """Whether the URL is in the first item of a list, between whose items are line ends or spaces.

    Such are an array of a shell, `source=(a::http://h/`, and the namespaces and locations of XML schemas.
    """
    if ":schemaLocation=" in junction.lead and not junction.is_hyphenated:
        return True
    _, found, item = junction.lead.rpartition("=(")
    return bool(found) and not any(map(str.isspace, item))


def _is_header_of_armor(junction: Junction) -> bool:
    """Whether the URL is in the comment above an OpenPGP signature (RFC 9580 section 6.2), after the version."""
    return "Comment: " in junction.lead and "Version: " in junction.previous


def _is_page_number(junction: Junction) -> bool:
    """Whether the next line begins with the number of the page that ends with it, or that begins with it."""
    ends_page = junction.next_line.startswith("\f") and not junction.rest
    return (ends_page or junction.kind == "page") and PAGE_NUMBER.match(junction.tail) is not None


def _is_heading(junction: Junction) -> bool:
    """Whether the next line is the number of a heading, or a heading of one word above a sentence."""
    if junction.rest in ("", ".") and _HEADING_NUMBER.match(junction.tail):
        return True
    is_word = not junction.rest and _HEADING_WORD.match(junction.tail)
    return bool(is_word and _SENTENCE.match(junction.next_line))


def is_number_below_word(junction: Junction) -> bool:
    """Whether the next line is a short number alone, such as that of a page or footnote, and the URL ends in a word."""
    is_number = junction.tail.isdecimal() and len(junction.tail) < _SHORTEST_LONG_NUMBER and not junction.rest
    return is_number and _WORD_AT_END.search(junction.head) is not None


def _is_label(junction: Junction) -> bool:
    """Whether the next line begins with a label: `url.c: replaced`, `url.c | 9 +++`, `TITLE:` below `URL:http://a/`."""
    label = junction.before.rstrip()[-1:]
    same_label = label in (":", "=") and LABEL.match(junction.tail)
    name = _NAME.match(junction.tail)
    return bool((name and _SEPARATOR.match(junction.rest)) or (same_label and same_label.group()[-1] == label))


def _is_assignment(junction: Junction) -> bool:
    head, tail = junction.head, junction.tail
    if (
        is_assignment_of_code(junction)
        or _OPERATOR.match(junction.rest)
        or (_VARIABLE.match(tail) and not CUT_NAME.search(head))
    ):
        return True
    if "?" in head or "&" in head or head[-1] in ";=" or junction.rest[:1] == ".":  # the end of a sentence
        return False
    return NAME_AND_VALUE.match(tail) is not None


def _is_field(junction: Junction) -> bool:
    """Whether the URL is the value of a field, and the next line has only the name of another one."""
    name = junction.lead.strip()
    return junction.rest == ":" and bool(_FIELD.fullmatch(name)) and name[-1] == ":"


def _is_quoted_item(junction: Junction) -> bool:
    """Whether the tail is the last item of a list in quotes whose items begin in one column."""
    if junction.tail_indent != junction.url_column or junction.lead.strip() or junction.before.endswith(('"', "'")):
        return False
    is_last = junction.rest.startswith(('"', "'")) and junction.in_mid_token
    return is_last and "?" not in junction.head and not junction.fills_width


def is_revision(junction: Junction) -> bool:
    """Whether the URL is a repository, and the next line begins with a suite, branch, tag or commit of it."""
    head = junction.head
    is_suite = head.endswith(_REPOSITORIES) and _SUITE.match(junction.tail + junction.rest)
    if is_suite or _APT.match(junction.lead):
        return True
    if (
        junction.tail[:5] in _REFS
        and not junction.lead.strip()
        and _REF.fullmatch(junction.tail + junction.rest.rstrip())
    ):
        return True  # as in requests to pull
    if head.endswith(".git/"):
        return not _PAGE_OF_GIT.match(junction.tail + junction.rest)
    if not junction.in_mid_token:
        return False
    if head.startswith("git:"):  # no page of a web interface
        return ".git" not in junction.tail
    return head.endswith(".git") or bool(
        FORGE_REPOSITORY.match(head) and _REVISION.match(junction.tail + junction.rest)
    )


def is_page_of_git(head: str, tail: str) -> bool:
    """Whether a URL is a repository, and the next line begins with the path of a page about it."""
    return head.endswith(".git") and tail[0] == "/" and _PAGE_OF_GIT.match(tail, 1) is not None


def is_repository(path: str) -> bool:
    """Whether a path has the owner and the name of a repository on a forge, and no page of it, or one that it has."""
    _owner, *rest = path.rstrip("/").split("/", maxsplit=3)
    return len(rest) == 1 or (len(rest) > 1 and _END_OF_SEGMENT.split(rest[1])[0] in PAGES_OF_FORGE)


def leaves_repository(junction: Junction) -> bool:
    """Whether the URL is a repository on a forge, and the next line begins with no page of it: a file or a commit."""
    head, tail = junction.head, junction.tail
    if not tail[0].isalnum():
        return False
    if head[-1] == "/":
        return FORGE_REPOSITORY.match(head[:-1]) is not None and PAGES_OF_FORGE.isdisjoint(_END_OF_SEGMENT.split(tail))
    if not ("/" in tail and head[-1].isalnum() and FORGE_REPOSITORY.match(head)):
        return False
    return has_ending(tail) and PAGES_OF_FORGE.isdisjoint(_END_OF_SEGMENT.split(tail)[1:])


def _in_console(junction: Junction) -> bool:
    """Whether a prompt, a protocol, or the target or output of a command follows, and no program broke the line."""
    text = junction.tail + junction.rest
    if _PROMPT.match(text) or _PROTOCOL.match(text) or _is_target(junction):
        return True
    return bool(_COMMAND.match(junction.lead)) and not junction.fills_width


def _is_target(junction: Junction) -> bool:
    """Whether the next line has the next argument of a command with a URL, such as the folder of a checkout.

    The command is before the URL, on its line or the one before. After an option, it may be any, and a space is between
    its arguments.
    """
    command = junction.lead if junction.lead.strip() else f"{junction.previous} "
    takes_source = any(map(command.__contains__, _SYSTEMS))
    if not (takes_source or junction.has_space) or not _TARGET.match(junction.tail):  # true of most
        return False
    is_complete = junction.head.count("/") > 3 and (junction.head[-1] == "/" or junction.head[-1].isalnum())
    if not is_complete or junction.tail.endswith(".git"):
        return False
    if junction.has_space and _AFTER_OPTION.search(command):
        return True
    ends = junction.rest[:1] in ("", '"', "'", "`")
    return takes_source and ends and _CHECKOUT.match(command) is not None


def _in_records(junction: Junction) -> bool:
    """Whether the line of the tail begins like one next to it, as the lines of logs, tables and lists do.

    Lines begin alike if their first words are the same, numbers or times of the same form, files of the same folder,
    or, for the URL's own line, names of fields.
    """
    if junction.lead[:1] == junction.tail[0] and junction.tail[0] in "+-/":  # lines of a diff, lists of paths
        return True
    if "|" in junction.lead and "|" in junction.tail + junction.rest:  # between fields
        return True
    first = _first_word(junction.tail + junction.rest)
    lead = _first_word(junction.lead)
    if _begins_like_next(junction):
        return True
    previous = _first_word(junction.previous)
    if first[:1].isdecimal() and (
        _counts_on(first, lead or previous) or _POSTAL_ADDRESS.match(junction.tail + junction.rest)
    ):
        return True
    if junction.in_mid_token and _same_ending(first, _first_word(junction.next_line)):
        return True
    others = (lead, "" if _follows_rest(junction, lead, previous) else previous, _first_word(junction.next_line))
    if others[-1].startswith(first[:_SHORTEST_NAME]) and _is_name_in_list(junction, first):
        return True
    if first in others or any(_begin_alike(first, other, "/") for other in others):
        return True
    if lead.isdecimal() and first.isdecimal() and len(lead) == len(first):  # as in `0001 - `
        return True
    if lead and (_begin_alike(first, lead, ".") or (junction.head[-1] not in "?&=;" and _same_field(lead, first))):
        return True
    return _RECORD.match(first) is not None and _form(first) in map(_form, others)


def _is_name_in_list(junction: Junction, first: str) -> bool:
    """Whether the tail is a name alone on its line, and no parameter."""
    is_parameter = first[0] in "&=%" or junction.head[-1] in "&?;="
    return len(first) >= _SHORTEST_NAME and not (junction.rest or is_parameter)


def _begins_like_next(junction: Junction) -> bool:
    """Whether two lines are topics or headings, which begin with `#`, or paths that are no pieces of a fold."""
    sign = junction.tail[0]
    is_piece = sign == "/" and (junction.kind == "other" or junction.tail_width == junction.width)
    return sign in "#/" and not is_piece and junction.next_line.lstrip(" \t>|")[:1] == sign


def _follows_rest(junction: Junction, lead: str, previous: str) -> bool:
    """Whether the line before is the rest of a broken URL, too, as in lists of them."""
    if junction.head[-1] == "?":
        return not _same_field(lead, previous)
    is_cut_word = junction.in_mid_token and junction.fills_width
    is_rest = is_cut_word or junction.head[-1] in "/-" or (junction.tail[0] == "-" and "/" in junction.tail)
    return is_rest and not any(map(str.isalpha, junction.lead))


def _first_word(line: str) -> str:
    match = _FIRST_WORD.match(line)
    return match.group(1) if match else ""


def _form(word: str) -> str:
    """A word with one digit for each number, and one letter for each run of letters."""
    return _DIGITS.sub("0", _ASCII_LETTERS.sub("a", word))


def _begin_alike(word: str, other: str, separator: str) -> bool:
    """Whether two words have the same first part, as paths of files in a folder, or names such as `_Plan.Year`."""
    part, found, _ = word.partition(separator)
    return bool(part and found) and other.startswith(part + separator)


_LONGEST_COUNT = 10


def _counts_on(word: str, other: str) -> bool:
    """Whether a word is the number of an item of a list, and another one that of the item before it."""
    number, sign = word[:-1], word[-1]
    return sign in ".)" and len(number) < _LONGEST_COUNT and number.isdecimal() and other == f"{int(number) - 1}{sign}"


def _same_ending(word: str, other: str) -> bool:
    """Whether two words are names of files of one type, such as `a.svg` and `b.svg`."""
    name, other_name = _FILE.match(word), _FILE.match(other)
    return name is not None and other_name is not None and name[1] == other_name[1]


def _same_field(word: str, other: str) -> bool:
    """Whether two words are names of fields, such as `Name:` or `name=value`."""
    field, other_field = _FIELD.match(word), _FIELD.match(other)
    return field is not None and other_field is not None and field[1] == other_field[1]
