"""Results of `urlmend scan` with invented data, and a test that they are valid."""

import random
import sqlite3
from contextlib import closing
from importlib.resources import files

import pytest

from urlmend.rules import RULES
from urlmend.scan.results.validity import VERSION

HOSTS = ("www.canal.example", "ftp.canal.example", "ferry.example", "timetable.ferry.example", "lists.lock.example")
SCHEMES = {"http": 50, "https": 30, "ftp": 12, "mailto": 6, "news": 4, "gopher": 2, "": 2, "wais": 1, "urn": 1}
BREAKS = {"": 85, "newline": 8, "hyphen": 2, "newline,newline": 2, "quote": 1, "flowed": 1, "newline,hyphen": 1}
WORDS = "north south bank survey lock bridge notes summer winter map index harbour towpath depth".split()
HOSTILE = (
    "<script>document.title='owned'</script>",
    '"><img src=x onerror="document.title=\'owned\'">',
    "</style></script></textarea><svg onload=document.title='owned'>",
    "javascript:document.title='owned'",
    "\x1b[31m\u202egnp.elpmaxe\u202c \u2066\u200b\u061c\x00\x07",
    "{{ 7 * 7 }} {% for x in y %} ${1} &amp; &lt;",
    "河川.example e\u0301te\u0301 " + "שלום" + " 🛶",
    "</title></head><body onload=document.title='owned'>",
    "<iframe srcdoc=\"<script>top.document.title='owned'</script>\">",
    "<math><mtext><table><mglyph><style><!--</style><img src=x onerror=document.title='owned'>",
    "<meta http-equiv=refresh content=\"0;url=javascript:document.title='owned'\"><base href=//a.example/>",
    "'-(document.title='owned')-' ` onfocus=document.title='owned' autofocus x=`",
    "--><script>document.title='owned'</script><!-- ]]><script>document.title='owned'</script><![CDATA[",
    "<a href=\"java\tscript:document.title='owned'\" style=animation-name:x onanimationstart=document.title='owned'>",
    "+ADw-script+AD4-document.title='owned'+ADw-/script+AD4- \\u003cscript\\u003e \u2028 \ufeff \ufffe",
)

_TEXT = (
    "INSERT INTO url_texts (id, url, scheme, host, link_kind, target, url_key, domain_size) "
    "VALUES (:id, :url, :scheme, :host, :link_kind, :target, :id, 0)"
)
_AUTHOR = "INSERT INTO authors (id, row_key, author, author_source) VALUES (:id, :id, :sender, 'from')"
_MESSAGE = (
    "INSERT INTO messages (id, unit_id, author_id, recipients_id, archive, message_number, message_id_header, date,"
    " subject) VALUES (:id, :unit, :id, 1, :archive, :message_number, :message_id_header, :date, :subject)"
)
_PLACE = (
    "INSERT INTO places (id, url_text_id, message_id, part_id, form, breaks, certainty, other_readings, decided_by,"
    ' line, "column", end_line, end_column, depth, is_copy, first_scan_id)'
    " VALUES (:id, :id, :id, 1, :form, :breaks, :certainty, nullif(:alternatives, '[]'), :decided_by,"
    " :line, 1, :line, 60, 0, 0, 1)"
)
_FINDING = "INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def make_result(path, *, urls=400, findings=120, hosts=5, years=(1994, 2024), dated=True, hostile=False, problems=3):
    """Write a result, which depends on the arguments only, and return its path."""
    chance = random.Random(5)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.executescript(files("urlmend.scan.results").joinpath("schema.sql").read_text("utf-8"))
    settings = {"version": VERSION, "profile": '"rfc3986"', "select": "[]"}
    connection.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
    connection.execute("INSERT INTO scans (id, finished, settings, archives) VALUES (1, 1, '{}', '[]')")
    rules = ((rule.code, rule.name, rule.severity, rule.summary) for rule in RULES.values())
    connection.executemany("INSERT INTO rules VALUES (?, ?, ?, ?)", rules)
    units = max(1, min(urls, 12)) if urls else 0
    connection.executemany(
        "INSERT INTO units VALUES (?, ?, ?, '[]', NULL, ?, ?, ?, NULL, 1)",
        ((number, f"unit-{number}", number - 1, 8_000_000, 900, 150_000) for number in range(1, units + 1)),
    )
    rows = [_url(number, chance, units, hosts, years if dated else None) for number in range(1, urls + 1)]
    if hostile:
        for row, text in zip(rows, HOSTILE, strict=False):
            row.update(url=text, host=text, scheme=text, archive=text, subject=text, message_id_header=text)
            row.update(link_kind=text, target=text, sender=text)
    connection.execute("INSERT INTO parts VALUES (1, 1, '1', 'text/plain', 'text', NULL)")
    connection.execute("INSERT INTO recipients VALUES (1, 1, NULL, NULL)")
    for statement in (_TEXT, _AUTHOR, _MESSAGE, _PLACE):
        connection.executemany(statement, rows)
    connection.executemany("INSERT INTO reading_hashes VALUES (?, '[null]')", [(row["id"],) for row in rows[:1]])
    connection.executemany(_FINDING, _findings(findings, rows, chance, hostile=hostile))
    reasons = HOSTILE if hostile else ("No such file or directory", "not gzip: bad magic number")
    connection.executemany(
        "INSERT INTO problems VALUES (?, NULL, ?, NULL, ?)",
        ((number, f"spool/{number}.gz", chance.choice(reasons)) for number in range(1, problems + 1)),
    )
    connection.commit()
    connection.close()
    return path


