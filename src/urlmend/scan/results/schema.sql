-- A result of `urlmend scan`. Passwords and other secrets are hidden in every column.

-- How the scan was made: `version` of this schema, and each setting that decides what is in the result.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,         -- of an option or a setting
    value TEXT NOT NULL            -- as JSON
) WITHOUT ROWID;

-- What was read, piece by piece, in order; all rows of a piece are written together, or none of them.
CREATE TABLE units (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,      -- what makes it the same piece the next time: paths, sizes, times, range
    position INTEGER NOT NULL,     -- its place in the last scan that met it, from 0
    files TEXT NOT NULL,           -- the files that it is from: a JSON list of paths, secrets hidden
    bytes INTEGER NOT NULL,        -- how much was read
    messages INTEGER NOT NULL,     -- how many messages it holds
    lines INTEGER NOT NULL         -- how many line ends; 0 if it is whole files
);

-- Each URL that stands somewhere.
CREATE TABLE urls (
    id INTEGER PRIMARY KEY,
    unit INTEGER NOT NULL REFERENCES units (id) ON DELETE CASCADE,
    url TEXT NOT NULL,             -- put together again; if the archive has settled a doubt, the reading it speaks for
    scheme TEXT NOT NULL,          -- in lower case; empty for `www.` hosts
    host TEXT NOT NULL,            -- in lower case; empty if there is none
    link_kind TEXT NOT NULL,       -- gateway, redirect, mailing, proxy, shortener, pixel; empty if it leads where it says
    target TEXT,                   -- the address that a gateway's URL holds; null if it holds none that can be decoded
    form TEXT NOT NULL,            -- url-wrapper, angle, bare, markup, schemeless
    breaks TEXT NOT NULL,          -- what interrupts it: newline, space, hyphen, ..., with commas between
    confidence TEXT NOT NULL,      -- certain, likely, guess
    alternatives TEXT NOT NULL,    -- other readings: a JSON list of strings
    first_reading TEXT NOT NULL,   -- what its own text speaks for
    decided_by INTEGER,            -- the id of the occurrence of `url` that settled the doubt; null if none did
    archive TEXT NOT NULL,         -- the file, `!`, and the member's name if it is from an archive
    message INTEGER,               -- the message's number in the file, from 0; null if it is from none
    message_id TEXT,               -- of the message, with its angle brackets
    date TEXT,                     -- of the message, in UTC: 2004-01-05T10:00:00Z; null if it has none that makes sense
    subject TEXT,                  -- of the message, decoded
    sender TEXT,                   -- the address in the message's From, with its domain in lower case
    sender_domain TEXT,            -- the domain of that address
    thread TEXT,                   -- the message-id of its first message: of References, In-Reply-To, or the message itself
    in_reply_to TEXT,              -- the message-id that the message answers
    reference_ids TEXT,            -- the message-ids in References, with spaces between
    list_id TEXT,                  -- of the mailing list, without angle brackets
    part TEXT,                     -- the part of the message, such as 1.2, or subject
    content_type TEXT,             -- of the part, without parameters
    format TEXT NOT NULL,          -- of the text: text, html, json, ...
    line INTEGER NOT NULL,         -- of the file, from 1
    "column" INTEGER NOT NULL,     -- in code points, from 1
    end_line INTEGER NOT NULL,     -- where it ends
    end_column INTEGER NOT NULL    -- the column behind its last character
);
CREATE INDEX urls_by_url ON urls (url);
CREATE INDEX urls_by_unit ON urls (unit);
CREATE INDEX urls_in_doubt ON urls (id) WHERE alternatives <> '[]';

-- What is wrong with them.
CREATE TABLE findings (
    id INTEGER PRIMARY KEY,
    url_id INTEGER NOT NULL REFERENCES urls (id) ON DELETE CASCADE,
    code TEXT NOT NULL,            -- the rule's
    severity TEXT NOT NULL,        -- error, warning, info
    message TEXT NOT NULL,         -- what the rule says
    line INTEGER NOT NULL,         -- of the file, from 1
    "column" INTEGER NOT NULL,     -- in code points, from 1
    before TEXT NOT NULL,          -- the text around it
    after TEXT,                    -- the same, mended; null if only a person can
    safe INTEGER,                  -- whether mending it guesses nothing: 0 or 1; null if it cannot be mended
    settled INTEGER NOT NULL       -- 1 if the archive has settled the doubt that it speaks of
);
CREATE INDEX findings_by_url ON findings (url_id);
CREATE INDEX findings_by_code ON findings (code);

-- What could not be read, and why.
CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    unit INTEGER REFERENCES units (id) ON DELETE CASCADE,
    name TEXT NOT NULL,            -- the file's; of what is packed, the member's behind a `!`
    reason TEXT NOT NULL           -- why
);

-- Findings that still count, each with its URL and where that stands.
CREATE VIEW open_findings AS
    SELECT f.id, f.code, f.severity, f.message, u.url, u.scheme, u.host, u.archive, u.message_id, u.date, u.subject,
           u.sender, u.sender_domain, u.thread, u.list_id, u.part, f.line, f."column", f.before, f.after, f.safe, f.url_id
    FROM findings f JOIN urls u ON u.id = f.url_id WHERE f.settled = 0;

-- Each URL once: how often it stands, when first and last.
CREATE VIEW distinct_urls AS
    SELECT url, scheme, host, link_kind, max(target) AS target, count(*) AS times, min(date) AS first_date, max(date) AS last_date
    FROM urls GROUP BY url;

-- Each host: how many URLs, how many different ones, how many broken.
CREATE VIEW hosts AS
    SELECT host, count(*) AS times, count(DISTINCT url) AS urls, sum(breaks <> '') AS broken
    FROM urls WHERE host <> '' GROUP BY host;

-- Each year: URLs, those that are broken, and findings.
CREATE VIEW years AS
    SELECT substr(u.date, 1, 4) AS year, count(*) AS urls, sum(u.breaks <> '') AS broken,
           (SELECT count(*) FROM open_findings f WHERE substr(f.date, 1, 4) = substr(u.date, 1, 4)) AS findings
    FROM urls u WHERE u.date IS NOT NULL GROUP BY year;
