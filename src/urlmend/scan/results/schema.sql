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
    host TEXT NOT NULL,            -- that a program connects to: decoded, in lower case, in ASCII, without a dot at its end; empty if missing
    link_kind TEXT NOT NULL,       -- gateway, redirect, mailing, proxy, shortener, pixel; empty for other links
    target TEXT,                   -- decoded target of a gateway or redirect; null if missing
    url_hash TEXT,                 -- keyed hash of the URL with its secrets; null if `url` is complete
    url_key INTEGER NOT NULL,      -- short hash of `url`, for searches
    domain_size INTEGER NOT NULL,  -- length of `domain`
    other_canonical TEXT,          -- null if `canonical` is `url` itself, `/` if it has one more, `#` if it has no fragment; empty if there is none
    domain TEXT AS (substr(host, length(host) - domain_size + 1)), -- registered domain of the host, by the Public Suffix List; empty if missing
    tld TEXT AS (CASE domain_size WHEN 0 THEN '' ELSE replace(host, rtrim(host, replace(host, '.', '')), '') END), -- last label of the registered domain; empty if missing
    canonical TEXT AS (CASE other_canonical WHEN '' THEN NULL WHEN '/' THEN url || '/' WHEN '#' THEN substr(url, 1, instr(url, '#') - 1) ELSE coalesce(other_canonical, url) END) -- serialisation of the WHATWG URL standard, without the fragment; null if there is none
);
CREATE INDEX url_texts_by_key ON url_texts (url_key);

-- Distinct authors of messages, with the address in the field From.
CREATE TABLE authors (
    id INTEGER PRIMARY KEY,
    row_key INTEGER NOT NULL,      -- short hash of the row, for searches
    author TEXT,                   -- address of the person who wrote the message, behind mailing lists that replace it; null if unknown
    author_name TEXT,              -- display name of the author, decoded, without additions of mailing lists; null if missing
    author_source TEXT,            -- where the author is found: from, reply-to, x-original-from, encoded, name, ...; null if missing
    other_sender TEXT,             -- `sender` if it is not `author` itself
    author_domain TEXT AS (substr(author, instr(author, '@') + 1)), -- domain of the author
    sender TEXT AS (coalesce(other_sender, author)), -- address in the field From, with the domain in lower case
    sender_domain TEXT AS (substr(coalesce(other_sender, author), instr(coalesce(other_sender, author), '@') + 1)) -- domain of the sender
);
CREATE INDEX authors_by_key ON authors (row_key);

-- Distinct combinations of mailing list and recipients.
CREATE TABLE recipients (
    id INTEGER PRIMARY KEY,
    row_key INTEGER NOT NULL,      -- short hash of the row, for searches
    list_id TEXT,                  -- identifier of the mailing list, without angle brackets
    recipient_domains TEXT         -- comma-separated domains in the fields To and Cc, in alphabetical order
);
CREATE INDEX recipients_by_key ON recipients (row_key);

-- Messages, with and without URLs, and files outside mail that contain a URL.
CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    unit_id INTEGER NOT NULL REFERENCES units (id) ON DELETE CASCADE,
    archive TEXT NOT NULL,         -- path of the file; for a member of an archive: path, `!`, name of the member
    message_number INTEGER,        -- position of the message in the file, from 0; null outside messages
    message_id_header TEXT,        -- field Message-ID, with angle brackets; null if missing
    date TEXT,                     -- date in UTC of the message, the document, or the record of a web archive: 2004-01-05T10:00:00Z; null if missing or invalid
    time_zone TEXT,                -- time zone in the field Date, such as +0200; null if missing
    received_seconds INTEGER,      -- `received` in seconds since 1970
    subject TEXT,                  -- subject of the message, decoded, or title of the document; null for messages without URLs, as are `in_reply_to`, `reference_ids` and `sha256`
    author_id INTEGER NOT NULL REFERENCES authors (id),
    recipients_id INTEGER NOT NULL REFERENCES recipients (id),
    other_thread TEXT,             -- `thread` if it is not `message_id_header` itself
    in_reply_to TEXT,              -- message-id in the field In-Reply-To
    reference_ids TEXT,            -- space-separated message-ids in the field References
    byte_offset INTEGER,           -- offset of the message in the file, in bytes; null if the file is compressed or rewritten
    bytes INTEGER,                 -- length of the message in bytes
    sha256 BLOB,                   -- SHA-256 of these bytes
    archive_hash TEXT,             -- keyed hashes of the hidden parts of the path; null if `archive` is complete
    received TEXT AS (strftime('%Y-%m-%dT%H:%M:%SZ', received_seconds, 'unixepoch')), -- time of the topmost field Received in UTC; null if missing or invalid
    thread TEXT AS (coalesce(other_thread, message_id_header)) -- message-id of the first message of the thread: from References, In-Reply-To, or the message itself
);

