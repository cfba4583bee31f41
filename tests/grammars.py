"""The grammars of RFC 1738 section 5 and of RFC 3986 appendix A, as data."""


def ref(name):
    """The text of another rule."""
    return ("name", name)


def one_of(characters):
    """One of these characters."""
    return ("or", *(("text", char) for char in characters))


def chars(ends):
    """A character of a range, written `a-z`."""
    return ("range", ends[0], ends[2])


def seq(*parts):
    """All parts, one after the other."""
    return ("seq", *map(_node, parts))


def either(*parts):
    """One of the parts."""
    return ("or", *map(_node, parts))


def repeat(low, high, *parts):
    """The parts, `low` to `high` times; no limit if `high` is None."""
    return ("rep", low, high, seq(*parts))


def maybe(*parts):
    """The parts or nothing."""
    return repeat(0, 1, *parts)


def many(*parts):
    """The parts any number of times."""
    return repeat(0, None, *parts)


def some(*parts):
    """The parts at least once."""
    return repeat(1, None, *parts)


def _node(part):
    return ("text", part) if isinstance(part, str) else part


CORE = {
    "ALPHA": either(chars("A-Z"), chars("a-z")),
    "DIGIT": chars("0-9"),
    "HEXDIG": either(chars("0-9"), chars("A-F"), chars("a-f")),
}

