"""Where a bare URL ends on its line."""

from __future__ import annotations

import re

from urlmend._lib.lazy_regex import lazy
from urlmend.model.lines import LINE_REACH, line_begin

# The maximum length of a URL, in code points.
MAX_URL = 8192

# Characters that end a URL: white space, control characters, angle brackets, double quotes, backticks, typographic
# quotes and dashes, the borders of boxes, CJK punctuation, and undecodable bytes that are such characters in Windows
# code pages.
_ENDS = (
    '\\s\\x00-\\x20\\x7f-\\xa0<>"`\u00ab\u00bb\u2014\u2018-\u201f\u2039\u203a\u200b\u200e\u200f\ufeff'
    "\u2028-\u202e\u2060\u2066-\u2069\u2500-\u257f"
    "\u3000-\u3003\u3008-\u3020\u3030\u303d-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufffd"
    "\udc80-\udcbf"
)
_RUN = lazy(f"[^{_ENDS}]*")

# Markup of the surrounding language, which ends a URL.
_MARKUP = lazy(
    r"""
    &(?i: (?> (?-i:amp;)* ) (?:  # of quotes, brackets and spaces
        lt | gt | quot | nbsp | apos | [lr](?:aquo|dquo|squo) | mdash
      | \#0*(?: 34 | 39 | 60 | 62 | 160 | 82(?: 1[26-9] | 2[0-3] ) ) | \#x(?: 22 | 27 | 3[ce] | a0 )
      ) (?: ; | (?<=(?-i:&quot))(?=[.,:!?']*\Z) )
      )
    | \\(?! [_&%#~-] )  # string escapes
    | \[/(?: [A-Za-z]+\] | \](?![\w%]) )  # closing tags of forums and terminals
    """,
    re.VERBOSE,
)
# A path that begins with a drive of Windows, and a backslash in it.
_DRIVE = lazy(r"/[A-Za-z][:|]\\\w\w")
_IN_PATH = lazy(r"\\\w")
# A bar of a shell, and the program that reads what the URL gives.
_PIPE = lazy(
    r"""
    \| (?: sudo | (?:ba|da|fi|k|z)?sh | awk | bsdtar | cat | grep | gpg | gunzip | head | jq | less | node | perl | php
      | python[23]? | ruby | sed | sort | tail | tar | tee | unzip | wc | xargs ) \Z
    """,
    re.VERBOSE,
)
# The attribute of an image, or of a template.
_ATTRIBUTE = lazy(r"\|(?=[A-Za-z][A-Za-z-]*=)")
# The next field of a record, after a host that is the value of one: `Endpoint=http://a.example:6334;Key=b`.
_FIELD = lazy(r"[^/?#;]*+(?=;[A-Z][a-z]\w*=)")
# What separates the next URL of a list: in records of DMARC (RFC 7489 section 6.2), and a program's mark between two,
# `http://a.example/b##http://c.example/d`; and the address of mail after one, in licences of fonts.
_NEXT_URL = lazy(
    r"[,;](?:[a-z]{1,9}=)?mailto:|(?<=[A-Za-z0-9])\.?(?=mailto:[\w.+-]+@)|(?<!#)##(?:[\w-]*##)?(?=[a-z]{2,9}://)"
)
_NEXT_ADDRESS = lazy(r"\|(?=[\w.+-]{1,64}@[\w-]+\.)")
# The scheme of another URL that directly follows this one, and is not data in its path or query.
_BEFORE_ADJACENT = r"[A-Za-z0-9.,;|)\]}'*]"
# The name of a redirector, as a part of a host or path: `rd.a.example`, `/cgi-bin/redirect`; how far it may be.
_LONGEST_REDIRECTOR = 200
_REDIRECTOR = lazy(r"(?i:redir|(?<![A-Za-z0-9])(?:s?rds?|clk|click|goto)(?![A-Za-z0-9]))")
_ADJACENT_SCHEME = lazy(
    f"://(?:{'|'.join(f'(?<={_BEFORE_ADJACENT}({scheme})://)' for scheme in ('http', 'https', 'ftp'))})", re.IGNORECASE
)
# The end of an image in Textile, after its title: `!https://a.example/b.png(the title)!:https://c.example/`.
_IMAGE_ENDS = lazy(r"(?:\([^()]*+\))?!(?=:|\Z)")
# The name of a setting of Git for a URL, and what is before it: `url.https://a.example/.insteadOf`.
_SETTING = lazy(r"(?<=/)\.[A-Za-z]+(?:=|\Z)")
_BEFORE_SETTING = ("http.", "url.", "dential.")
# The mark before verbatim text of Org and of TWiki, which is no equals sign after a name.
_VERBATIM_OPENS = lazy(r"(?<![^\s(\[{\"'])=\Z")
_AFTER_HOST = lazy(r"[/?#]|$")
_BRACKETS = lazy(r"[()\[\]{}]")
_PARTNER = {")": "(", "]": "[", "}": "{"}
_TRAILING = ".,;:!?'|"
_EMPHASIS = frozenset("*_~+@$")
_MARKS = frozenset("*_~")
_QUOTES = "\"'`"
# What may delimit a quotation of Perl or a substitution of sed that begins with a URL, maybe after a `^`.
_DELIMITERS = frozenset("#,|!~@+%;/^")
# After the first ones, and before the others, a URL may end although its run does not end in punctuation.
_MAY_END_AFTER = _DELIMITERS | {"."}
_MAY_END_WITHIN = lazy(r"[^!-%*-Z^-z~]|\*/\Z|;[A-Z][a-z]")
_PUNCTUATION = frozenset(("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Cc", "Cf"))
_ENTITY_AT_END = lazy(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,10});$", re.IGNORECASE)
# A mark of emphasis before a word, as in `**See http://a.example/**`.
_EMPHASIS_OPENS = lazy(r"(?<![\w*~/:])(?:\*{1,2}|_{1,2}|~~)(?=[\w\"'(\[])")
# What closes a comment, but for a `>`.
_COMMENT_ENDS = ("--", "*/")
# Signs such as `**` or `-=` before a URL, which are mirrored after it.
_DECORATION = lazy(r"[^\w\s()\[\]{}<>\"'`,;:?!&%/]{2,8}$")
# Scripts that are written without spaces between words: text in them may directly follow a URL.
_UNSPACED_RUN = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]+"
)
_UNSPACED = lazy(_UNSPACED_RUN)
# Text in full-width brackets that nothing of an unspaced script follows, and a segment before it, not the first.
_WIDE_BRACKETS = lazy(rf"\uff08[^{_ENDS}:/]{{1,100}}\uff09(?!{_UNSPACED_RUN})")
_UNSPACED_SEGMENT = lazy(rf"/[^\s/]+/{_UNSPACED_RUN}\Z")
# A name without particles and endings, in Chinese characters and Katakana, as the first segment.
_NAME_AFTER_HOST = lazy("[^\\s/]+/[\u3005\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff]{2,}\\Z")


