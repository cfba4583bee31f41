"""Hypothesis strategies: URLs that are ordinary, and URLs that are almost so."""

from hypothesis import strategies as st

# Mostly ordinary parts, and some that are not.
SCHEMES = st.sampled_from(["http", "http", "https", "ftp", "HTTP", "gopher"])
HOSTS = """
hooks.slack.com discord.com
a.example a.example a.example a a..b .a a. -a.example a_b.example xn--a.example xn--mnchen-3ya.example a%2Eb.example ftp
1.2.3.4 1.2.3.400 1.2.3 01.2.3.4 0x7f.1 4.1a http https localhost a.b.c.d.e.f.g.example a1 [::1] 10.0.0.1 1.2.3.4.
""".split()
USERS = ["", "", "", "", "u@", "u:p@", "@", "u:h7Tq@"]
PORTS = ["", "", "", ":", ":80", ":443", ":81", ":808", ":8080", ":25", ":21", ":080", ":99999", ":65535", ":a"]
ESCAPES = """
%20 %25 %252F %2F %2f. %5C. %2E %2e%2e %7E %41 %E9 %C3%A9 %C2%AD %C2%A0 %D8%9C %D8%A7
%E2%80%93 %E2%80%8B %E2%80%8E %E2%80%AE %E2%81%A0 %E2%81%A9 %EF%BB%BF %EF%BC%8E %C0%AF %C1%9C
%E0%80%AF %E0%A4%85 %F0%80%80%AF %F0%9F%98%80 %00 %0A %0D%0A %1B %zz % %s
""".split()
SEGMENTS = st.sampled_from(
    [
        "a",
        "b.html",
        "~c",
        "@d",
        "",
        ".",
        "..",
        ".e",
        "...",
        "f=g",
        "h;i",
        "(j)",
        "k(",
        "l|",
        "m'*n",
        "&o",
        "p:q",
        "é",
        "[r]",
    ]
)
NAMES = """
a b q token access_token ACCESS_TOKEN api_key apikey key client_secret pwd passwd password signature sig X-Amz-Signature
AWSAccessKeyId session_id sessionid PHPSESSID jsessionid id sid amp;token accessToken private%5Ftoken jwt code tok%65n
a[password] a%5Bpwd%5D db_password u
""".split()
VALUES = """
h7Tq-92 http%3A%2F%2Fa%3Ah7Tq%40b http://a%3Ah7Tq%40b //a:h7T@b PWD%3Dh7Tq%3Bx
1 b abcdefgh12345678 abcdefgh1234567 1234567890123456789 3Dc 3D1 3D 3d1 http://b.example/c /../d e? (f [] $TOKEN . -
""".split()
MIXED = st.lists(st.one_of(SEGMENTS, st.sampled_from(ESCAPES)), max_size=3).map("".join)
PATHS = st.one_of(st.just(""), st.lists(MIXED, max_size=4).map(lambda segments: "/" + "/".join(segments)))
PARAMETERS = st.builds(
    "{}{}{}".format,
    st.sampled_from(NAMES),
    st.sampled_from(["=", "=", "=3D", ""]),
    st.one_of(st.sampled_from(VALUES), MIXED),
)
SEPARATORS = st.sampled_from(["&", "&", ";", "&amp;", "&AMP;", "&#38;", "&#038;", "&#x26;"])
QUERIES = st.one_of(
    st.sampled_from(["", "", "?", "?/", "??", "?[]"]),
    st.builds(lambda between, found: "?" + between.join(found), SEPARATORS, st.lists(PARAMETERS, max_size=3)),
)
TAILS = st.one_of(
    st.sampled_from(["", "", "", "#", "#a", "#a#b", "#?/", "#!/a@b", "#token=abcdefgh12345678"]),
    MIXED.map("#{}".format),
)
ALMOST_ORDINARY = st.builds(
    "{}://{}{}{}{}{}{}".format,
    SCHEMES,
    st.sampled_from(USERS),
    st.sampled_from(HOSTS),
    st.sampled_from(PORTS),
    PATHS,
    QUERIES,
    TAILS,
)
PARTS = st.text("ab1.+-_@:%", max_size=5)
OPAQUE = st.builds(
    "{}:a{}{}{}".format,
    st.sampled_from(["mailto", "sip", "sips", "urn", "news", "tel"]),
    PARTS,
    st.sampled_from(["@a.example", "@a", "@1.2.3.4", ":b", "@a.example?subject=b", ""]),
    st.sampled_from(["", "", ";b=c", ":b", "#c"]),
)
WRAPPED = st.sampled_from(["{}", "<{}>", "<URL:{}>", "({})", '"{}"', "<URL:{} x", "{}.", '<a href="{} b">'])
