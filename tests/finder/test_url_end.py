"""The end of a bare URL on its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmend
from tables import each_row
from urlmend.finder.url_end import MAX_URL, end_of_run, url_end

ENDS = [
    # text before the URL, the run of characters, the part of it that is the URL
    ("", "a.example/b", "a.example/b"),
    ("", "a.example/b.", "a.example/b"),
    ("", "a.example/b...", "a.example/b"),
    ("", "a.example/b,;:!?'", "a.example/b"),
    ("", "a.example/b.c", "a.example/b.c"),
    ("", "a.example/b/", "a.example/b/"),
    ("", "a.example/b-", "a.example/b-"),
    ("", "a.example/b)", "a.example/b"),
    ("", "a.example/b(c)", "a.example/b(c)"),
    ("", "a.example/b(c))", "a.example/b(c)"),
    ("", "a.example/b(c", "a.example/b(c"),
    ("", "a.example/b(", "a.example/b"),
    ("", "a.example/b]c", "a.example/b"),
    ("", "a.example/b}c", "a.example/b"),
    ("", "a.example/b[c]{d}", "a.example/b[c]{d}"),
    # A link macro of AsciiDoc, a footnote, or a copy in brackets, but no index, parameter, host or placeholder.
    ("", "a.example/b[text]", "a.example/b"),
    ("", "a.example/b/[text],", "a.example/b/"),
    ("", "a.example[text].", "a.example"),
    ("", "a.example/b#c[#12].", "a.example/b#c"),
    ("", "a.example/?b=2[text]", "a.example/?b=2"),
    ("", "a.example/b[ab_(c)]", "a.example/b"),
    ("", "a.example/b['One", "a.example/b"),
    ("", "a.example/b[^1]", "a.example/b"),
    ("", "a.example/b[...]", "a.example/b"),
    ("", "a.example/b[図]を", "a.example/b"),
    ("", "a.example/b[0x]y", "a.example/b[0x]y"),
    ("**", "a.example/b[text]**", "a.example/b"),
    ("[", "a.example/b[http://c.example/d]]", "a.example/b"),
    ("", "a.example/b[0]", "a.example/b[0]"),
    ("", "a.example/b[12].", "a.example/b[12]"),
    ("", "a.example/b[a-z]", "a.example/b[a-z]"),
    ("", "a.example/b[^c]+d", "a.example/b[^c]+d"),
    ("", "a.example/?b[]=c", "a.example/?b[]=c"),
    ("", "a.example/?b[name]=c", "a.example/?b[name]=c"),
    ("", "a.example/?b[name]", "a.example/?b[name]"),
    ("", "a.example/?b=[name]", "a.example/?b=[name]"),
    ("", "a.example/b/[name]/c", "a.example/b/[name]/c"),
    ("", "a.example/b-[name]", "a.example/b-[name]"),
    ("", "a.example/b(c[name])", "a.example/b(c[name])"),
    ("", "a.example/{b[name]}", "a.example/{b[name]}"),
    ("", "a.example/$b[name]", "a.example/$b[name]"),
    ("", "[::1]:80/b", "[::1]:80/b"),
    ("", "b@[fe80::cafe]", "b@[fe80::cafe]"),
    ("", "a.example[:port]", "a.example[:port]"),
    ('="', "a.example/b[text]", "a.example/b[text]"),
    ("link:", "a.example/b[]", "a.example/b"),
    ("link:", "a.example/b[].", "a.example/b"),
    ("link:", "a.example/?b[]=c", "a.example/?b[]=c"),
    ("", "a.example/?b[]", "a.example/?b[]"),
    ("](", "a.example/b[text]", "a.example/b[text]"),
    # Attributes after a URL, and macros around it, but no placeholder.
    ("", "a.example/b{.c}", "a.example/b"),
    ("", "a.example/b{.c-d},", "a.example/b"),
    ("", "a.example/b{#c}", "a.example/b"),
    ("", "a.example/b{#c .d}.", "a.example/b"),
    ("", "a.example/b{#c}/d", "a.example/b{#c}/d"),
    ("", "a.example/b{#}", "a.example/b{#}"),
    ("", "a.example/b{:target=_blank}.", "a.example/b"),
    ("", 'a.example/b{target="c"}', "a.example/b"),
    ("{color:red}", "a.example/b{color}", "a.example/b"),
    ("{quote}At ", "a.example/b/{quote}", "a.example/b/"),
    ("{code:title=x|y}\n", "a.example/b{code}", "a.example/b"),
    ("{color:red}", "a.example/b{color}*", "a.example/b"),
    ("{color:red}*", "a.example/b*{color}", "a.example/b"),
    ("{color:red}{*}", "a.example/b{*}{color}", "a.example/b"),
    ("{quote}{color:red}", "a.example/b{color}{quote}", "a.example/b"),
    ("{_}", "a.example/b.{_}c", "a.example/b"),
    ("", "a.example/b{color}", "a.example/b{color}"),
    ("", "a.example/b{color}*c", "a.example/b{color}*c"),
    ("", "a.example/b{*}c", "a.example/b{*}c"),
    ("{color} ", "a.example/{color}/b", "a.example/{color}/b"),
    ("{code} ", "a.example/b{code}.c/d", "a.example/b{code}.c/d"),
    ("{*} ", "a.example/{+path}", "a.example/{+path}"),
    ("/{column} ", "a.example/b{column}", "a.example/b{column}"),
    ("{column} ", "a.example/b:{column}", "a.example/b:{column}"),
    ("{id} ", "a.example/b{id}", "a.example/b{id}"),
    ("", "a.example/{+path}{?page,size}", "a.example/{+path}{?page,size}"),
    ("", "a.example/v1/{name=b/*}", "a.example/v1/{name=b/*}"),
    ("", "a.example/b{.c}/d", "a.example/b{.c}/d"),
    # An attribute after a bar.
    ("!", "a.example/b.png|width=10!", "a.example/b.png"),
    ("!", "a.example/b.png|thumbnail!", "a.example/b.png"),
    ("", "a.example/b.png|width=10", "a.example/b.png"),
    ("<", "a.example/b|text", "a.example/b"),
    ("\\u003c", "a.example/b|t", "a.example/b"),
    ("u003c", "a.example/b|t", "a.example/b|t"),
    ("[", "a.example/b|text]", "a.example/b"),
    # An image in Textile, its title and its link.
    ("!", "a.example/b.png!", "a.example/b.png"),
    ("!", "a.example/b.png!:http://c.example/", "a.example/b.png"),
    ("(!", "a.example/b.png!:c.html).", "a.example/b.png"),
    ("!", "a.example/b.png(Title)!:/c", "a.example/b.png"),
    ("!", "a.example/b(c).png!", "a.example/b(c).png"),
    ("!", "a.example/#!b/c", "a.example/#!b/c"),
    ("", "a.example/b!:c", "a.example/b!:c"),
    # The end of a comment.
    ("<!-- ", "a.example/b-->", "a.example/b"),
    ("<!-- ", "a.example/b.-->", "a.example/b"),
    ("", "a.example/b--", "a.example/b--"),
    ("/* ", "a.example/b*/", "a.example/b"),
    ("/*", "a.example/b/*/", "a.example/b/"),
    ("", "a.example/b/*/", "a.example/b/*/"),
    ("/* a */ ", "a.example/b*/", "a.example/b*/"),
    ("/* a */ /* ", "a.example/b*/", "a.example/b"),
    ("/*\n", "a.example/b*/", "a.example/b*/"),
    # A setting of Git.
    ("config url.", "a.example/.insteadOf", "a.example/"),
    ('"Endpoint=', "a.example:6334;Key=12!@b", "a.example:6334"),
    ('"Endpoint=', "a.example:6334/;Key=12", "a.example:6334/;Key=12"),
    ("plan ", "a.example;Key=12", "a.example;Key=12"),
    ("b=", "a.example/c;type=a", "a.example/c;type=a"),
    ("(", "a.example/b|c@d.example)", "a.example/b"),
    ("", "a.example/b##http://c.example/", "a.example/b"),
    ("", "a.example/b##idx##ftp://c.example/", "a.example/b"),
    ("", "a.example/b##c", "a.example/b##c"),
    ("", "a.example/b#http://c.example/", "a.example/b#http://c.example/"),
    ("rua=", "a@b.example,mailto:c@d.example", "a@b.example"),
    ("rua=", "a@b.example;ruf=mailto:c@d.example", "a@b.example"),
    ("", "a@b.example,c@d.example", "a@b.example,c@d.example"),
    ("", "a@b.example?body=mailto:c@d.example", "a@b.example?body=mailto:c@d.example"),
    ("'http.", "a.example/.extraheader=AUTHORIZATION", "a.example/"),
    ("credential.", "a.example/b/.helper", "a.example/b/"),
    ("url.", "a.example/b.html", "a.example/b.html"),
    ("url.", "a.example/.well-known/b", "a.example/.well-known/b"),
    ("", "a.example/.b", "a.example/.b"),
    # Delimiters of a substitution or a quotation, and marks around a URL.
    ("s#", "a.example/b#http://c.example/d#;", "a.example/b"),
    ("s#http://a.example/b#", "c.example/d#;", "c.example/d"),
    ("s,http://a.example/b,", "c.example/d,g", "c.example/d"),
    ("'s|^deb ", "a.example/b|deb", "a.example/b"),
    ("'s|^deb http://a.example/b|deb ", "c.example/d|'", "c.example/d"),
    ("q@", "a.example/b@c", "a.example/b"),
    ("x/s#", "a.example/b#c", "a.example/b#c"),
    ("paths#", "a.example/b#c", "a.example/b#c"),
    ("#", "a.example/b#c", "a.example/b#c"),
    ("s,", ",", ""),
    ("+", "a.example/b+", "a.example/b"),
    ("@", "a.example/b@.", "a.example/b"),
    ("$", "a.example/b$", "a.example/b"),
    ("", "a.example/b+", "a.example/b+"),
    ("=", "a.example/?b=", "a.example/?b="),
    ("=", "a.example/=", "a.example/"),
    ("e.g. =", "a.example:80=.", "a.example:80"),
    ("url=", "a.example/b=", "a.example/b="),
    ("= ", "a.example/b=", "a.example/b="),
    ("", "a.example/b(]", "a.example/b"),
    ("(", "a.example/b).", "a.example/b"),
    ("*", "a.example/b*", "a.example/b"),
    ("", "a.example/b*", "a.example/b*"),
    ("_", "a.example/b_", "a.example/b"),
    ("", "a.example/b_", "a.example/b_"),
    ("~", "a.example/~", "a.example/"),
    ("**", "a.example/b**", "a.example/b"),
    ("", "a.example/b**", "a.example/b**"),
    ("", "a.example/b/**/c", "a.example/b/**/c"),
    ("-=", "a.example/b=-", "a.example/b"),
    ("--", "a.example/b--", "a.example/b"),
    ("'", "a.example/b'c", "a.example/b"),
    ("", "a.example/b'c", "a.example/b'c"),
    ("'See ", "a.example/'.$v.", "a.example/"),
    ("x = f'See ", "a.example/b.jpg?'+c", "a.example/b.jpg"),
    ("f('a', 'see ", "a.example/b'+c", "a.example/b"),
    ("$a = 'It\\'s at ", "a.example/b?c='.$d", "a.example/b?c="),
    ("""("'", 'see """, "a.example/b'.c", "a.example/b"),
    ("'url=", "a.example/b'$c", "a.example/b"),
    ("'See ", "a.example/it's", "a.example/it's"),
    ("don't ", "a.example/b'(c)", "a.example/b'(c)"),
    ("the users' ", "a.example/b'-c", "a.example/b'-c"),
    ("the 'old' ", "a.example/b'-c", "a.example/b'-c"),
    ("l'adresse ", "a.example/b'-c", "a.example/b'-c"),
    ("' ", "a.example/b'-c", "a.example/b'-c"),
    ("'a\n", "a.example/b'-c", "a.example/b'-c"),
    ("[[", "a.example/b|c", "a.example/b"),
    ("", "a.example/b|c", "a.example/b|c"),
    ("", "a.example/get.sh|sh", "a.example/get.sh"),
    ("", "a.example/b|python3", "a.example/b"),
    ("", "a.example/b|shell", "a.example/b|shell"),
    ("", "a.example/?b|sh|c", "a.example/?b|sh|c"),
    ("", "a.example/b&gt;c", "a.example/b"),
    ("", "a.example/b&quot;", "a.example/b"),
    ("", "a.example/b&#62;", "a.example/b"),
    ("", "a.example/b&amp;gt;&lt;", "a.example/b"),
    ("", "a.example/b&amp;amp;gt;c", "a.example/b"),
    ("", "a.example/b&quot", "a.example/b"),
    ("", "a.example/b&quot.", "a.example/b"),
    ("", "a.example/b&quote", "a.example/b&quote"),
    ("", "a.example/?b&quot=c", "a.example/?b&quot=c"),
    ("", "a.example/b&#x3E;", "a.example/b"),
    ("&#8220;", "a.example/b&#8221;", "a.example/b"),
    ("", "a.example/b&mdash;or", "a.example/b"),
    ("&lsquo;", "a.example/b&rsquo;.", "a.example/b"),
    ("", "a.example/?b&mdash=c", "a.example/?b&mdash=c"),
    ("", "a.example/?b&amp;c", "a.example/?b&amp;c"),
    ("", "a.example/?b&amp;", "a.example/?b&amp;"),
    ("", "a.example/?b&lt=c", "a.example/?b&lt=c"),
    ("", "a.example/b\\n", "a.example/b"),
    ("", "a.example/b\\_c", "a.example/b\\_c"),
    ("", "/C:\\Users\\Ada.", "/C:\\Users\\Ada"),
    ("", '/C:\\Users\\Ada\\"', "/C:\\Users\\Ada"),
    ("", "/C:\\\\Users\\\\Ada", "/C"),
    ("", "/C:\\n", "/C"),
    ("", "a.example/b[/url]", "a.example/b"),
    ("", "a.example/b[/IMG].", "a.example/b"),
    ("[link=http://a.example]", "a.example/b[/][/]", "a.example/b"),
    ("", "a.example/b@[/]%5E", "a.example/b@[/]%5E"),
    ("", "a.example/bhttp://c.example/", "a.example/b"),
    ("", "a.example/b,https://c.example/", "a.example/b"),
    ("", "a.example/http://c.example/", "a.example/http://c.example/"),
    # A redirect: its sign is a segment, or separates its fields.
    ("", "a.example/*http://c.example/", "a.example/*http://c.example/"),
    ("", "a.example/b/x=1/*http://c.example/", "a.example/b/x=1/*http://c.example/"),
    ("", "a.example/b;1;c;http://c.example/", "a.example/b;1;c;http://c.example/"),
    ("", "a.example/b,1,http://c.example/", "a.example/b,1,http://c.example/"),
    ("", "a.example/b|1|http://c.example/", "a.example/b|1|http://c.example/"),
    ("", "a.example/?b=%20http://c.example/", "a.example/?b=%20http://c.example/"),
    ("", "rd.a.example/;http://c.example/", "rd.a.example/;http://c.example/"),
    ("", "us.rd.a.example/b,http://c.example/", "us.rd.a.example/b,http://c.example/"),
    ("", "a.example/redirect?b=1|http://c.example/", "a.example/redirect?b=1|http://c.example/"),
    ("", "a.example/cgi/redir.php*http://c.example/", "a.example/cgi/redir.php*http://c.example/"),
    ("", "click.a.example/b;http://c.example/", "click.a.example/b;http://c.example/"),
    ("", "a.example/bird;http://c.example/", "a.example/bird"),
    ("", "a.example/?b=clicks,http://c.example/", "a.example/?b=clicks"),
    ("", "rd.a.example/bhttp://c.example/", "rd.a.example/b"),
    ("", "a.example/;http://c.example/", "a.example/"),
    ("", "a.example/|http://c.example/", "a.example/"),
    ("", "a.example/b.http://c.example/", "a.example/b"),
    ("", "a.example/1.https://c.example/", "a.example/1"),
    ("", "a.example/1mailto:b@c.example", "a.example/1"),
    ("", "a.example/1.mailto:b@c.example", "a.example/1"),
    ("", "a.example/mailto:b@c.example", "a.example/mailto:b@c.example"),
    ("", "a.example/?b=mailto:b@c.example", "a.example/?b=mailto:b@c.example"),
    ("", "a.example/1mailto:b", "a.example/1mailto:b"),
    ("", "a.example/b*http://c.example/", "a.example/b*"),
    ("", "a.example/b;http://c.example/", "a.example/b"),
    ("", "a.example/,http://c.example/,d", "a.example/"),
    ("", "*,rcp://*,http://*,d", "*,rcp://*"),
    ("", "a.example/b20http://c.example/", "a.example/b20"),
    ("", "a.example/?u=http://c.example/", "a.example/?u=http://c.example/"),
    ("", "a.example/計画", "a.example/"),
    ("", "a.example/計", "a.example/計"),
    ("", "a.example/は", "a.example/"),
    ("", "a.example/b/は", "a.example/b/"),
    ("", "a.example/b計画", "a.example/b"),
    ("", "a.example計画", "a.example"),
    ("", "a.example/計画/b", "a.example/計画/b"),
    ("", "a.example/b/から入手可能です", "a.example/b/"),
    ("", "a.example/b\u2502c", "a.example/b"),
    ("", "a.example/b\u2551", "a.example/b"),
    ("", "a.example/b/を参照", "a.example/b/"),
    ("", "a.example/b/にあります", "a.example/b/"),
    ("", "a.example/b/를", "a.example/b/"),
    ("", "a.example/b/에서", "a.example/b/"),
    ("", "a.example/b/的文档", "a.example/b/"),
    ("", "a.example/b/計画", "a.example/b/計画"),
    ("", "a.example/b/はやぶさ", "a.example/b/はやぶさ"),
    ("", "a.example/b/もののけ姫", "a.example/b/もののけ姫"),
    ("", "a.example/b/から/c", "a.example/b/から/c"),
    ("", "a.example/b/이순신", "a.example/b/이순신"),
    ("", "a.example/b?c=計画", "a.example/b?c=計画"),
    ("", "例え.example/b", "例え.example/b"),
    ("", "a.example/b/株式会社（新築）", "a.example/b/株式会社（新築）"),
    ("", "a.example/b/株式会社（新築）/c", "a.example/b/株式会社（新築）/c"),
    ("", "a.example/b/株式会社（新築）。", "a.example/b/株式会社（新築）"),
    ("", "a.example/b/株式会社（新築", "a.example/b/株式会社"),
    ("", "a.example/b（新築）", "a.example/b"),
    ("", "a.example/株式会社（新築）", "a.example/株式会社（新築）"),
    ("", "a.example/ホテル（駅前） b", "a.example/ホテル（駅前）"),
    ("", "a.example/株式会社（新築）。", "a.example/"),
    ("", "a.example/を参照（新築）", "a.example/"),
    ("", "a.example/参照してください（新築）", "a.example/"),
    ("", "a.example/（新築）", "a.example/"),
    ("", "a.example/größe", "a.example/größe"),
    ("", "a.example/b…", "a.example/b"),
    ("", "a.example/b–", "a.example/b"),
    ("", "a.example/caf\udce9", "a.example/caf\udce9"),  # Latin-1 read as UTF-8
    ("", "...", ""),
    ("", ")", ""),
]


