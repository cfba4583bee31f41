"""A mailbox to scan, and the contents of a result."""

from urlmend.scan.rows import HASH_FIELDS

PASSWORD = "h7Tq-92x"
SUBJECTS = ("plan", "the survey", "=?utf-8?q?gr=C3=B6=C3=9Fe?=")


def message(number):
    """A message with some URLs, a few of them broken, ambiguous or with findings."""
    year = 1994 + number % 30
    return (
        f"From ada@canal.example Mon Jan  5 10:{number % 60:02}:00 {year}\n"
        f"Message-ID: <{number}@canal.example>\n"
        f"Date: Mon, 05 Jan {year} 10:00:00 +0100\n"
        "From: ada@canal.example\n"
        f"Subject: {SUBJECTS[number % 3]} {number}\n\n"
        f"> see <URL:http://www.canal.example.org/plans/{number % 50}/yearly-\n> plan.html> and ftp://ftp.canal.example.org/{number}\n"
        f"http://www.ferry.example.org/{number % 7}|x\n"
        + (f"http://www.canal.example.org/plans/{number % 50}/yearly-plan.html\n" if number % 5 == 0 else "")
        + (f"ftp://al:{PASSWORD}@mirror.canal.internal/{number}\n" if number % 11 == 0 else "")
        + "\n"
    )


MESSAGES = [message(number) for number in range(100)]
BOX = "".join(MESSAGES)


def rows(database, query):
    return database.execute(query).fetchall()


def without_key(rows, names):
    """Rows whose keyed hashes, which differ between results, are replaced by the number of their first occurrence."""
    known = {}
    hashes = {place for place, name in enumerate(names) if name in HASH_FIELDS}
    return [
        tuple(
            known.setdefault(cell, len(known)) if cell and place in hashes else cell for place, cell in enumerate(row)
        )
        for row in rows
    ]


def dump(database):
    """The contents of a result that do not depend on how it was made, nor in how many scans."""
    urls = rows(
        database,
        "SELECT u.* FROM urls u JOIN units ON units.id = u.unit_id ORDER BY units.position, u.id",
    )
    places = {row[0]: place for place, row in enumerate(urls)}
    names = [column[1] for column in rows(database, "PRAGMA table_info(urls)")]
    decided = names.index("decided_by")
    urls = without_key(urls, names)
    first_scan = names.index("first_scan_id")
    urls = [
        (
            *row[names.index("url") : decided],
            places.get(row[decided]),
            *row[decided + 1 : first_scan],
            *row[first_scan + 1 :],
        )
        for row in urls
    ]
    findings = rows(database, "SELECT * FROM findings")
    findings = sorted((places[row[1]], *row[2:]) for row in findings)
    return urls, findings, rows(database, "SELECT name, reason FROM problems ORDER BY name")
