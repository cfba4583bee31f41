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
    lines INTEGER NOT NULL,        -- how many line ends; 0 if it is whole files
    content TEXT                   -- of a range of a file: a hash of the file up to its end; null for other pieces
);

-- The rules that findings name.
CREATE TABLE rules (
    code TEXT PRIMARY KEY,         -- such as URL501
    name TEXT NOT NULL,            -- in words, with hyphens
    severity TEXT NOT NULL,        -- error, warning, info: its default
    summary TEXT NOT NULL          -- the first line of its page
) WITHOUT ROWID;

-- Each different URL, once.
CREATE TABLE url_texts (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,             -- put together again
    scheme TEXT NOT NULL,          -- in lower case; empty for `www.` hosts
    host TEXT NOT NULL,            -- in lower case; empty if there is none
    domain TEXT NOT NULL,          -- the registered domain of the host, by the Public Suffix List; empty if it has none
    tld TEXT NOT NULL,             -- the last label of that domain; empty if there is none
    link_kind TEXT NOT NULL,       -- gateway, redirect, mailing, proxy, shortener, pixel; empty if it leads where it says
    target TEXT                    -- the address that a gateway's URL holds; null if it holds none that can be decoded
);
CREATE INDEX url_texts_by_url ON url_texts (url);

-- Each message that has a URL, and each file with one that is no message.
CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    unit INTEGER NOT NULL REFERENCES units (id) ON DELETE CASCADE,
    archive TEXT NOT NULL,         -- the file, `!`, and the member's name if it is from an archive
    number INTEGER,                -- the message's number in the file, from 0; null if it is no message
    message_id TEXT,               -- with its angle brackets
    date TEXT,                     -- in UTC: 2004-01-05T10:00:00Z; null if it has none that makes sense
    subject TEXT,                  -- decoded
    sender TEXT,                   -- the address in From, with its domain in lower case
    sender_domain TEXT,            -- the domain of that address
    thread TEXT,                   -- the message-id of its first message: of References, In-Reply-To, or the message itself
    in_reply_to TEXT,              -- the message-id that the message answers
    reference_ids TEXT,            -- the message-ids in References, with spaces between
    list_id TEXT                   -- of the mailing list, without angle brackets
);

-- The parts of messages that URLs are from: each combination of these columns, once.
CREATE TABLE parts (
    id INTEGER PRIMARY KEY,
    part TEXT,                     -- the part of the message, such as 1.2, or subject
    content_type TEXT,             -- of the part, without parameters
    format TEXT NOT NULL           -- of the text: text, html, json, ...
);

-- Each place where a URL occurs.
CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    url_text INTEGER NOT NULL REFERENCES url_texts (id),
    message INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    part INTEGER NOT NULL REFERENCES parts (id),
    form TEXT NOT NULL,            -- url-wrapper, angle, bare, markup, schemeless
    breaks TEXT NOT NULL,          -- what interrupts it: newline, space, hyphen, ..., with commas between
    confidence TEXT NOT NULL,      -- certain, likely, guess
    alternatives TEXT NOT NULL,    -- other readings: a JSON list of strings
    first_text INTEGER,            -- the row of `url_texts` of what its own text speaks for; null if no doubt was settled
    decided_by INTEGER,            -- the id of the place that settled the doubt; null if none did
    line INTEGER NOT NULL,         -- of the file, from 1
    "column" INTEGER NOT NULL,     -- in code points, from 1
    end_line INTEGER NOT NULL,     -- where it ends
    end_column INTEGER NOT NULL    -- the column behind its last character
);

-- What is wrong with them.
CREATE TABLE findings (
    id INTEGER PRIMARY KEY,
    url_id INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
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

-- What could not be read, and why.
CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    unit INTEGER REFERENCES units (id) ON DELETE CASCADE,
    name TEXT NOT NULL,            -- the file's; of what is packed, the member's behind a `!`
    reason TEXT NOT NULL           -- why
);

-- Each URL in its place, with all that is known of it; `id` is that of the place.
CREATE VIEW urls AS
    SELECT p.id, m.unit, t.url, t.scheme, t.host, t.link_kind, t.target, p.form, p.breaks, p.confidence, p.alternatives,
           coalesce(f.url, t.url) AS first_reading, p.decided_by, m.archive, m.number AS message, m.message_id, m.date,
           m.subject, m.sender, m.sender_domain, m.thread, m.in_reply_to, m.reference_ids, m.list_id, k.part,
           k.content_type, k.format, p.line, p."column", p.end_line, p.end_column, t.domain, t.tld
    FROM places p JOIN url_texts t ON t.id = p.url_text JOIN messages m ON m.id = p.message JOIN parts k ON k.id = p.part
         LEFT JOIN url_texts f ON f.id = p.first_text;

-- Findings that still count, each with its URL and where that stands.
CREATE VIEW open_findings AS
    SELECT f.id, f.code, f.severity, f.message, u.url, u.scheme, u.host, u.archive, u.message_id, u.date, u.subject,
           u.sender, u.sender_domain, u.thread, u.list_id, u.part, f.line, f."column", f.before, f.after, f.safe, f.url_id,
           u.domain, u.tld
    FROM findings f JOIN urls u ON u.id = f.url_id WHERE f.settled = 0;

-- Each URL once: how often it stands, when first and last.
CREATE VIEW distinct_urls AS
    SELECT t.url, t.scheme, t.host, t.link_kind, max(t.target) AS target, count(*) AS times, min(m.date) AS first_date,
           max(m.date) AS last_date, t.domain, t.tld
    FROM places p JOIN url_texts t ON t.id = p.url_text JOIN messages m ON m.id = p.message GROUP BY t.url;

-- Each host: how many URLs, how many different ones, how many broken.
CREATE VIEW hosts AS
    SELECT t.host, sum(p.times) AS times, count(DISTINCT t.url) AS urls, sum(p.broken) AS broken
    FROM (SELECT url_text, count(*) AS times, sum(breaks <> '') AS broken FROM places GROUP BY url_text) p
         JOIN url_texts t ON t.id = p.url_text
    WHERE t.host <> '' GROUP BY t.host;

-- Each year: URLs, those that are broken, and findings.
CREATE VIEW years AS
    SELECT u.year, u.urls, u.broken, coalesce(f.findings, 0) AS findings
    FROM (SELECT substr(m.date, 1, 4) AS year, sum(p.urls) AS urls, sum(p.broken) AS broken
          FROM (SELECT message, count(*) AS urls, sum(breaks <> '') AS broken FROM places GROUP BY message) p
               JOIN messages m ON m.id = p.message
          WHERE m.date IS NOT NULL GROUP BY 1) u
         LEFT JOIN
         (SELECT substr(m.date, 1, 4) AS year, count(*) AS findings
          FROM findings f JOIN places p ON p.id = f.url_id JOIN messages m ON m.id = p.message
          WHERE f.settled = 0 AND m.date IS NOT NULL GROUP BY 1) f ON f.year = u.year;