@each_row(("before", "run", "url"), ENDS)
def test_url_end(before, run, url):
    text = f"{before}http://{run}"
    body = len(before) + 7
    assert text[body : url_end(text, len(before), body, end_of_run(text, body))] == url


RUN_ENDS = [*' \t\r\n\f\v\x00\x1b\x7f\x85\xa0<>"`', *"«»“”‘’‚„‹›", *"。、「」『』【】《》〈〉（），！：；？～　"]
RUN_ENDS += [*"\u2028\u2029\u200b\u200e\u200f\u202e\ufeff\ufffd", *"\udc80\udc91\udca0"]
RUN_CONTINUES = [*"abcXYZ019-._~:/?#[]@!$&'()*+,;=%|\\^{}", *"éßñжשع中あ한"]


@each_row("char", RUN_ENDS, ids=lambda char: f"U+{ord(char):04X}")
def test_characters_that_end_a_url(char):
    assert end_of_run(f"ab{char}cd", 0) == 2


@each_row("char", RUN_CONTINUES, ids=lambda char: f"U+{ord(char):04X}")
def test_characters_that_may_be_part_of_a_url(char):
    assert end_of_run(f"ab{char}cd", 0) == 5


def test_length_of_a_url_is_bounded():
    assert end_of_run("a" * 20_000, 0) == MAX_URL
    assert end_of_run("a://" * 20_000, 0) <= MAX_URL