RFC1738 = {
    **CORE,
    "genericurl": seq(ref("scheme"), ":", ref("schemepart")),
    "url": either(
        ref("httpurl"),
        ref("ftpurl"),
        ref("newsurl"),
        ref("nntpurl"),
        ref("telneturl"),
        ref("gopherurl"),
        ref("waisurl"),
        ref("mailtourl"),
        ref("fileurl"),
        ref("prosperourl"),
        ref("otherurl"),
    ),
    "otherurl": ref("genericurl"),
    "scheme": some(either(ref("lowalpha"), ref("digit"), "+", "-", ".")),
    "schemepart": either(many(ref("xchar")), ref("ip-schemepart")),
    "ip-schemepart": seq("//", ref("login"), maybe("/", ref("urlpath"))),
    "login": seq(maybe(ref("user"), maybe(":", ref("password")), "@"), ref("hostport")),
    "hostport": seq(ref("host"), maybe(":", ref("port"))),
    "host": either(ref("hostname"), ref("hostnumber")),
    "hostname": seq(many(ref("domainlabel"), "."), ref("toplabel")),
    "domainlabel": either(
        ref("alphadigit"), seq(ref("alphadigit"), many(either(ref("alphadigit"), "-")), ref("alphadigit"))
    ),
    "toplabel": either(ref("alpha"), seq(ref("alpha"), many(either(ref("alphadigit"), "-")), ref("alphadigit"))),
    "alphadigit": either(ref("alpha"), ref("digit")),
    "hostnumber": seq(ref("digits"), ".", ref("digits"), ".", ref("digits"), ".", ref("digits")),
    "port": ref("digits"),
    "user": many(either(ref("uchar"), ";", "?", "&", "=")),
    "password": many(either(ref("uchar"), ";", "?", "&", "=")),
    "urlpath": many(ref("xchar")),
    "ftpurl": seq("ftp://", ref("login"), maybe("/", ref("fpath"), maybe(";type=", ref("ftptype")))),
    "fpath": seq(ref("fsegment"), many("/", ref("fsegment"))),
    "fsegment": many(either(ref("uchar"), "?", ":", "@", "&", "=")),
    "ftptype": one_of("AIDaid"),
    "fileurl": seq("file://", maybe(either(ref("host"), "localhost")), "/", ref("fpath")),
    "httpurl": seq("http://", ref("hostport"), maybe("/", ref("hpath"), maybe("?", ref("search")))),
    "hpath": seq(ref("hsegment"), many("/", ref("hsegment"))),
    "hsegment": many(either(ref("uchar"), ";", ":", "@", "&", "=")),
    "search": many(either(ref("uchar"), ";", ":", "@", "&", "=")),
    "gopherurl": seq(
        "gopher://",
        ref("hostport"),
        maybe(
            "/",
            maybe(
                ref("gtype"), maybe(ref("selector"), maybe("%09", ref("search"), maybe("%09", ref("gopher+_string"))))
            ),
        ),
    ),
    "gtype": ref("xchar"),
    "selector": many(ref("xchar")),
    "gopher+_string": many(ref("xchar")),
    "mailtourl": seq("mailto:", ref("encoded822addr")),
    "encoded822addr": some(ref("xchar")),
    "newsurl": seq("news:", ref("grouppart")),
    "grouppart": either("*", ref("group"), ref("article")),
    "group": seq(ref("alpha"), many(either(ref("alpha"), ref("digit"), "-", ".", "+", "_"))),
    "article": seq(some(either(ref("uchar"), ";", "/", "?", ":", "&", "=")), "@", ref("host")),
    "nntpurl": seq("nntp://", ref("hostport"), "/", ref("group"), maybe("/", ref("digits"))),
    "telneturl": seq("telnet://", ref("login"), maybe("/")),
    "waisurl": either(ref("waisdatabase"), ref("waisindex"), ref("waisdoc")),
    "waisdatabase": seq("wais://", ref("hostport"), "/", ref("database")),
    "waisindex": seq("wais://", ref("hostport"), "/", ref("database"), "?", ref("search")),
    "waisdoc": seq("wais://", ref("hostport"), "/", ref("database"), "/", ref("wtype"), "/", ref("wpath")),
    "database": many(ref("uchar")),
    "wtype": many(ref("uchar")),
    "wpath": many(ref("uchar")),
    "prosperourl": seq("prospero://", ref("hostport"), "/", ref("ppath"), many(ref("fieldspec"))),
    "ppath": seq(ref("psegment"), many("/", ref("psegment"))),
    "psegment": many(either(ref("uchar"), "?", ":", "@", "&", "=")),
    "fieldspec": seq(";", ref("fieldname"), "=", ref("fieldvalue")),
    "fieldname": many(either(ref("uchar"), "?", ":", "@", "&")),
    "fieldvalue": many(either(ref("uchar"), "?", ":", "@", "&")),
    "lowalpha": one_of("abcdefghijklmnopqrstuvwxyz"),
    "hialpha": one_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "alpha": either(ref("lowalpha"), ref("hialpha")),
    "digit": one_of("0123456789"),
    "safe": one_of("$-_.+"),
    "extra": one_of("!*'(),"),
    "national": one_of("{}|\\^~[]`"),
    "punctuation": one_of('<>#%"'),
    "reserved": one_of(";/?:@&="),
    "hex": either(ref("digit"), "A", "B", "C", "D", "E", "F", "a", "b", "c", "d", "e", "f"),
    "escape": seq("%", ref("hex"), ref("hex")),
    "unreserved": either(ref("alpha"), ref("digit"), ref("safe"), ref("extra")),
    "uchar": either(ref("unreserved"), ref("escape")),
    "xchar": either(ref("unreserved"), ref("reserved"), ref("escape")),
    "digits": some(ref("digit")),
}

