-- A result of `urlmend scan`. Passwords and other secrets are hidden in every column.

-- The options and settings of the scan that determine its result, and the `version` of this schema.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,         -- name of an option or setting
    value TEXT NOT NULL            -- value as JSON
) WITHOUT ROWID;

-- Work units, in the order of the archives. The rows of a unit are written in one transaction.
CREATE TABLE units (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,      -- identity in later scans: paths, sizes, times, range
    position INTEGER NOT NULL,     -- position in the last scan that contained it, from 0
    files TEXT NOT NULL,           -- JSON list of the paths of its files, secrets hidden
    bytes INTEGER NOT NULL,        -- number of bytes read
    messages INTEGER NOT NULL,     -- number of messages
    lines INTEGER NOT NULL         -- number of line ends; 0 for a unit of complete files
);

-- Occurrences of URLs.
CREATE TABLE urls (
    id INTEGER PRIMARY KEY,
    unit INTEGER NOT NULL REFERENCES units (id) ON DELETE CASCADE,
    url TEXT NOT NULL,             -- rejoined; for a resolved ambiguity, the reading that was chosen
    scheme TEXT NOT NULL,          -- in lower case; empty for `www.` hosts
    host TEXT NOT NULL,            -- in lower case; empty if there is none
    link_kind TEXT NOT NULL,       -- gateway, redirect, mailing, proxy, shortener, pixel; empty for other links
    target TEXT,                   -- decoded target of a gateway or redirect; null if there is none
    form TEXT NOT NULL,            -- url-wrapper, angle, bare, markup, schemeless
    breaks TEXT NOT NULL,          -- comma-separated: newline, space, hyphen, ...
    confidence TEXT NOT NULL,      -- certain, likely, guess
    alternatives TEXT NOT NULL,    -- JSON list of other readings
    first_reading TEXT NOT NULL,   -- reading by its own text alone
    decided_by INTEGER,            -- id of the occurrence that resolved an ambiguous URL; null for others
    archive TEXT NOT NULL,         -- path of the file; for a member of an archive: path, `!`, name of the member
    message INTEGER,               -- index of the message in the file, from 0; null outside messages
    message_id TEXT,               -- message-id, with angle brackets
    date TEXT,                     -- date of the message in UTC: 2004-01-05T10:00:00Z; null if missing or invalid
    subject TEXT,                  -- subject of the message, decoded
    sender TEXT,                   -- address in the field From, with the domain in lower case
    sender_domain TEXT,            -- domain of the sender
    thread TEXT,                   -- message-id of the first message of the thread: from References, In-Reply-To, or the message itself
    in_reply_to TEXT,              -- message-id in the field In-Reply-To
    reference_ids TEXT,            -- space-separated message-ids in the field References
    list_id TEXT,                  -- identifier of the mailing list, without angle brackets
    part TEXT,                     -- path of the part, such as 1.2, or subject
    content_type TEXT,             -- content type of the part, without parameters
    format TEXT NOT NULL,          -- format of the text: text, html, json, ...
    line INTEGER NOT NULL,         -- of the file, from 1
    "column" INTEGER NOT NULL,     -- in code points, from 1
    end_line INTEGER NOT NULL,     -- last line of the URL
    end_column INTEGER NOT NULL    -- column after the last character
);
CREATE INDEX urls_by_url ON urls (url);
CREATE INDEX urls_by_unit ON urls (unit);
CREATE INDEX urls_in_doubt ON urls (id) WHERE alternatives <> '[]';

-- Findings on the URLs.
CREATE TABLE findings (
    id INTEGER PRIMARY KEY,
    url_id INTEGER NOT NULL REFERENCES urls (id) ON DELETE CASCADE,
    code TEXT NOT NULL,            -- code of the rule
    severity TEXT NOT NULL,        -- error, warning, info
    message TEXT NOT NULL,         -- message of the rule
    line INTEGER NOT NULL,         -- of the file, from 1
    "column" INTEGER NOT NULL,     -- in code points, from 1
    before TEXT NOT NULL,          -- text around the finding
    after TEXT,                    -- the same text after the fix; null without a fix
    safe INTEGER,                  -- 1 for a safe fix, 0 for an unsafe one; null without a fix
    settled INTEGER NOT NULL       -- 1 if the finding reports an ambiguity that was resolved
);
CREATE INDEX findings_by_url ON findings (url_id);
CREATE INDEX findings_by_code ON findings (code);

-- Files and units that could not be read.
CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    unit INTEGER REFERENCES units (id) ON DELETE CASCADE,
    name TEXT NOT NULL,            -- path of the file; for a member of an archive: path, `!`, name of the member
    reason TEXT NOT NULL           -- error message
);

-- Findings that are not settled, with their URLs and positions.
CREATE VIEW open_findings AS
    SELECT f.id, f.code, f.severity, f.message, u.url, u.scheme, u.host, u.archive, u.message_id, u.date, u.subject,
           u.sender, u.sender_domain, u.thread, u.list_id, u.part, f.line, f."column", f.before, f.after, f.safe, f.url_id
    FROM findings f JOIN urls u ON u.id = f.url_id WHERE f.settled = 0;

-- Distinct URLs: number of occurrences, first and last date.
CREATE VIEW distinct_urls AS
    SELECT url, scheme, host, link_kind, max(target) AS target, count(*) AS times, min(date) AS first_date, max(date) AS last_date
    FROM urls GROUP BY url;

-- Hosts: number of occurrences, of distinct URLs, and of broken occurrences.
CREATE VIEW hosts AS
    SELECT host, count(*) AS times, count(DISTINCT url) AS urls, sum(breaks <> '') AS broken
    FROM urls WHERE host <> '' GROUP BY host;

-- Years: number of URLs, of broken URLs, and of findings.
CREATE VIEW years AS
    SELECT substr(u.date, 1, 4) AS year, count(*) AS urls, sum(u.breaks <> '') AS broken,
           (SELECT count(*) FROM open_findings f WHERE substr(f.date, 1, 4) = substr(u.date, 1, 4)) AS findings
    FROM urls u WHERE u.date IS NOT NULL GROUP BY year;