# Text before and after a URL, its run of characters, and the part of it that is the URL.
DELIMITED = [
    ("[b](", "a.example/b?", ")", "a.example/b?"),
    ("[b](", "a.example/b_Inc.", ").", "a.example/b_Inc."),
    ("[b](", "a.example/b?", ' "c")', "a.example/b"),
    ("[b](", "a.example/b_", ")", "a.example/b_"),
    ("*[b](", "a.example/b*", ")*", "a.example/b*"),
    ("*", "a.example/b*", ")", "a.example/b"),
    ('<a href="', "a.example/b?", '">', "a.example/b?"),
    ("<a href='", "a.example/b?", "'>", "a.example/b?"),
    ('<a href="', "a.example/b.", '">', "a.example/b."),
    ('x = "', "a.example/b?", '" + c', "a.example/b?"),
    ("x = '", "a.example/b?", "' + c", "a.example/b?"),
    ("see `", "a.example/b?", "`", "a.example/b?"),
    ('x = "', "a.example/b:", '" + c', "a.example/b"),
    ('at "', "a.example/b.", '"', "a.example/b"),
    ('at "', "a.example/b,", '" and', "a.example/b"),
    ("at `", "a.example/b.", "`", "a.example/b"),
    ("(", "a.example/b?", ")", "a.example/b"),
    ("[b] (", "a.example/b?", ")", "a.example/b"),
    ('"Did you see ', "a.example/b?", '"', "a.example/b"),
    ('"', "a.example/b?", "", "a.example/b"),
    ('"', "a.example/b?", "'", "a.example/b"),
    ('="', "a.example/b?", " c", "a.example/b"),
]