def _url(number, chance, units, hosts, years):
    scheme = _drawn(SCHEMES, chance)
    # A few hosts have most of the URLs.
    rank = min(int(chance.paretovariate(0.6)) - 1, hosts - 1)
    host = HOSTS[rank] if rank < len(HOSTS) else f"h{rank}.quay.example"
    path = "/".join(chance.choices(WORDS, k=3)) + f"?n={chance.randrange(2000)}"
    opaque = scheme in ("mailto", "news", "urn")
    breaks = _drawn(BREAKS, chance)
    confidence = (
        chance.choice(("certain", "likely", "likely")) if breaks else chance.choice(("certain",) * 9 + ("guess",))
    )
    year = min(max(int(chance.gauss(2004, 6)), years[0]), years[1]) if years else None
    has_date = years and chance.random() > 0.02
    return {
        "id": number,
        "unit": chance.randint(1, units),
        "url": f"{scheme}:{path}" if opaque else f"{scheme}://{host}/{path}" if scheme else f"{host}/{path}",
        "scheme": scheme,
        "host": "" if opaque else host,
        "link_kind": "gateway" if number % 10 == 0 else "",
        "target": f"https://{host}/{number}" if number % 20 == 0 else None,
        "form": chance.choice(("bare", "bare", "bare", "angle", "url-wrapper", "markup")),
        "breaks": breaks,
        "certainty": ("certain", "likely", "guess").index(confidence),
        "alternatives": '["http://canal.example/"]' if confidence == "guess" else "[]",
        "decided_by": 1 if confidence != "certain" and chance.random() < 0.3 else None,
        "archive": f"lists-{chance.randrange(1, 9)}.tar!towpath-{chance.randrange(100)}.mbox",
        "message_number": chance.randrange(900),
        "message_id_header": f"<{number}@canal.example>",
        "date": f"{year}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}T10:00:00Z" if has_date else None,
        "subject": f"The {chance.choice(WORDS)} of the {chance.choice(WORDS)}",
        "sender": f"ada@{host}",
        "line": chance.randrange(1, 150_000),
    }


def _findings(count, rows, chance, *, hostile):
    codes = list(RULES)
    weights = [1 / (rank + 1) for rank in range(len(codes))]
    chance.shuffle(codes)
    for number, code in enumerate(chance.choices(codes, weights, k=count), 1):
        row = chance.choice(rows)
        url = row["url"]
        text = chance.choice(HOSTILE) if hostile else "see"
        before = f"The notes, {text}: <{url[:24]}\n> {url[24:]}> and {chance.choice(WORDS)} too"
        after = chance.choice((None, before.replace("\n> ", ""), before.replace("?", "%3F")))
        safe = None if after is None else chance.randrange(2)
        message = f"{text if hostile else '|'!r} in URL: encode as %7C"
        severity = RULES[code].severity
        yield number, row["id"], code, severity, message, row["line"], 9, before, after, safe, number % 40 == 0


def query(path, sql):
    """The rows that a query of a result gives."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def update(path, sql, values=()):
    """Change the rows of a result."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql, values)


def _drawn(weights, chance):
    return chance.choices(list(weights), list(weights.values()))[0]


@pytest.mark.parametrize("hostile", [False, True])
def test_made_results_are_valid(tmp_path, hostile):
    connection = sqlite3.connect(make_result(tmp_path / "r.sqlite", hostile=hostile))
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("SELECT count(*) FROM open_findings").fetchone() == (117,)
    connection.close()
