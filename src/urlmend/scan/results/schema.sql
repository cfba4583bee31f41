-- A result of `urlmend scan`. Passwords and other secrets are hidden in every column.

-- The options and settings of the scan that determine its result, the `version` of this schema, and the `hash_key`.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,         -- name of an option or setting
    value TEXT NOT NULL            -- value as JSON
) WITHOUT ROWID;

-- The scans that wrote this result, in their order. Their counts are those of the result at their end.
CREATE TABLE scans (
    id INTEGER PRIMARY KEY,
    started TEXT,                  -- in UTC: 2026-01-05T10:00:00Z; null if unknown
    ended TEXT,                    -- likewise; null if unknown, or if it was killed or still reads
    finished INTEGER NOT NULL,     -- 1 if it read all archives; 0 if it was stopped, or still reads
    version TEXT,                  -- version of urlmend; null if unknown
    settings TEXT NOT NULL,        -- JSON object of its options and settings that have a value, secrets hidden
    archives TEXT NOT NULL,        -- JSON list of the archives that it was to read, secrets hidden
    urls INTEGER,                  -- number of URLs, as are the next two; null if it was killed, or still reads
    distinct_urls INTEGER,
    new_urls INTEGER,              -- that it saw first
    findings INTEGER,              -- number of findings, without settled ones
    messages INTEGER,              -- number of messages read
    problems INTEGER               -- number of files and units that could not be read
);

-- Work units, in the order of the archives. The rows of a unit are written in one transaction.
CREATE TABLE units (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,      -- identity in later scans: paths, sizes, times, range
    position INTEGER NOT NULL,     -- position in the last scan that contained it, from 0
    files TEXT NOT NULL,           -- JSON list of the paths of its files, secrets hidden
    file_hashes TEXT,              -- JSON list: for each path, keyed hashes of its hidden parts; null if none has one
    bytes INTEGER NOT NULL,        -- number of bytes read
    messages INTEGER NOT NULL,     -- number of messages
    lines INTEGER NOT NULL,        -- number of line ends; 0 for a unit of complete files
    content TEXT,                  -- of a range of a file: hash of the file up to its end; null for other units
    scan_id INTEGER NOT NULL REFERENCES scans (id) -- the scan that read it
);

-- Rules.
CREATE TABLE rules (
    code TEXT PRIMARY KEY,         -- code of the rule, such as URL501
    name TEXT NOT NULL,            -- name of the rule: words joined by hyphens
    severity TEXT NOT NULL,        -- default severity: error, warning, info
    summary TEXT NOT NULL          -- first line of its documentation
) WITHOUT ROWID;

-- Distinct URLs.
CREATE TABLE url_texts (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,             -- rejoined
    scheme TEXT NOT NULL,          -- in lower case; empty for `www.` hosts
    host TEXT NOT NULL,            -- that a program connects to: decoded, in lower case, in ASCII; empty if missing
    domain TEXT NOT NULL,          -- registered domain of the host, by the Public Suffix List; empty if missing
    tld TEXT NOT NULL,             -- last label of the registered domain; empty if missing
    link_kind TEXT NOT NULL,       -- gateway, redirect, mailing, proxy, shortener, pixel; empty for other links
    target TEXT,                   -- decoded target of a gateway or redirect; null if missing
    url_hash TEXT                  -- keyed hash of the URL with its secrets; null if `url` is complete
);
CREATE INDEX url_texts_by_url ON url_texts (url, url_hash);

-- Messages that contain a URL, and files outside mail that do.
CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    unit_id INTEGER NOT NULL REFERENCES units (id) ON DELETE CASCADE,
    archive TEXT NOT NULL,         -- path of the file; for a member of an archive: path, `!`, name of the member
    message_number INTEGER,        -- position of the message in the file, from 0; null outside messages
    message_id_header TEXT,        -- field Message-ID, with angle brackets; null if missing
    date TEXT,                     -- date of the message or document in UTC: 2004-01-05T10:00:00Z; null if missing or invalid
    subject TEXT,                  -- subject of the message, decoded, or title of the document
    sender TEXT,                   -- address in the field From, with the domain in lower case
    sender_domain TEXT,            -- domain of the sender
    thread TEXT,                   -- message-id of the first message of the thread: from References, In-Reply-To, or the message itself
    in_reply_to TEXT,              -- message-id in the field In-Reply-To
    reference_ids TEXT,            -- space-separated message-ids in the field References
    list_id TEXT,                  -- identifier of the mailing list, without angle brackets
    archive_hash TEXT              -- keyed hashes of the hidden parts of the path; null if `archive` is complete
);

-- Distinct combinations of part, content type and format.
CREATE TABLE parts (
    id INTEGER PRIMARY KEY,
    part TEXT,                     -- path of the part, such as 1.2, or subject; in documents the place, such as p12
    content_type TEXT,             -- content type of the part, without parameters
    format TEXT NOT NULL           -- format of the text: text, html, json, ...
);

-- Occurrences of URLs.
CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    url_text_id INTEGER NOT NULL REFERENCES url_texts (id),
    message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    part_id INTEGER NOT NULL REFERENCES parts (id),
    form TEXT NOT NULL,            -- url-wrapper, angle, bare, markup, schemeless; fault: malformed, with a finding
    breaks TEXT NOT NULL,          -- comma-separated: newline, space, hyphen, ...
    confidence TEXT NOT NULL,      -- certain, likely, guess
    alternatives TEXT NOT NULL,    -- JSON list of other readings
    first_text_id INTEGER,         -- id in `url_texts` of the reading by its own text alone; null unless an ambiguity was resolved
    decided_by INTEGER,            -- id in `places` of the occurrence that resolved an ambiguous URL; null for others
    line INTEGER NOT NULL,         -- of the file, from 1
    "column" INTEGER NOT NULL,     -- in code points, from 1
    end_line INTEGER NOT NULL,     -- last line of the URL
    end_column INTEGER NOT NULL,   -- column after the last character
    first_scan_id INTEGER NOT NULL REFERENCES scans (id) -- the scan that first saw it, in this message or file
);