@each_row(("before", "run", "after", "url"), DELIMITED)
def test_punctuation_before_a_delimiter(before, run, after, url):
    text = f"{before}http://{run}{after}"
    body = len(before) + 7
    assert text[body : url_end(text, len(before), body, end_of_run(text, body))] == url


@pytest.mark.parametrize("text", ["'data:text/plain;base64,'", '"data:,"'])
def test_comma_before_the_data_of_a_data_url_in_quotes(text):
    assert url_end(text, 1, 6, end_of_run(text, 6)) == len(text) - 1
    assert url_end(text[:-1], 1, 6, len(text) - 1) == len(text) - 2


BEFORE = st.sampled_from([*" \n\t<(\"x*_'|é.=", "](", '="', "", "-=", "[[", "<URL:"])
_SIGNS = """
a b.c example.org / /d ?e=f & &amp; &gt; &#62; ; # % %20 . , : ! ? ' " ( ) [ ] { } * _ ~ | \\ - -- = + $ @
:// http:// ftp:// < > é 計 。 … [/url] \\n
"""
_SPACES = [" ", "\n", "\r\n", "\t", "\u00a0", "\udc80", "\x00", "\x0b", "\x0c", "\x1c", "\x85", "\u2028"]
PIECES = st.lists(st.sampled_from([*_SIGNS.split(), *_SPACES]), max_size=12).map("".join)


@given(BEFORE, PIECES)
def test_url_ends_within_its_run(before, rest):
    text = f"{before}http://{rest}"
    body = len(before) + 7
    stop = end_of_run(text, body)
    assert body <= url_end(text, len(before), body, stop) <= stop


@each_row(
    "urls",
    [
        ("http://a.example/b/1.", "https://c.example/"),
        ("http://a.example/b/1", "mailto:d@c.example"),
        ("http://a.example/b/1.", "mailto:d@c.example"),
        ("http://rd.a.example/;http://c.example/b",),
    ],
)
def test_urls_without_space_between_them(urls):
    assert [url.text for url in urlmend.find(f"see {''.join(urls)} or")] == [url.rstrip(".") for url in urls]