# Words that begin the text after a URL: particles of Japanese before another word, or alone those of Korean; and verbs.
_PARTICLE = lazy(
    r"""
    (?: から | より | まで | にて | に | で | は | が | の | も | と | へ ) (?= [\u4e00-\u9fff\u30a0-\u30ffあお] | $ )
    | を
    | (?: 에서 | 에는 | 에 | 으로 | 로 | 를 | 을 | 는 | 은 | 의 | 와 | 과 | 가 | 이 | 도 | 부터 | 까지 | 입니다 ) $
    | 的 | 即可 | 可以 | 上的 | 中的 | 里的 | 裡的 | 查看 | 获取 | 取得
    """,
    re.VERBOSE,
)


def end_of_run(text: str, body: int) -> int:
    """The end of the run of characters that a URL may contain, or the start of another URL directly after it.

    `body` is the offset after the scheme's colon (and slashes); offsets are in code points.
    """
    limit = body + MAX_URL
    low = body
    while True:
        match = _RUN.match(text, low, limit)
        stop = match.end() if match else low
        if text.find("://", low, stop) >= 0:  # true of few
            for adjacent in _ADJACENT_SCHEME.finditer(text, low, stop):
                scheme = adjacent.start(adjacent.lastindex or 0)
                if scheme >= body and not _is_nested(text, body, scheme):
                    return scheme
        brackets = _WIDE_BRACKETS.match(text, stop) if text.startswith("\uff08", stop) else None
        if brackets is None:
            return stop
        is_last = not text[brackets.end() : brackets.end() + 1].strip()
        if not (_UNSPACED_SEGMENT.search(text, body, stop) or (is_last and _NAME_AFTER_HOST.match(text, body, stop))):
            return stop
        low = brackets.end()


def _is_nested(text: str, body: int, scheme: int) -> bool:
    """Whether the URL whose scheme is at an offset is the target of a redirect or data, and does not only follow.

    The sign before it is a segment of its own, or separates fields, or the name of a redirector is before it, or it is
    encoded. In lists, a path may end before such a sign, too.
    """
    sign = text[scheme - 1]
    if sign not in "*,;|":
        return text.find("%", scheme - 3, scheme - 2) >= 0
    if sign == "*" and text[scheme - 2] == "/":
        return True
    if _REDIRECTOR.search(text, body, min(scheme, body + _LONGEST_REDIRECTOR)):
        return True
    # Or there are such signs before it, but it is not in a list.
    return sign != "*" and text.find(sign, body, scheme - 1) >= 0 and text.find("://", body, scheme) < 0