RFC3986 = {
    **CORE,
    "URI": seq(ref("scheme"), ":", ref("hier-part"), maybe("?", ref("query")), maybe("#", ref("fragment"))),
    "hier-part": either(
        seq("//", ref("authority"), ref("path-abempty")), ref("path-absolute"), ref("path-rootless"), ref("path-empty")
    ),
    "URI-reference": either(ref("URI"), ref("relative-ref")),
    "absolute-URI": seq(ref("scheme"), ":", ref("hier-part"), maybe("?", ref("query"))),
    "relative-ref": seq(ref("relative-part"), maybe("?", ref("query")), maybe("#", ref("fragment"))),
    "relative-part": either(
        seq("//", ref("authority"), ref("path-abempty")), ref("path-absolute"), ref("path-noscheme"), ref("path-empty")
    ),
    "scheme": seq(ref("ALPHA"), many(either(ref("ALPHA"), ref("DIGIT"), "+", "-", "."))),
    "authority": seq(maybe(ref("userinfo"), "@"), ref("host"), maybe(":", ref("port"))),
    "userinfo": many(either(ref("unreserved"), ref("pct-encoded"), ref("sub-delims"), ":")),
    "host": either(ref("IP-literal"), ref("IPv4address"), ref("reg-name")),
    "port": many(ref("DIGIT")),
    "IP-literal": seq("[", either(ref("IPv6address"), ref("IPvFuture")), "]"),
    "IPvFuture": seq("v", some(ref("HEXDIG")), ".", some(either(ref("unreserved"), ref("sub-delims"), ":"))),
    "IPv6address": either(
        seq(repeat(6, 6, ref("h16"), ":"), ref("ls32")),
        seq("::", repeat(5, 5, ref("h16"), ":"), ref("ls32")),
        seq(maybe(ref("h16")), "::", repeat(4, 4, ref("h16"), ":"), ref("ls32")),
        seq(maybe(maybe(ref("h16"), ":"), ref("h16")), "::", repeat(3, 3, ref("h16"), ":"), ref("ls32")),
        seq(maybe(repeat(0, 2, ref("h16"), ":"), ref("h16")), "::", repeat(2, 2, ref("h16"), ":"), ref("ls32")),
        seq(maybe(repeat(0, 3, ref("h16"), ":"), ref("h16")), "::", ref("h16"), ":", ref("ls32")),
        seq(maybe(repeat(0, 4, ref("h16"), ":"), ref("h16")), "::", ref("ls32")),
        seq(maybe(repeat(0, 5, ref("h16"), ":"), ref("h16")), "::", ref("h16")),
        seq(maybe(repeat(0, 6, ref("h16"), ":"), ref("h16")), "::"),
    ),
    "h16": repeat(1, 4, ref("HEXDIG")),
    "ls32": either(seq(ref("h16"), ":", ref("h16")), ref("IPv4address")),
    "IPv4address": seq(ref("dec-octet"), ".", ref("dec-octet"), ".", ref("dec-octet"), ".", ref("dec-octet")),
    "dec-octet": either(
        ref("DIGIT"),
        seq(chars("1-9"), ref("DIGIT")),
        seq("1", repeat(2, 2, ref("DIGIT"))),
        seq("2", chars("0-4"), ref("DIGIT")),
        seq("25", chars("0-5")),
    ),
    "reg-name": many(either(ref("unreserved"), ref("pct-encoded"), ref("sub-delims"))),
    "path": either(
        ref("path-abempty"), ref("path-absolute"), ref("path-noscheme"), ref("path-rootless"), ref("path-empty")
    ),
    "path-abempty": many("/", ref("segment")),
    "path-absolute": seq("/", maybe(ref("segment-nz"), many("/", ref("segment")))),
    "path-noscheme": seq(ref("segment-nz-nc"), many("/", ref("segment"))),
    "path-rootless": seq(ref("segment-nz"), many("/", ref("segment"))),
    "path-empty": repeat(0, 0, ref("pchar")),
    "segment": many(ref("pchar")),
    "segment-nz": some(ref("pchar")),
    "segment-nz-nc": some(either(ref("unreserved"), ref("pct-encoded"), ref("sub-delims"), "@")),
    "pchar": either(ref("unreserved"), ref("pct-encoded"), ref("sub-delims"), ":", "@"),
    "query": many(either(ref("pchar"), "/", "?")),
    "fragment": many(either(ref("pchar"), "/", "?")),
    "pct-encoded": seq("%", ref("HEXDIG"), ref("HEXDIG")),
    "unreserved": either(ref("ALPHA"), ref("DIGIT"), "-", ".", "_", "~"),
    "reserved": either(ref("gen-delims"), ref("sub-delims")),
    "gen-delims": one_of(":/?#[]@"),
    "sub-delims": one_of("!$&'()*+,;="),
}