-- Messages that are attached to others, and contain a URL. Places belong to the message that carries them.
CREATE TABLE attached_messages (
    id INTEGER PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    attached_id_header TEXT,       -- field Message-ID of the attached message
    attached_date TEXT,            -- its date in UTC
    attached_sender TEXT,          -- address in its field From, which anyone may have written
    attached_subject TEXT          -- its subject, decoded
);

-- Distinct combinations of part, content type, format and file name.
CREATE TABLE parts (
    id INTEGER PRIMARY KEY,
    row_key INTEGER NOT NULL,      -- short hash of the row, for searches
    part TEXT,                     -- path of the part, such as 1.2, or subject; in documents the place, such as p12
    content_type TEXT,             -- content type of the part, without parameters
    format TEXT NOT NULL,          -- format of the text: text, html, json, ...
    file_name TEXT                 -- file name of an attachment; null if missing
);
CREATE INDEX parts_by_key ON parts (row_key);

-- Occurrences of URLs.
CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    url_text_id INTEGER NOT NULL REFERENCES url_texts (id),
    message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    part_id INTEGER NOT NULL REFERENCES parts (id),
    form TEXT NOT NULL,            -- url-wrapper, angle, bare, markup, schemeless; fault: malformed, with a finding
    breaks TEXT NOT NULL,          -- comma-separated: newline, space, hyphen, ...
    certainty INTEGER NOT NULL,    -- `confidence`: 0 for certain, 1 for likely, 2 for guess
    other_readings TEXT,           -- `alternatives`; null for an empty list
    first_text_id INTEGER,         -- id in `url_texts` of the reading by its own text alone; null unless an ambiguity was resolved
    decided_by INTEGER,            -- id in `places` of the occurrence that resolved an ambiguous URL; null for others
    line INTEGER NOT NULL,         -- of the file, from 1
    "column" INTEGER NOT NULL,     -- in code points, from 1
    end_line INTEGER NOT NULL,     -- last line of the URL
    end_column INTEGER NOT NULL,   -- column after the last character
    first_scan_id INTEGER NOT NULL REFERENCES scans (id), -- the scan that first saw it, in this message or file
    depth INTEGER NOT NULL,        -- depth of the quotation: 0 for new text, 1 for quoted text, 2 for a quotation in it, ...; negative for footers
    is_copy INTEGER NOT NULL,      -- 1 if another version of the same text has the URL: text and HTML in multipart/alternative
    tail_key INTEGER,              -- hash of the line and the one before, if they may be of a footer: near the end, not quoted
    link_text TEXT,                -- text of an HTML link; null if there is none, or if it is the URL itself
    attached_id INTEGER,           -- id in `attached_messages` of the attached message; null for others
    confidence TEXT AS (CASE certainty WHEN 0 THEN 'certain' WHEN 1 THEN 'likely' ELSE 'guess' END), -- certain, likely, guess
    alternatives TEXT AS (coalesce(other_readings, '[]')), -- JSON list of other readings
    kind TEXT AS (CASE WHEN depth = 0 THEN 'new' WHEN depth > 0 THEN 'quoted' ELSE 'footer' END) -- new, quoted, footer: text that programs have added, as mailing lists at the end of messages and web archives around them
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

-- Messages with their authors and recipients.
CREATE VIEW all_messages AS
    SELECT m.id, m.unit_id, m.author_id, m.recipients_id, m.archive, m.message_number, m.message_id_header, m.date, m.time_zone, m.received,
           m.subject, a.author, a.author_domain, a.author_name, a.author_source, a.sender, a.sender_domain, m.thread, m.in_reply_to,
           m.reference_ids, r.list_id, r.recipient_domains, m.byte_offset, m.bytes, nullif(lower(hex(m.sha256)), '') AS sha256, m.archive_hash
    FROM messages m JOIN authors a ON a.id = m.author_id JOIN recipients r ON r.id = m.recipients_id;