# The single quote that opens a string, which no apostrophe and no mark of a plural does, as a group, after escapes and
# strings in double quotes; and the one that closes it.
_QUOTE_OPENS = lazy(r"\\.|\"[^\"]*\"|(?<!\w)[bBfFrRuU]{0,2}(')(?=\S)")
_QUOTE_CLOSES = lazy(r"(?<!\\)(?:(?<!\w)'|'(?!\w))")

# Where markup may directly follow a URL, and what is before a URL that is all of a value or of the target of a link.
_MAY_BEGIN_MARKUP = lazy(r"[\w/)\]#.][\[{]|\{[a-z*_+~^-]+\}")
_IN_TARGET = ('="', "='", "](")
# What is before `URL|text` in chats and wikis, and in comments as JSDoc reads them.
_BEFORE_BAR = frozenset("|!<[")
_BEFORE_TARGET = (
    "[[",
    "{{",
    "{@link ",
    "inkcode ",  # the ends of `{@linkcode ` and `{@linkplain `
    "nkplain ",
    "\\u003c",  # a `<` as JSON has it in other text
)


def url_end(text: str, start: int, body: int, stop: int) -> int:
    """The end of the URL in `text[start:stop]`; offsets are in code points.

    `start` is the start of its scheme, `body` the offset after the scheme's colon
    (and slashes), `stop` the end of the run of characters that a URL may contain.
    """
    before = text[max(0, start - 8) : start]
    run = text[body:stop]
    last = run[-1:]
    is_listed = "##" in run or "mailto:" in run
    may_end = is_listed or before[-1:] in _MAY_END_AFTER or not (last == "/" or last.isalnum())
    if not may_end and not _MAY_END_WITHIN.search(run):
        return stop  # true of most
    length = _length_before_markup(run, before)
    if is_listed and (following := _NEXT_URL.search(run, 0, length)):
        length = following.start()
    if before[-1:] in _DELIMITERS or "|" in run:
        length = _before_delimiter(text, start, body, body + length, before) - body
    if ("[" in run or "{" in run) and _MAY_BEGIN_MARKUP.search(run):
        from urlmend.finder.attached_markup import markup_start  # few URLs need it

        is_target = before.endswith(_IN_TARGET)
        length = markup_start(text, start, body, body + length, before, is_target=is_target) - body
    if "'" in run and (closing := _QUOTE_CLOSES.search(run, 0, length)) and _is_in_quotes(text, start):
        length = closing.start()
    if run.endswith(_COMMENT_ENDS) and _closes_comment(text, start, stop):
        length = min(length, len(run) - 2)
    if not run.isascii():
        length = _length_before_unspaced(run, length)
    length = _length_before_unbalanced(run, length)
    last = run[length - 1 : length]
    if last != "/" and not last.isalnum() and _is_all(text, start, body + length, before):
        return body + length
    return body + _trimmed_length(run, length, before, _open_emphasis(text, start, run, length))


def _open_emphasis(text: str, start: int, run: str, length: int) -> str | None:
    """The mark of emphasis that may end a URL, if it opens on the line of the URL and is not closed before it."""
    if run[:length].rstrip(_TRAILING)[-1:] not in _MARKS:
        return None
    low = line_begin(text, start)
    opening = max(_EMPHASIS_OPENS.finditer(text, low, start), key=re.Match.end, default=None)
    return opening.group() if opening and text.find(opening.group(), opening.end(), start) < 0 else None


def _closes_comment(text: str, start: int, stop: int) -> bool:
    """Whether the last two signs of the URL in `text[start:stop]` close a comment: `-->`, or `*/` after a `/*`."""
    if text[stop - 1] == "-":
        return text.startswith(">", stop)
    low = line_begin(text, start)
    opening = text.rfind("/*", low, start)
    return opening >= 0 and text.find("*/", opening + 2, start) < 0


def _before_delimiter(text: str, start: int, body: int, stop: int, before: str) -> int:
    """The end of a URL up to the delimiter of a quotation of Perl or a substitution, if it is in one."""
    opener = before[-1:]
    if opener not in _DELIMITERS and (opener == "\n" or text.find("|", max(0, start - LINE_REACH), start) < 0):
        return stop
    from urlmend.finder.attached_markup import delimiter_end

    delimiter = before.removesuffix("^")[-1:]
    return delimiter_end(text, start, body, stop, delimiter if delimiter in _DELIMITERS else "|")