-- Keyed hashes of the other readings, where these are not complete.
CREATE TABLE reading_hashes (
    id INTEGER PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
    alternative_hashes TEXT NOT NULL  -- JSON list: for each of `alternatives`, the hash of the URL with its secrets
);

-- Findings on the URLs.
CREATE TABLE findings (
    id INTEGER PRIMARY KEY,
    url_id INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
    code TEXT NOT NULL,            -- code in `rules`
    severity TEXT NOT NULL,        -- error, warning, info
    message TEXT NOT NULL,         -- message of the rule
    line INTEGER NOT NULL,         -- of the file, from 1
    "column" INTEGER NOT NULL,     -- in code points, from 1
    before TEXT NOT NULL,          -- text around the finding
    after TEXT,                    -- the same text after the fix; null without a fix
    safe INTEGER,                  -- 1 for a safe fix, 0 for an unsafe one; null without a fix. `lint --fix` leaves encoded, HTML and signed parts
    settled INTEGER NOT NULL       -- 1 if the finding reports an ambiguity that was resolved
);

-- Files and units that could not be read.
CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    unit_id INTEGER REFERENCES units (id) ON DELETE CASCADE,
    name TEXT NOT NULL,            -- path of the file; for a member of an archive: path, `!`, name of the member
    name_hash TEXT,                -- keyed hashes of the hidden parts of the path; null if `name` is complete
    reason TEXT NOT NULL           -- error message
);

-- Occurrences of URLs with the columns of all tables; `id` is that of the occurrence.
CREATE VIEW urls AS
    SELECT p.id, p.url_text_id, p.message_id, p.part_id, m.unit_id, t.url, t.scheme, t.host, t.link_kind, t.target, t.url_hash, p.form, p.breaks, p.confidence,
           p.alternatives, h.alternative_hashes, coalesce(f.url, t.url) AS first_reading, p.decided_by, m.archive, m.message_number, m.message_id_header, m.date,
           m.subject, m.sender, m.sender_domain, m.thread, m.in_reply_to, m.reference_ids, m.list_id, m.archive_hash, k.part,
           k.content_type, k.format, p.line, p."column", p.end_line, p.end_column, t.domain, t.tld, p.first_scan_id
    FROM places p JOIN url_texts t ON t.id = p.url_text_id JOIN messages m ON m.id = p.message_id JOIN parts k ON k.id = p.part_id
         LEFT JOIN url_texts f ON f.id = p.first_text_id LEFT JOIN reading_hashes h ON h.id = p.id;

-- Findings that are not settled, with their URLs and positions.
CREATE VIEW open_findings AS
    SELECT f.id, f.url_id, u.url_text_id, u.message_id, u.part_id, u.unit_id, f.code, f.severity, f.message, u.url, u.scheme, u.host,
           u.archive, u.message_number, u.message_id_header, u.date, u.subject,
           u.sender, u.sender_domain, u.thread, u.list_id, u.part, f.line, f."column", f.before, f.after, f.safe,
           u.domain, u.tld, u.url_hash, u.archive_hash, u.first_scan_id
    FROM findings f JOIN urls u ON u.id = f.url_id WHERE f.settled = 0;

-- Distinct URLs: number of occurrences, first and last date.
CREATE VIEW distinct_urls AS
    SELECT t.url, t.scheme, t.host, t.link_kind, max(t.target) AS target, count(*) AS times, min(m.date) AS first_date,
           max(m.date) AS last_date, t.domain, t.tld, t.url_hash
    FROM places p JOIN url_texts t ON t.id = p.url_text_id JOIN messages m ON m.id = p.message_id GROUP BY t.url, t.url_hash;

-- Hosts: number of occurrences, of distinct URLs, and of broken occurrences.
CREATE VIEW hosts AS
    SELECT t.host, sum(p.times) AS times, count(DISTINCT coalesce(t.url || ' ' || t.url_hash, t.url)) AS urls, sum(p.broken) AS broken
    FROM (SELECT url_text_id, count(*) AS times, sum(breaks <> '') AS broken FROM places GROUP BY url_text_id) p
         JOIN url_texts t ON t.id = p.url_text_id
    WHERE t.host <> '' GROUP BY t.host;

-- Years: number of URLs, of broken URLs, and of findings.
CREATE VIEW years AS
    SELECT u.year, u.urls, u.broken, coalesce(f.findings, 0) AS findings
    FROM (SELECT substr(m.date, 1, 4) AS year, sum(p.urls) AS urls, sum(p.broken) AS broken
          FROM (SELECT message_id, count(*) AS urls, sum(breaks <> '') AS broken FROM places GROUP BY message_id) p
               JOIN messages m ON m.id = p.message_id
          WHERE m.date IS NOT NULL GROUP BY 1) u
         LEFT JOIN
         (SELECT substr(m.date, 1, 4) AS year, count(*) AS findings
          FROM findings f JOIN places p ON p.id = f.url_id JOIN messages m ON m.id = p.message_id
          WHERE f.settled = 0 AND m.date IS NOT NULL GROUP BY 1) f ON f.year = u.year;
