from tests.formats.marked import check

from tables import each_row

CASES = [
    # Shell code.
    "[source,bash]\n----\ncurl «https://a.example/x.tgz»|tar xz\n----\n«https://a.example/b|c» at the end\n",
    "[source%nowrap, sh]\n....\nwget «https://a.example/x»;sh x\n....\n",
    "[,console]\n----\n$ curl «https://a.example/x»|sh\n",
    "```shell\ncurl «https://a.example/x»|sh\n```\n",
    "[source,python]\n----\nopen('«https://a.example/x;y|z»')\n----\n",
    "----\n«https://a.example/x|z»\n----\n",
    "```sh\ncurl «https://a.example/x»|sh\n```\n«https://a.example/b|c»\n",
    "[source,sh]\r\n----\r\ncurl «https://a.example/x»|sh\r\n----\r\n«https://a.example/b|c»\r\n",
    "Title\n-----\n\n[source,sh]\n----\ncurl «https://a.example/x»|sh\n----\n\nOther\n-----\n",
    "[source,sh]\n-----\n----\ncurl «https://a.example/x»|sh\n-----\n«https://a.example/b|c»\n",
    # A block in a block is verbatim.
    "....\n[source,sh]\n----\ncurl «https://a.example/b|c»\n----\n....\n",
    "Example\n-----------\n[source,sh]\n----\ncurl «https://a.example/b|c»\n----\n-----------\n",
    "See «https://a.example/doc/»[the docs], and «https://b.example/c».",
    "«https://a.example/?a=1&b=2»[text with \\] a bracket] and more",
    "«mailto:ann@a.example»[Mail] to Ann",
    "link:«https://a.example/b%20c»[text]",
    "link:$$«https://a.example/b__c__d»$$[the text]",
    "link:$$«https://a.example/spec/1.1\n/api/index.html»=«https://a.example/spec/1.1/api/index.html»$$[the text]",
    "$$«https://a.example/b__c»$$ and ++«https://a.example/d»++[the text]",
    "image:«https://a.example/b.png»[Logo,64]",
    "«http://[2001:db8::1]:80/a.html»[Home], and «http://[2001:db8::2]/b» alone",
    "«irc://ann@[2001:db8::1]/#moss», «irc://ann:x@[2001:db8::1]:6667/»[chat] and «https://a.example/@ann»[Ann]",
    "* «https://a.example/one.py/»[one.py]\n* «https://a.example/two.py/»[two.py]\n",
    # No attribute list.
    "«https://en.example/wiki/Moss_(plant)» grows",
    "«https://a.example/b[c» is open",
    "array[0] and item[1] of «https://a.example/»",
]


@each_row("marked", CASES)
def test_urls(marked, tmp_path):
    check(marked, tmp_path, "page.adoc")