def _is_all(text: str, start: int, stop: int, before: str) -> bool:
    """Whether a URL with punctuation at its end is everything between delimiters, which it is `before` and `stop` of.

    Text in quotes may end a sentence: only a `?` belongs to it then, and the comma of a data URL before its data.
    """
    after = text[stop : stop + 1]
    if after == ")":
        return before.endswith("](")
    if not after or after not in _QUOTES or not before.endswith(after):
        return False
    if before.endswith("=", 0, -1):
        return True
    return text[stop - 1] == "?" or (text[stop - 1] == "," and text.startswith("data:", start))


def _length_before_markup(run: str, before: str) -> int:
    """The length of the run up to the markup or quote that belongs to the text around it."""
    lengths = [len(run)]
    opener = before[-1:]
    if opener == "'" and (at := run.find("'")) >= 0:
        lengths.append(at)
    if (opener in _BEFORE_BAR or before.endswith(_BEFORE_TARGET)) and (at := run.find("|")) >= 0:
        lengths.append(at)
    if opener == "!" and (image := _IMAGE_ENDS.search(run)):
        lengths.append(image.start())
    if opener == "." and before.endswith(_BEFORE_SETTING) and (setting := _SETTING.search(run)):
        lengths.append(setting.start())
    if opener == "=" and ";" in run and (field := _FIELD.match(run)):
        lengths.append(field.end())
    if "|" in run:
        if end := _PIPE.search(run) or ("@" in run and _NEXT_ADDRESS.search(run)):
            lengths.append(end.start())
        attribute = _ATTRIBUTE.search(run) if "=" in run and not before.endswith(_IN_TARGET) else None
        if attribute and run.find("?", 0, attribute.start()) < 0:
            lengths.append(attribute.start())
    if "&" in run or "\\" in run or "[/" in run:
        match = _MARKUP.search(run)
        if match and match.group() == "\\" and _DRIVE.match(run):  # `file:///C:\plans`
            match = next((found for found in _MARKUP.finditer(run) if not _IN_PATH.match(run, found.start())), None)
        if match:
            lengths.append(match.start())
    return min(lengths)


def _is_in_quotes(text: str, start: int) -> bool:
    """Whether a single quote that opens earlier on its line is still open at an offset."""
    line = text[line_begin(text, start) : start]
    at = 0
    while opening := _QUOTE_OPENS.search(line, at):
        at = opening.end()
        if opening.group(1):
            closing = _QUOTE_CLOSES.search(line, at)
            if closing is None:
                return True
            at = closing.end()
    return False


def _length_before_unspaced(run: str, length: int) -> int:
    """The length of the run up to text of an unspaced script that follows the URL.

    Such text follows the URL if it begins after an ASCII letter or digit, and is in the host or
    extends to the end; or if it is everything after the host's slash, or begins with a particle
    after another slash. Elsewhere it is part of an IRI (RFC 3987).
    """
    path = _AFTER_HOST.search(run)
    host_end = path.start() if path else length
    for match in _UNSPACED.finditer(run, 0, length):
        at = match.start()
        last = run[at - 1 : at]
        after_ascii = last.isascii() and last.isalnum()
        if after_ascii and (at < host_end or match.end() >= length):
            return at
        if last != "/" or match.end() < length or not host_end:
            continue
        if (at == host_end + 1 and length - at > 1) or _PARTICLE.match(match.group()):
            return at
    return length


def _length_before_unbalanced(run: str, length: int) -> int:
    """The length up to the first closing bracket without an opening one in the run."""
    unclosed = {"(": 0, "[": 0, "{": 0}
    for match in _BRACKETS.finditer(run, 0, length):
        bracket = match.group()
        if bracket in unclosed:
            unclosed[bracket] += 1
        elif unclosed[_PARTNER[bracket]]:
            unclosed[_PARTNER[bracket]] -= 1
        else:
            return match.start()
    return length


def _trimmed_length(run: str, length: int, before: str, open_emphasis: str | None) -> int:
    """The length without punctuation, emphasis marks and decoration at the end.

    `open_emphasis` is the mark of the emphasis that the URL may end.
    """
    decoration = _DECORATION.search(before)
    closing = decoration.group()[::-1] if decoration else open_emphasis
    emphasis = before[-1:] if before[-1:] in _EMPHASIS else None
    if "?" not in run and _VERBATIM_OPENS.search(before):
        emphasis = "="
    while length:
        last = run[length - 1]
        if last in _TRAILING:
            if last == ";" and _ENTITY_AT_END.search(run, max(0, length - 12), length):
                return length
            length -= 1
        elif last in "([{" or last == emphasis:
            length -= 1
        elif closing and run.endswith(closing, 0, length):
            length -= len(closing)
        elif not last.isascii() and _is_punctuation(last) and not run.endswith("\uff09", 0, length):
            length -= 1
        else:
            return length
    return 0


def _is_punctuation(char: str) -> bool:
    from unicodedata import category  # most texts are ASCII

    return category(char) in _PUNCTUATION