-- Occurrences of URLs with the columns of all tables; `id` is that of the occurrence.
CREATE VIEW urls AS
    SELECT p.id, p.url_text_id, p.message_id, p.part_id, m.unit_id, t.url, t.scheme, t.host, t.link_kind, t.target, t.url_hash, p.form, p.breaks, p.confidence,
           p.alternatives, h.alternative_hashes, coalesce(f.url, t.url) AS first_reading, p.decided_by, m.archive, m.message_number, m.message_id_header, m.date,
           m.time_zone, m.received, m.subject, a.author, a.author_domain, a.author_name, a.author_source, a.sender, a.sender_domain,
           m.thread, m.in_reply_to, m.reference_ids, r.list_id, r.recipient_domains, m.byte_offset, m.bytes, nullif(lower(hex(m.sha256)), '') AS sha256, m.archive_hash,
           e.attached_id_header, e.attached_date, e.attached_sender, e.attached_subject, k.part, k.content_type, k.format, k.file_name,
           p.line, p."column", p.end_line, p.end_column, max(p.depth, 0) AS depth, p.is_copy, p.tail_key, p.link_text,
           p.kind, t.canonical, t.domain, t.tld, p.first_scan_id
    FROM places p JOIN url_texts t ON t.id = p.url_text_id JOIN messages m ON m.id = p.message_id JOIN parts k ON k.id = p.part_id
         JOIN authors a ON a.id = m.author_id JOIN recipients r ON r.id = m.recipients_id
         LEFT JOIN attached_messages e ON e.id = p.attached_id
         LEFT JOIN url_texts f ON f.id = p.first_text_id LEFT JOIN reading_hashes h ON h.id = p.id;

-- Findings that are not settled, with their URLs and positions.
CREATE VIEW open_findings AS
    SELECT f.id, f.url_id, u.url_text_id, u.message_id, u.part_id, u.unit_id, f.code, f.severity, f.message, u.url, u.scheme, u.host,
           u.archive, u.message_number, u.message_id_header, u.date, u.subject, u.author, u.author_domain, u.author_name,
           u.sender, u.sender_domain, u.thread, u.list_id, u.part, u.kind, u.is_copy, f.line, f."column", f.before, f.after, f.safe,
           u.domain, u.tld, u.url_hash, u.archive_hash, u.first_scan_id
    FROM findings f JOIN urls u ON u.id = f.url_id WHERE f.settled = 0;

-- Occurrences in new text, without copies in another version of the same text; `places` has all.
CREATE VIEW new_places AS
    SELECT * FROM places WHERE depth = 0 AND is_copy = 0;

-- Distinct URLs: number of occurrences in new text and of all, first and last date of any occurrence.
CREATE VIEW distinct_urls AS
    SELECT t.url, t.scheme, t.host, t.link_kind, max(t.target) AS target,
           sum(p.depth = 0 AND p.is_copy = 0) AS times, count(*) AS all_times, min(m.date) AS first_date,
           max(m.date) AS last_date, t.domain, t.tld, t.url_hash
    FROM places p JOIN url_texts t ON t.id = p.url_text_id JOIN messages m ON m.id = p.message_id GROUP BY t.url, t.url_hash;

-- Hosts: number of occurrences in new text, of distinct URLs and broken occurrences there, and of all occurrences.
CREATE VIEW hosts AS
    SELECT t.host, sum(p.times) AS times, count(DISTINCT CASE WHEN p.times THEN coalesce(t.url || ' ' || t.url_hash, t.url) END) AS urls,
           sum(p.broken) AS broken, sum(p.all_times) AS all_times
    FROM (SELECT url_text_id, sum(depth = 0 AND is_copy = 0) AS times, count(*) AS all_times,
                 sum(breaks <> '' AND depth = 0 AND is_copy = 0) AS broken
          FROM places GROUP BY url_text_id) p
         JOIN url_texts t ON t.id = p.url_text_id
    WHERE t.host <> '' GROUP BY t.host;

-- Years: number of URLs in new text, of broken ones and findings there, and of all URLs.
CREATE VIEW years AS
    SELECT u.year, u.urls, u.broken, coalesce(f.findings, 0) AS findings, u.all_urls
    FROM (SELECT substr(m.date, 1, 4) AS year, sum(p.urls) AS urls, sum(p.broken) AS broken, sum(p.all_urls) AS all_urls
          FROM (SELECT message_id, sum(depth = 0 AND is_copy = 0) AS urls, count(*) AS all_urls,
                       sum(breaks <> '' AND depth = 0 AND is_copy = 0) AS broken
                FROM places GROUP BY message_id) p
               JOIN messages m ON m.id = p.message_id
          WHERE m.date IS NOT NULL GROUP BY 1) u
         LEFT JOIN
         (SELECT substr(m.date, 1, 4) AS year, count(*) AS findings
          FROM findings f JOIN new_places p ON p.id = f.url_id JOIN messages m ON m.id = p.message_id
          WHERE f.settled = 0 AND m.date IS NOT NULL GROUP BY 1) f ON f.year = u.year;
