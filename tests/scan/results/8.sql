BEGIN TRANSACTION;
CREATE TABLE attached_messages (
    id INTEGER PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    attached_id_header TEXT,       -- field Message-ID of the attached message
    attached_date TEXT,            -- its date in UTC
    attached_sender TEXT,          -- address in its field From, which anyone may have written
    attached_subject TEXT          -- its subject, decoded
);
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
INSERT INTO "authors" VALUES(1,-1121482987,'ada@canal.example',NULL,'from',NULL);
INSERT INTO "authors" VALUES(2,-942937929,NULL,NULL,NULL,NULL);
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
INSERT INTO "findings" VALUES(1,3,'URL205','error','''|'' in URL: encode as %7C',9,31,'http://www.ferry.example.org/0|x','http://www.ferry.example.org/0%7Cx',1,0);
INSERT INTO "findings" VALUES(2,5,'URL501','error','password of user ''al'' in URL: remove and change it',11,7,'ftp://al:***@mirror.canal.internal/0',NULL,NULL,0);
INSERT INTO "findings" VALUES(3,6,'URL106','warning','line break after hyphen, ''yearly-plan.html'' or ''yearlyplan.html'': break the line elsewhere',19,55,'> see <URL:http://www.canal.example.org/plans/1/yearly-
> plan.html> and ftp://ftp.canal.example.org/1','> see <URL:http://www.canal.example.org/plans/1
> /yearly-plan.html> and ftp://ftp.canal.example.org/1',1,0);
INSERT INTO "findings" VALUES(4,8,'URL205','error','''|'' in URL: encode as %7C',21,31,'http://www.ferry.example.org/1|x','http://www.ferry.example.org/1%7Cx',1,0);
INSERT INTO "findings" VALUES(5,9,'URL106','warning','line break after hyphen, ''yearly-plan.html'' or ''yearlyplan.html'': break the line elsewhere',29,55,'> see <URL:http://www.canal.example.org/plans/2/yearly-
> plan.html> and ftp://ftp.canal.example.org/2','> see <URL:http://www.canal.example.org/plans/2
> /yearly-plan.html> and ftp://ftp.canal.example.org/2',1,0);
INSERT INTO "findings" VALUES(6,11,'URL205','error','''|'' in URL: encode as %7C',31,31,'http://www.ferry.example.org/2|x','http://www.ferry.example.org/2%7Cx',1,0);
INSERT INTO "findings" VALUES(7,12,'URL106','warning','line break after hyphen, ''yearly-plan.html'' or ''yearlyplan.html'': break the line elsewhere',39,55,'> see <URL:http://www.canal.example.org/plans/3/yearly-
> plan.html> and ftp://ftp.canal.example.org/3','> see <URL:http://www.canal.example.org/plans/3
> /yearly-plan.html> and ftp://ftp.canal.example.org/3',1,0);
INSERT INTO "findings" VALUES(8,14,'URL205','error','''|'' in URL: encode as %7C',41,31,'http://www.ferry.example.org/3|x','http://www.ferry.example.org/3%7Cx',1,0);
INSERT INTO "findings" VALUES(9,15,'URL106','warning','line break after hyphen, ''yearly-plan.html'' or ''yearlyplan.html'': break the line elsewhere',49,55,'> see <URL:http://www.canal.example.org/plans/4/yearly-
> plan.html> and ftp://ftp.canal.example.org/4','> see <URL:http://www.canal.example.org/plans/4
> /yearly-plan.html> and ftp://ftp.canal.example.org/4',1,0);
INSERT INTO "findings" VALUES(10,17,'URL205','error','''|'' in URL: encode as %7C',51,31,'http://www.ferry.example.org/4|x','http://www.ferry.example.org/4%7Cx',1,0);
INSERT INTO "findings" VALUES(11,20,'URL205','error','''|'' in URL: encode as %7C',61,31,'http://www.ferry.example.org/5|x','http://www.ferry.example.org/5%7Cx',1,0);
INSERT INTO "findings" VALUES(12,22,'URL205','error','''|'' in URL: encode as %7C',1,31,'see http://www.canal.example/b|c and https://ada:***@mirror.canal.internal/','see http://www.canal.example/b%7Cc and https://ada:***@mirror.canal.internal/',1,0);
INSERT INTO "findings" VALUES(13,23,'URL501','error','password of user ''ada'' in URL: remove and change it',1,46,'see http://www.canal.example/b|c and https://ada:***@mirror.canal.internal/',NULL,NULL,0);
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
INSERT INTO "messages" VALUES(1,1,'box',0,'<0@canal.example>','1994-01-05T09:00:00Z','+0100',NULL,'plan 0',1,1,NULL,NULL,NULL,0,390,X'7B488221939F87131967C394BD82FDE1B6F0D464EC59950396DE20F4D9A67F90',NULL);
INSERT INTO "messages" VALUES(2,1,'box',1,'<1@canal.example>','1995-01-05T09:00:00Z','+0100',NULL,'the survey 1',1,1,NULL,NULL,NULL,390,300,X'32CB3080291B4E1B585917E61EC833CBB599001DECEAE76A6DF5D4AFD7951B09',NULL);
INSERT INTO "messages" VALUES(3,1,'box',2,'<2@canal.example>','1996-01-05T09:00:00Z','+0100',NULL,'größe 2',1,1,NULL,NULL,NULL,690,317,X'9C6FC9F622814D8AD7E017C05831CDAF5A8A6DB562D060232D775C6FABB6A711',NULL);
INSERT INTO "messages" VALUES(4,1,'box',3,'<3@canal.example>','1997-01-05T09:00:00Z','+0100',NULL,'plan 3',1,1,NULL,NULL,NULL,1007,294,X'42B296AA1C3FCAEEE604D8E3A2654B95C237E28741CD3DC8324A5BD322E6DBE6',NULL);
INSERT INTO "messages" VALUES(5,1,'box',4,'<4@canal.example>','1998-01-05T09:00:00Z','+0100',NULL,'the survey 4',1,1,NULL,NULL,NULL,1301,300,X'889D75B2801391A11C99F47B1EBCBDE14889F860D5018D63A05B1F45E88C573F',NULL);
INSERT INTO "messages" VALUES(6,1,'box',5,'<5@canal.example>','1999-01-05T09:00:00Z','+0100',NULL,'größe 5',1,1,NULL,NULL,NULL,1601,371,X'9872EDF1FEE17F2E0318E32E7E0FEFB777395CD443648B16A8A4DF9807DC2AA3',NULL);
INSERT INTO "messages" VALUES(7,1,'note.txt',NULL,NULL,NULL,NULL,NULL,NULL,2,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE parts (
    id INTEGER PRIMARY KEY,
    row_key INTEGER NOT NULL,      -- short hash of the row, for searches
    part TEXT,                     -- path of the part, such as 1.2, or subject; in documents the place, such as p12
    content_type TEXT,             -- content type of the part, without parameters
    format TEXT NOT NULL,          -- format of the text: text, html, json, ...
    file_name TEXT                 -- file name of an attachment; null if missing
);
INSERT INTO "parts" VALUES(1,1670948612,'1','text/plain','text',NULL);
INSERT INTO "parts" VALUES(2,2041723290,NULL,NULL,'text',NULL);
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
    depth INTEGER NOT NULL,        -- depth of the quotation: 0 for new text, 1 for quoted text, 2 for a quotation in it, ...; -1 for footers of lists
    is_copy INTEGER NOT NULL,      -- 1 if another version of the same text has the URL: text and HTML in multipart/alternative
    tail_key INTEGER,              -- hash of the line and the one before, if they may be of a footer: near the end, not quoted
    link_text TEXT,                -- text of an HTML link; null if there is none, or if it is the URL itself
    attached_id INTEGER,           -- id in `attached_messages` of the attached message; null for others
    confidence TEXT AS (CASE certainty WHEN 0 THEN 'certain' WHEN 1 THEN 'likely' ELSE 'guess' END), -- certain, likely, guess
    alternatives TEXT AS (coalesce(other_readings, '[]')), -- JSON list of other readings
    kind TEXT AS (CASE WHEN depth = 0 THEN 'new' WHEN depth > 0 THEN 'quoted' ELSE 'footer' END) -- new, quoted, footer: the same lines at the end of many messages of a list
);
INSERT INTO "places" VALUES(1,1,1,1,'url-wrapper','quote',0,NULL,NULL,NULL,7,12,8,12,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(2,2,1,1,'bare','',0,NULL,NULL,NULL,8,18,8,47,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(3,3,1,1,'bare','',0,NULL,NULL,NULL,9,1,9,33,1,0,0,-87215040,NULL,NULL);
INSERT INTO "places" VALUES(4,1,1,1,'bare','',0,NULL,NULL,NULL,10,1,10,54,1,0,0,810952531,NULL,NULL);
INSERT INTO "places" VALUES(5,4,1,1,'bare','',0,NULL,NULL,NULL,11,1,11,42,1,0,0,-897639826,NULL,NULL);
INSERT INTO "places" VALUES(6,5,2,1,'url-wrapper','quote',0,'["http://www.canal.example.org/plans/1/yearlyplan.html"]',NULL,NULL,19,12,20,12,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(7,6,2,1,'bare','',0,NULL,NULL,NULL,20,18,20,47,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(8,7,2,1,'bare','',0,NULL,NULL,NULL,21,1,21,33,1,0,0,-87215040,NULL,NULL);
INSERT INTO "places" VALUES(9,8,3,1,'url-wrapper','quote',0,'["http://www.canal.example.org/plans/2/yearlyplan.html"]',NULL,NULL,29,12,30,12,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(10,9,3,1,'bare','',0,NULL,NULL,NULL,30,18,30,47,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(11,10,3,1,'bare','',0,NULL,NULL,NULL,31,1,31,33,1,0,0,-87215040,NULL,NULL);
INSERT INTO "places" VALUES(12,11,4,1,'url-wrapper','quote',0,'["http://www.canal.example.org/plans/3/yearlyplan.html"]',NULL,NULL,39,12,40,12,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(13,12,4,1,'bare','',0,NULL,NULL,NULL,40,18,40,47,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(14,13,4,1,'bare','',0,NULL,NULL,NULL,41,1,41,33,1,0,0,-87215040,NULL,NULL);
INSERT INTO "places" VALUES(15,14,5,1,'url-wrapper','quote',0,'["http://www.canal.example.org/plans/4/yearlyplan.html"]',NULL,NULL,49,12,50,12,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(16,15,5,1,'bare','',0,NULL,NULL,NULL,50,18,50,47,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(17,16,5,1,'bare','',0,NULL,NULL,NULL,51,1,51,33,1,0,0,-87215040,NULL,NULL);
INSERT INTO "places" VALUES(18,17,6,1,'url-wrapper','quote',0,NULL,NULL,NULL,59,12,60,12,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(19,18,6,1,'bare','',0,NULL,NULL,NULL,60,18,60,47,1,1,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(20,19,6,1,'bare','',0,NULL,NULL,NULL,61,1,61,33,1,0,0,-87215040,NULL,NULL);
INSERT INTO "places" VALUES(21,17,6,1,'bare','',0,NULL,NULL,NULL,62,1,62,54,1,0,0,810952531,NULL,NULL);
INSERT INTO "places" VALUES(22,20,7,2,'bare','',0,NULL,NULL,NULL,1,5,1,33,1,0,0,NULL,NULL,NULL);
INSERT INTO "places" VALUES(23,21,7,2,'bare','',0,NULL,NULL,NULL,1,38,1,81,1,0,0,NULL,NULL,NULL);
CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    unit_id INTEGER REFERENCES units (id) ON DELETE CASCADE,
    name TEXT NOT NULL,            -- path of the file; for a member of an archive: path, `!`, name of the member
    name_hash TEXT,                -- keyed hashes of the hidden parts of the path; null if `name` is complete
    reason TEXT NOT NULL           -- error message
);
INSERT INTO "problems" VALUES(1,NULL,'missing.txt',NULL,'No such file or directory');
CREATE TABLE reading_hashes (
    id INTEGER PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
    alternative_hashes TEXT NOT NULL  -- JSON list: for each of `alternatives`, the hash of the URL with its secrets
);
CREATE TABLE recipients (
    id INTEGER PRIMARY KEY,
    row_key INTEGER NOT NULL,      -- short hash of the row, for searches
    list_id TEXT,                  -- identifier of the mailing list, without angle brackets
    recipient_domains TEXT         -- comma-separated domains in the fields To and Cc, in alphabetical order
);
INSERT INTO "recipients" VALUES(1,1191208032,NULL,NULL);
CREATE TABLE rules (
    code TEXT PRIMARY KEY,         -- code of the rule, such as URL501
    name TEXT NOT NULL,            -- name of the rule: words joined by hyphens
    severity TEXT NOT NULL,        -- default severity: error, warning, info
    summary TEXT NOT NULL          -- first line of its documentation
) WITHOUT ROWID;
INSERT INTO "rules" VALUES('URL001','unused-ignore','warning','A comment suppresses nothing.');
INSERT INTO "rules" VALUES('URL101','wrapper-unclosed','error','A `<URL:` wrapper is not closed.');
INSERT INTO "rules" VALUES('URL102','wrapper-missing-prefix','info','A URL is in angle brackets without the prefix `URL:`.');
INSERT INTO "rules" VALUES('URL103','wrapper-obsolete-prefix','info','A wrapper has the prefix `URL:`.');
INSERT INTO "rules" VALUES('URL104','wrapper-prefix-case','info','The prefix of a wrapper is not in upper case.');
INSERT INTO "rules" VALUES('URL105','wrapper-space-after-prefix','info','A space follows the prefix of a wrapper.');
INSERT INTO "rules" VALUES('URL106','break-after-hyphen','warning','A line ends in a hyphen of the URL.');
INSERT INTO "rules" VALUES('URL107','wrapper-inner-space','warning','A wrapped URL contains a space that is not next to a line break.');
INSERT INTO "rules" VALUES('URL108','bare-url-broken','warning','A URL without a wrapper continues on the next line.');
INSERT INTO "rules" VALUES('URL109','wrapper-page-break','warning','A wrapped URL contains a page break.');
INSERT INTO "rules" VALUES('URL110','wrapper-quote-prefix','info','A wrapped URL contains quote marks or comment leaders.');
INSERT INTO "rules" VALUES('URL111','ambiguous-end','info','The URL is followed by punctuation that could belong to it.');
INSERT INTO "rules" VALUES('URL112','unbalanced-bracket','info','The URL contains an opening bracket without a closing one.');
INSERT INTO "rules" VALUES('URL113','wrapper-empty','error','A wrapper is empty.');
INSERT INTO "rules" VALUES('URL114','fragment-outside','warning','A fragment follows a wrapper instead of being inside.');
INSERT INTO "rules" VALUES('URL115','wrapper-nested','warning','A wrapper contains another wrapper, or has its prefix twice.');
INSERT INTO "rules" VALUES('URL116','wrapper-redundant','warning','A wrapper is around a URL that is already delimited.');
INSERT INTO "rules" VALUES('URL117','flowed-space','warning','A URL without a wrapper contains a soft line break of flowed text.');
INSERT INTO "rules" VALUES('URL118','undecoded-qp','warning','The URL contains undecoded quoted-printable.');
INSERT INTO "rules" VALUES('URL119','html-entity','warning','A URL in plain text contains the entity `&amp;`.');
INSERT INTO "rules" VALUES('URL120','soft-hyphen','warning','The URL is broken at a typographic hyphen.');
INSERT INTO "rules" VALUES('URL121','schemeless','info','A host is written as a URL without a scheme.');
INSERT INTO "rules" VALUES('URL122','smart-delimiters','info','A URL is between typographic quotes or brackets.');
INSERT INTO "rules" VALUES('URL123','partial-url','warning','A wrapper contains a URL without a scheme.');
INSERT INTO "rules" VALUES('URL124','broken-link','warning','The syntax of a link in Markdown is broken.');
INSERT INTO "rules" VALUES('URL125','relative-host','warning','The target of a link is a host without a scheme.');
INSERT INTO "rules" VALUES('URL126','prose-in-target','warning','The target of a link contains text that describes it.');
INSERT INTO "rules" VALUES('URL201','control-char','error','The URL contains a control character.');
INSERT INTO "rules" VALUES('URL202','space','error','A URL in an attribute or a Markdown link contains a space or line break.');
INSERT INTO "rules" VALUES('URL203','non-ascii','warning','The URL contains a non-ASCII character.');
INSERT INTO "rules" VALUES('URL204','unsafe-delimiter','error','The URL contains `<`, `>` or `"`.');
INSERT INTO "rules" VALUES('URL205','unsafe-national','error','The URL contains `{`, `}`, `|`, `^` or a backtick.');
INSERT INTO "rules" VALUES('URL206','unsafe-tilde','warning','The URL contains a `~`.');
INSERT INTO "rules" VALUES('URL207','bracket-outside-host','warning','The URL contains a `[` or `]` that is not around an IPv6 address.');
INSERT INTO "rules" VALUES('URL208','bad-percent','error','A `%` is not followed by two hexadecimal digits.');
INSERT INTO "rules" VALUES('URL209','percent-lowercase','info','A percent-encoding has lower-case letters.');
INSERT INTO "rules" VALUES('URL210','percent-needless','info','A character is percent-encoded unnecessarily.');
INSERT INTO "rules" VALUES('URL211','percent-double','warning','A path is percent-encoded twice.');
INSERT INTO "rules" VALUES('URL212','hash-repeated','error','The URL contains a second `#`.');
INSERT INTO "rules" VALUES('URL213','invisible','error','The URL contains an invisible character.');
INSERT INTO "rules" VALUES('URL214','percent-not-utf8','info','Percent-encoded bytes are not valid UTF-8.');
INSERT INTO "rules" VALUES('URL215','percent-overlong','error','A `.`, `/` or control character is encoded as overlong UTF-8.');
INSERT INTO "rules" VALUES('URL216','backslash','error','The URL contains a backslash.');
INSERT INTO "rules" VALUES('URL301','reserved-unencoded','warning','A reserved character is used outside its role.');
INSERT INTO "rules" VALUES('URL302','ftp-question','warning','An ftp URL contains a `?`.');
INSERT INTO "rules" VALUES('URL303','ftp-semicolon','warning','An ftp URL contains a `;` that does not begin `;type=`.');
INSERT INTO "rules" VALUES('URL304','http-search-reserved','warning','The search part of an http URL contains a `/` or `?`.');
INSERT INTO "rules" VALUES('URL305','encoded-delimiter','info','A path contains an encoded `/`, `?` or `#`.');
INSERT INTO "rules" VALUES('URL306','userinfo-reserved','error','A user name or password contains an unencoded `:`, `@` or `/`.');
INSERT INTO "rules" VALUES('URL307','mailto-percent','warning','The address of a mailto URL contains an unencoded `%`.');
INSERT INTO "rules" VALUES('URL308','wais-reserved','warning','The database, type or path of a wais URL contains an unencoded reserved character.');
INSERT INTO "rules" VALUES('URL309','prospero-semicolon','warning','A prospero URL contains a `;` that does not begin `field=value`.');
INSERT INTO "rules" VALUES('URL401','host-missing','error','The host is missing.');
INSERT INTO "rules" VALUES('URL402','toplabel-digit','error','The last label of the host begins with a digit.');
INSERT INTO "rules" VALUES('URL403','host-underscore','warning','The host contains an underscore.');
INSERT INTO "rules" VALUES('URL404','label-hyphen-edge','warning','A label of the host begins or ends with a hyphen.');
INSERT INTO "rules" VALUES('URL405','label-too-long','error','The host, or one of its labels, is longer than DNS allows.');
INSERT INTO "rules" VALUES('URL406','trailing-dot','warning','The host ends with a dot.');
INSERT INTO "rules" VALUES('URL407','port-invalid','error','The port is not a number.');
INSERT INTO "rules" VALUES('URL408','port-out-of-range','warning','The port is greater than 65535.');
INSERT INTO "rules" VALUES('URL409','port-empty','warning','The authority ends with a colon but has no port.');
INSERT INTO "rules" VALUES('URL410','port-default-redundant','info','The port is the default port of the scheme.');
INSERT INTO "rules" VALUES('URL411','ipv4-malformed','warning','The host ends in a number but is not an IPv4 address.');
INSERT INTO "rules" VALUES('URL412','ipv6-malformed','error','The IPv6 address in brackets is invalid, or an IPv6 address has no brackets.');
INSERT INTO "rules" VALUES('URL413','host-percent-encoded','error','The host contains percent-encoded characters.');
INSERT INTO "rules" VALUES('URL414','uppercase-scheme-host','info','The scheme or the host has upper-case letters.');
INSERT INTO "rules" VALUES('URL416','special-use-domain','info','The host is a name that is reserved for examples, tests or local use.');
INSERT INTO "rules" VALUES('URL417','bad-a-label','error','A label that begins with `xn--` is not a valid A-label.');
INSERT INTO "rules" VALUES('URL419','ipv6-zone','warning','An IPv6 address has a zone.');
INSERT INTO "rules" VALUES('URL420','missing-slashes','warning','The two slashes after the scheme are missing.');
INSERT INTO "rules" VALUES('URL421','host-invalid','error','The host contains an invalid character, or is invalid for another reason.');
INSERT INTO "rules" VALUES('URL422','label-empty','warning','The host contains an empty label.');
INSERT INTO "rules" VALUES('URL501','password','error','The URL contains a password, or a token as its user name.');
INSERT INTO "rules" VALUES('URL502','username-http','warning','An http or https URL contains a user name.');
INSERT INTO "rules" VALUES('URL503','username','info','A URL contains a user name.');
INSERT INTO "rules" VALUES('URL504','empty-password','info','The userinfo ends with a colon but has no password.');
INSERT INTO "rules" VALUES('URL505','empty-user','warning','The `@` before the host has no user name before it.');
INSERT INTO "rules" VALUES('URL506','secret-in-query','warning','A parameter or the path contains a secret: a password, a token, a key, a signature, a webhook.');
INSERT INTO "rules" VALUES('URL507','placeholder','info','The password or token is a placeholder.');
INSERT INTO "rules" VALUES('URL508','userinfo-forbidden','error','A URL contains a user name or password that its scheme does not allow.');
INSERT INTO "rules" VALUES('URL601','port-nondefault','info','The port is not the default port of the scheme.');
INSERT INTO "rules" VALUES('URL602','port-reserved-range','warning','The port belongs to another protocol.');
INSERT INTO "rules" VALUES('URL603','encoded-crlf','error','The URL contains an encoded line break.');
INSERT INTO "rules" VALUES('URL604','encoded-nul','error','The URL contains an encoded NUL.');
INSERT INTO "rules" VALUES('URL605','gopher-smuggling','error','A gopher URL sends commands to another server.');
INSERT INTO "rules" VALUES('URL606','userinfo-like-host','error','The userinfo before the `@` looks like a host.');
INSERT INTO "rules" VALUES('URL607','ip-obfuscated','error','An IPv4 address is not written as four decimal numbers.');
INSERT INTO "rules" VALUES('URL608','mixed-script-label','error','A label of the host mixes Latin, Cyrillic or Greek letters.');
INSERT INTO "rules" VALUES('URL609','whole-script-confusable','warning','A label of the host looks like a Latin word, but is written in another script.');
INSERT INTO "rules" VALUES('URL610','bidi-control','error','The URL contains a bidirectional control character.');
INSERT INTO "rules" VALUES('URL611','punycode-shown','info','A label of the host is in `xn--` form.');
INSERT INTO "rules" VALUES('URL612','multiple-at','error','There is more than one `@` before the host.');
INSERT INTO "rules" VALUES('URL613','nested-url','info','The path or query contains another URL.');
INSERT INTO "rules" VALUES('URL614','cleartext-scheme','info','The protocol of the scheme is not encrypted.');
INSERT INTO "rules" VALUES('URL616','private-address','info','The host is a private address or the same machine.');
INSERT INTO "rules" VALUES('URL618','active-scheme','warning','The URL contains a script or a page.');
INSERT INTO "rules" VALUES('URL619','alternative-dot','error','A dot of the host is another character, or is percent-encoded.');
INSERT INTO "rules" VALUES('URL620','defanged','info','The URL is defanged.');
INSERT INTO "rules" VALUES('URL621','blocked-port','info','Browsers refuse to connect to the port.');
INSERT INTO "rules" VALUES('URL622','overlong','info','The URL is longer than 2048 characters.');
INSERT INTO "rules" VALUES('URL623','dot-segment-encoded','warning','A dot segment of the path is percent-encoded, or is next to an encoded slash.');
INSERT INTO "rules" VALUES('URL624','many-dots','info','The host has more than six labels.');
INSERT INTO "rules" VALUES('URL625','unusual-script-mixture','warning','A label of the host mixes scripts that are not used together.');
INSERT INTO "rules" VALUES('URL626','misleading-link','warning','The text of a link shows another host than its target.');
INSERT INTO "rules" VALUES('URL627','redirect','info','A URL leads through a redirect or a gateway to the address that it contains.');
INSERT INTO "rules" VALUES('URL628','link-cut','warning','The target of a link is only the beginning of the URL that its text shows.');
INSERT INTO "rules" VALUES('URL701','ftp-typecode','error','The `;type=` of an ftp URL is not `a`, `i` or `d`.');
INSERT INTO "rules" VALUES('URL702','ftp-root','info','The path of an ftp URL begins with `//`.');
INSERT INTO "rules" VALUES('URL703','gopher-type','warning','The path of a gopher URL does not begin with an item type.');
INSERT INTO "rules" VALUES('URL704','gopher-tab','warning','The search string of a gopher URL is not after `%09`.');
INSERT INTO "rules" VALUES('URL705','news-group','error','The newsgroup of a news or nntp URL is invalid.');
INSERT INTO "rules" VALUES('URL706','news-message-id','error','The message-id of a news URL is invalid.');
INSERT INTO "rules" VALUES('URL707','nntp-article-number','error','The article of an nntp URL is not a number.');
INSERT INTO "rules" VALUES('URL708','nntp-no-number','info','An nntp URL contains a group but no article.');
INSERT INTO "rules" VALUES('URL709','wais-form','error','A wais URL does not have one of the three forms.');
INSERT INTO "rules" VALUES('URL710','prospero-field','error','A field of a prospero URL contains two `=`.');
INSERT INTO "rules" VALUES('URL711','file-host','warning','The host of a file URL is the first folder of an absolute path, or a drive.');
INSERT INTO "rules" VALUES('URL712','file-no-slashes','error','A file URL has no `//`, or no absolute path.');
INSERT INTO "rules" VALUES('URL713','mailto-empty','info','A mailto URL has no address.');
INSERT INTO "rules" VALUES('URL714','mailto-addr-spec','error','The address of a mailto URL is invalid.');
INSERT INTO "rules" VALUES('URL715','mailto-header-1738','info','A mailto URL has header fields.');
INSERT INTO "rules" VALUES('URL716','mailto-unsafe-header','warning','A mailto URL sets an unsafe header field.');
INSERT INTO "rules" VALUES('URL717','mailto-plus-space','warning','The subject or body of a mailto URL contains a `+` instead of a space.');
INSERT INTO "rules" VALUES('URL718','mailto-fragment','warning','A mailto URL has a fragment.');
INSERT INTO "rules" VALUES('URL719','telnet-path','warning','A telnet URL contains text after the host.');
INSERT INTO "rules" VALUES('URL720','cid-mid-syntax','error','A cid or mid URL contains no valid message-id or content-id.');
INSERT INTO "rules" VALUES('URL721','news-server','error','A news URL contains a server.');
INSERT INTO "rules" VALUES('URL722','prefer-news-over-nntp','info','A URL has the scheme nntp.');
INSERT INTO "rules" VALUES('URL723','dot-segments','info','A path contains `.` or `..` as a segment.');
INSERT INTO "rules" VALUES('URL724','minimal-form','warning','A tel, geo, magnet or urn URL lacks a required part.');
INSERT INTO "rules" VALUES('URL725','form-1738','error','A URL does not match the grammar of its scheme in RFC 1738.');
INSERT INTO "rules" VALUES('URL801','historic-scheme','warning','A URL has a historical scheme.');
INSERT INTO "rules" VALUES('URL802','unregistered-scheme','info','A URL has a scheme that is in use, but not registered.');
INSERT INTO "rules" VALUES('URL803','provisional-scheme','info','A URL has a provisionally registered scheme.');
INSERT INTO "rules" VALUES('URL804','x-scheme','info','A URL has an experimental scheme.');
INSERT INTO "rules" VALUES('URL805','scheme-typo','error','The scheme or its `://` is misspelt, or the scheme is repeated.');
INSERT INTO "rules" VALUES('URL806','undefined-1738-name','info','A URL has a scheme whose name RFC 1738 only reserves.');
INSERT INTO "rules" VALUES('URL807','scheme-invalid','error','The name of the scheme is invalid.');
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
INSERT INTO "scans" VALUES(1,'2026-11-28T04:13:54Z','2026-11-28T04:13:54Z',1,'0.1.0','{"profile": "rfc3986"}','["box", "note.txt", "missing.txt"]',23,21,23,13,6,1);
CREATE TABLE settings (
    name TEXT PRIMARY KEY,         -- name of an option or setting
    value TEXT NOT NULL            -- value as JSON
) WITHOUT ROWID;
INSERT INTO "settings" VALUES('allow','{}');
INSERT INTO "settings" VALUES('exclude','[]');
INSERT INTO "settings" VALUES('extend_schemes','[]');
INSERT INTO "settings" VALUES('extend_select','[]');
INSERT INTO "settings" VALUES('format_of','{}');
INSERT INTO "settings" VALUES('hash_key','"5237c48b2989fbbee9409a8f148a51ae09846560d498ea6886bcd7ad1ba0ebe6"');
INSERT INTO "settings" VALUES('headers','false');
INSERT INTO "settings" VALUES('host','null');
INSERT INTO "settings" VALUES('ignore','[]');
INSERT INTO "settings" VALUES('input','null');
INSERT INTO "settings" VALUES('per_file_ignores','{}');
INSERT INTO "settings" VALUES('plugins','[]');
INSERT INTO "settings" VALUES('profile','"rfc3986"');
INSERT INTO "settings" VALUES('scheme','null');
INSERT INTO "settings" VALUES('schemeless','false');
INSERT INTO "settings" VALUES('select','[]');
INSERT INTO "settings" VALUES('severity','{}');
INSERT INTO "settings" VALUES('since','null');
INSERT INTO "settings" VALUES('unattended','false');
INSERT INTO "settings" VALUES('unique','false');
INSERT INTO "settings" VALUES('until','null');
INSERT INTO "settings" VALUES('version','8');
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
INSERT INTO "units" VALUES(1,'20f8363e94d09efa8fce45592790d86e',0,'["box", "note.txt"]',NULL,2053,6,0,NULL,1);
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
INSERT INTO "url_texts" VALUES(1,'http://www.canal.example.org/plans/0/yearly-plan.html','http','www.canal.example.org','',NULL,NULL,920990212,11,NULL);
INSERT INTO "url_texts" VALUES(2,'ftp://ftp.canal.example.org/0','ftp','ftp.canal.example.org','',NULL,NULL,-1426504200,11,NULL);
INSERT INTO "url_texts" VALUES(3,'http://www.ferry.example.org/0|x','http','www.ferry.example.org','',NULL,NULL,250785626,11,NULL);
INSERT INTO "url_texts" VALUES(4,'ftp://al:***@mirror.canal.internal/0','ftp','mirror.canal.internal','',NULL,'a52fc9c7e7b31970',305087400,14,NULL);
INSERT INTO "url_texts" VALUES(5,'http://www.canal.example.org/plans/1/yearly-plan.html','http','www.canal.example.org','',NULL,NULL,-1370371541,11,NULL);
INSERT INTO "url_texts" VALUES(6,'ftp://ftp.canal.example.org/1','ftp','ftp.canal.example.org','',NULL,NULL,-479991153,11,NULL);
INSERT INTO "url_texts" VALUES(7,'http://www.ferry.example.org/1|x','http','www.ferry.example.org','',NULL,NULL,1144221394,11,NULL);
INSERT INTO "url_texts" VALUES(8,'http://www.canal.example.org/plans/2/yearly-plan.html','http','www.canal.example.org','',NULL,NULL,-609728622,11,NULL);
INSERT INTO "url_texts" VALUES(9,'ftp://ftp.canal.example.org/2','ftp','ftp.canal.example.org','',NULL,NULL,358482274,11,NULL);
INSERT INTO "url_texts" VALUES(10,'http://www.ferry.example.org/2|x','http','www.ferry.example.org','',NULL,NULL,2135591182,11,NULL);
INSERT INTO "url_texts" VALUES(11,'http://www.canal.example.org/plans/3/yearly-plan.html','http','www.canal.example.org','',NULL,NULL,797422416,11,NULL);
INSERT INTO "url_texts" VALUES(12,'ftp://ftp.canal.example.org/3','ftp','ftp.canal.example.org','',NULL,NULL,-1045270842,11,NULL);
INSERT INTO "url_texts" VALUES(13,'http://www.ferry.example.org/3|x','http','www.ferry.example.org','',NULL,NULL,1015211451,11,NULL);
INSERT INTO "url_texts" VALUES(14,'http://www.canal.example.org/plans/4/yearly-plan.html','http','www.canal.example.org','',NULL,NULL,1120406545,11,NULL);
INSERT INTO "url_texts" VALUES(15,'ftp://ftp.canal.example.org/4','ftp','ftp.canal.example.org','',NULL,NULL,-1019450854,11,NULL);
INSERT INTO "url_texts" VALUES(16,'http://www.ferry.example.org/4|x','http','www.ferry.example.org','',NULL,NULL,-1147564506,11,NULL);
INSERT INTO "url_texts" VALUES(17,'http://www.canal.example.org/plans/5/yearly-plan.html','http','www.canal.example.org','',NULL,NULL,1145829046,11,NULL);
INSERT INTO "url_texts" VALUES(18,'ftp://ftp.canal.example.org/5','ftp','ftp.canal.example.org','',NULL,NULL,-887671221,11,NULL);
INSERT INTO "url_texts" VALUES(19,'http://www.ferry.example.org/5|x','http','www.ferry.example.org','',NULL,NULL,-1947883895,11,NULL);
INSERT INTO "url_texts" VALUES(20,'http://www.canal.example/b|c','http','www.canal.example','',NULL,NULL,1542237562,13,NULL);
INSERT INTO "url_texts" VALUES(21,'https://ada:***@mirror.canal.internal/','https','mirror.canal.internal','',NULL,'09430c3905813ece',1436849611,14,NULL);
CREATE INDEX url_texts_by_key ON url_texts (url_key);
CREATE INDEX authors_by_key ON authors (row_key);
CREATE INDEX recipients_by_key ON recipients (row_key);
CREATE INDEX parts_by_key ON parts (row_key);
CREATE VIEW all_messages AS
    SELECT m.id, m.unit_id, m.author_id, m.recipients_id, m.archive, m.message_number, m.message_id_header, m.date, m.time_zone, m.received,
           m.subject, a.author, a.author_domain, a.author_name, a.author_source, a.sender, a.sender_domain, m.thread, m.in_reply_to,
           m.reference_ids, r.list_id, r.recipient_domains, m.byte_offset, m.bytes, nullif(lower(hex(m.sha256)), '') AS sha256, m.archive_hash
    FROM messages m JOIN authors a ON a.id = m.author_id JOIN recipients r ON r.id = m.recipients_id;
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
CREATE VIEW open_findings AS
    SELECT f.id, f.url_id, u.url_text_id, u.message_id, u.part_id, u.unit_id, f.code, f.severity, f.message, u.url, u.scheme, u.host,
           u.archive, u.message_number, u.message_id_header, u.date, u.subject, u.author, u.author_domain, u.author_name,
           u.sender, u.sender_domain, u.thread, u.list_id, u.part, u.kind, u.is_copy, f.line, f."column", f.before, f.after, f.safe,
           u.domain, u.tld, u.url_hash, u.archive_hash, u.first_scan_id
    FROM findings f JOIN urls u ON u.id = f.url_id WHERE f.settled = 0;
CREATE VIEW new_places AS
    SELECT * FROM places WHERE depth = 0 AND is_copy = 0;
CREATE VIEW distinct_urls AS
    SELECT t.url, t.scheme, t.host, t.link_kind, max(t.target) AS target,
           sum(p.depth = 0 AND p.is_copy = 0) AS times, count(*) AS all_times, min(m.date) AS first_date,
           max(m.date) AS last_date, t.domain, t.tld, t.url_hash
    FROM places p JOIN url_texts t ON t.id = p.url_text_id JOIN messages m ON m.id = p.message_id GROUP BY t.url, t.url_hash;
CREATE VIEW hosts AS
    SELECT t.host, sum(p.times) AS times, count(DISTINCT CASE WHEN p.times THEN coalesce(t.url || ' ' || t.url_hash, t.url) END) AS urls,
           sum(p.broken) AS broken, sum(p.all_times) AS all_times
    FROM (SELECT url_text_id, sum(depth = 0 AND is_copy = 0) AS times, count(*) AS all_times,
                 sum(breaks <> '' AND depth = 0 AND is_copy = 0) AS broken
          FROM places GROUP BY url_text_id) p
         JOIN url_texts t ON t.id = p.url_text_id
    WHERE t.host <> '' GROUP BY t.host;
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
CREATE INDEX messages_by_unit ON messages (unit_id);
CREATE INDEX messages_by_thread ON messages (thread);
CREATE INDEX places_by_url_text ON places (url_text_id, breaks, depth, is_copy);
CREATE INDEX places_by_message ON places (message_id, breaks, depth, is_copy);
CREATE INDEX places_in_doubt ON places (id) WHERE alternatives <> '[]' OR (confidence = 'likely' AND breaks <> '');
CREATE INDEX findings_by_url ON findings (url_id);
CREATE INDEX findings_by_code ON findings (code);
COMMIT;
