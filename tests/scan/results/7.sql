BEGIN TRANSACTION;
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
CREATE TABLE last_scan (
    id INTEGER PRIMARY KEY,
    finished INTEGER NOT NULL      -- 1 if it read all archives; 0 if it was stopped, or still reads
);
INSERT INTO "last_scan" VALUES(1,1);
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
INSERT INTO "messages" VALUES(1,1,'box',0,'<0@canal.example>','1994-01-05T09:00:00Z','plan 0','ada@canal.example','canal.example','<0@canal.example>',NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES(2,1,'box',1,'<1@canal.example>','1995-01-05T09:00:00Z','the survey 1','ada@canal.example','canal.example','<1@canal.example>',NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES(3,1,'box',2,'<2@canal.example>','1996-01-05T09:00:00Z','größe 2','ada@canal.example','canal.example','<2@canal.example>',NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES(4,1,'box',3,'<3@canal.example>','1997-01-05T09:00:00Z','plan 3','ada@canal.example','canal.example','<3@canal.example>',NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES(5,1,'box',4,'<4@canal.example>','1998-01-05T09:00:00Z','the survey 4','ada@canal.example','canal.example','<4@canal.example>',NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES(6,1,'box',5,'<5@canal.example>','1999-01-05T09:00:00Z','größe 5','ada@canal.example','canal.example','<5@canal.example>',NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES(7,1,'note.txt',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE parts (
    id INTEGER PRIMARY KEY,
    part TEXT,                     -- path of the part, such as 1.2, or subject; in documents the place, such as p12
    content_type TEXT,             -- content type of the part, without parameters
    format TEXT NOT NULL           -- format of the text: text, html, json, ...
);
INSERT INTO "parts" VALUES(1,'1','text/plain','text');
INSERT INTO "parts" VALUES(2,NULL,NULL,'text');
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
    end_column INTEGER NOT NULL    -- column after the last character
);
INSERT INTO "places" VALUES(1,1,1,1,'url-wrapper','quote','certain','[]',NULL,NULL,7,12,8,12);
INSERT INTO "places" VALUES(2,2,1,1,'bare','','certain','[]',NULL,NULL,8,18,8,47);
INSERT INTO "places" VALUES(3,3,1,1,'bare','','certain','[]',NULL,NULL,9,1,9,33);
INSERT INTO "places" VALUES(4,1,1,1,'bare','','certain','[]',NULL,NULL,10,1,10,54);
INSERT INTO "places" VALUES(5,4,1,1,'bare','','certain','[]',NULL,NULL,11,1,11,42);
INSERT INTO "places" VALUES(6,5,2,1,'url-wrapper','quote','certain','["http://www.canal.example.org/plans/1/yearlyplan.html"]',NULL,NULL,19,12,20,12);
INSERT INTO "places" VALUES(7,6,2,1,'bare','','certain','[]',NULL,NULL,20,18,20,47);
INSERT INTO "places" VALUES(8,7,2,1,'bare','','certain','[]',NULL,NULL,21,1,21,33);
INSERT INTO "places" VALUES(9,8,3,1,'url-wrapper','quote','certain','["http://www.canal.example.org/plans/2/yearlyplan.html"]',NULL,NULL,29,12,30,12);
INSERT INTO "places" VALUES(10,9,3,1,'bare','','certain','[]',NULL,NULL,30,18,30,47);
INSERT INTO "places" VALUES(11,10,3,1,'bare','','certain','[]',NULL,NULL,31,1,31,33);
INSERT INTO "places" VALUES(12,11,4,1,'url-wrapper','quote','certain','["http://www.canal.example.org/plans/3/yearlyplan.html"]',NULL,NULL,39,12,40,12);
INSERT INTO "places" VALUES(13,12,4,1,'bare','','certain','[]',NULL,NULL,40,18,40,47);
INSERT INTO "places" VALUES(14,13,4,1,'bare','','certain','[]',NULL,NULL,41,1,41,33);
INSERT INTO "places" VALUES(15,14,5,1,'url-wrapper','quote','certain','["http://www.canal.example.org/plans/4/yearlyplan.html"]',NULL,NULL,49,12,50,12);
INSERT INTO "places" VALUES(16,15,5,1,'bare','','certain','[]',NULL,NULL,50,18,50,47);
INSERT INTO "places" VALUES(17,16,5,1,'bare','','certain','[]',NULL,NULL,51,1,51,33);
INSERT INTO "places" VALUES(18,17,6,1,'url-wrapper','quote','certain','[]',NULL,NULL,59,12,60,12);
INSERT INTO "places" VALUES(19,18,6,1,'bare','','certain','[]',NULL,NULL,60,18,60,47);
INSERT INTO "places" VALUES(20,19,6,1,'bare','','certain','[]',NULL,NULL,61,1,61,33);
INSERT INTO "places" VALUES(21,17,6,1,'bare','','certain','[]',NULL,NULL,62,1,62,54);
INSERT INTO "places" VALUES(22,20,7,2,'bare','','certain','[]',NULL,NULL,1,5,1,33);
INSERT INTO "places" VALUES(23,21,7,2,'bare','','certain','[]',NULL,NULL,1,38,1,81);
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
CREATE TABLE settings (
    name TEXT PRIMARY KEY,         -- name of an option or setting
    value TEXT NOT NULL            -- value as JSON
) WITHOUT ROWID;
INSERT INTO "settings" VALUES('allow','{}');
INSERT INTO "settings" VALUES('exclude','[]');
INSERT INTO "settings" VALUES('extend_schemes','[]');
INSERT INTO "settings" VALUES('extend_select','[]');
INSERT INTO "settings" VALUES('format_of','{}');
INSERT INTO "settings" VALUES('hash_key','"40289029aa77a56468c3033a696f181dea03e97759033f0b54c828041c8fe0a3"');
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
INSERT INTO "settings" VALUES('version','7');
CREATE TABLE units (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,      -- identity in later scans: paths, sizes, times, range
    position INTEGER NOT NULL,     -- position in the last scan that contained it, from 0
    files TEXT NOT NULL,           -- JSON list of the paths of its files, secrets hidden
    file_hashes TEXT,              -- JSON list: for each path, keyed hashes of its hidden parts; null if none has one
    bytes INTEGER NOT NULL,        -- number of bytes read
    messages INTEGER NOT NULL,     -- number of messages
    lines INTEGER NOT NULL,        -- number of line ends; 0 for a unit of complete files
    content TEXT                   -- of a range of a file: hash of the file up to its end; null for other units
);
INSERT INTO "units" VALUES(1,'20f8363e94d09efa8fce45592790d86e',0,'["box", "note.txt"]',NULL,2053,6,0,NULL);
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
INSERT INTO "url_texts" VALUES(1,'http://www.canal.example.org/plans/0/yearly-plan.html','http','www.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(2,'ftp://ftp.canal.example.org/0','ftp','ftp.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(3,'http://www.ferry.example.org/0|x','http','www.ferry.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(4,'ftp://al:***@mirror.canal.internal/0','ftp','mirror.canal.internal','canal.internal','internal','',NULL,'f05f6d194ca352ce');
INSERT INTO "url_texts" VALUES(5,'http://www.canal.example.org/plans/1/yearly-plan.html','http','www.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(6,'ftp://ftp.canal.example.org/1','ftp','ftp.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(7,'http://www.ferry.example.org/1|x','http','www.ferry.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(8,'http://www.canal.example.org/plans/2/yearly-plan.html','http','www.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(9,'ftp://ftp.canal.example.org/2','ftp','ftp.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(10,'http://www.ferry.example.org/2|x','http','www.ferry.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(11,'http://www.canal.example.org/plans/3/yearly-plan.html','http','www.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(12,'ftp://ftp.canal.example.org/3','ftp','ftp.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(13,'http://www.ferry.example.org/3|x','http','www.ferry.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(14,'http://www.canal.example.org/plans/4/yearly-plan.html','http','www.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(15,'ftp://ftp.canal.example.org/4','ftp','ftp.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(16,'http://www.ferry.example.org/4|x','http','www.ferry.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(17,'http://www.canal.example.org/plans/5/yearly-plan.html','http','www.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(18,'ftp://ftp.canal.example.org/5','ftp','ftp.canal.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(19,'http://www.ferry.example.org/5|x','http','www.ferry.example.org','example.org','org','',NULL,NULL);
INSERT INTO "url_texts" VALUES(20,'http://www.canal.example/b|c','http','www.canal.example','canal.example','example','',NULL,NULL);
INSERT INTO "url_texts" VALUES(21,'https://ada:***@mirror.canal.internal/','https','mirror.canal.internal','canal.internal','internal','',NULL,'c46fdaf8d7ef09bc');
CREATE INDEX url_texts_by_url ON url_texts (url, url_hash);
CREATE VIEW urls AS
    SELECT p.id, p.url_text_id, p.message_id, p.part_id, m.unit_id, t.url, t.scheme, t.host, t.link_kind, t.target, t.url_hash, p.form, p.breaks, p.confidence,
           p.alternatives, h.alternative_hashes, coalesce(f.url, t.url) AS first_reading, p.decided_by, m.archive, m.message_number, m.message_id_header, m.date,
           m.subject, m.sender, m.sender_domain, m.thread, m.in_reply_to, m.reference_ids, m.list_id, m.archive_hash, k.part,
           k.content_type, k.format, p.line, p."column", p.end_line, p.end_column, t.domain, t.tld
    FROM places p JOIN url_texts t ON t.id = p.url_text_id JOIN messages m ON m.id = p.message_id JOIN parts k ON k.id = p.part_id
         LEFT JOIN url_texts f ON f.id = p.first_text_id LEFT JOIN reading_hashes h ON h.id = p.id;
CREATE VIEW open_findings AS
    SELECT f.id, f.url_id, u.url_text_id, u.message_id, u.part_id, u.unit_id, f.code, f.severity, f.message, u.url, u.scheme, u.host,
           u.archive, u.message_number, u.message_id_header, u.date, u.subject,
           u.sender, u.sender_domain, u.thread, u.list_id, u.part, f.line, f."column", f.before, f.after, f.safe,
           u.domain, u.tld, u.url_hash, u.archive_hash
    FROM findings f JOIN urls u ON u.id = f.url_id WHERE f.settled = 0;
CREATE VIEW distinct_urls AS
    SELECT t.url, t.scheme, t.host, t.link_kind, max(t.target) AS target, count(*) AS times, min(m.date) AS first_date,
           max(m.date) AS last_date, t.domain, t.tld, t.url_hash
    FROM places p JOIN url_texts t ON t.id = p.url_text_id JOIN messages m ON m.id = p.message_id GROUP BY t.url, t.url_hash;
CREATE VIEW hosts AS
    SELECT t.host, sum(p.times) AS times, count(DISTINCT coalesce(t.url || ' ' || t.url_hash, t.url)) AS urls, sum(p.broken) AS broken
    FROM (SELECT url_text_id, count(*) AS times, sum(breaks <> '') AS broken FROM places GROUP BY url_text_id) p
         JOIN url_texts t ON t.id = p.url_text_id
    WHERE t.host <> '' GROUP BY t.host;
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
CREATE INDEX messages_by_unit ON messages (unit_id);
CREATE INDEX messages_by_thread ON messages (thread);
CREATE INDEX places_by_url_text ON places (url_text_id, breaks);
CREATE INDEX places_by_message ON places (message_id, breaks);
CREATE INDEX places_in_doubt ON places (id) WHERE alternatives <> '[]' OR (confidence = 'likely' AND breaks <> '');
CREATE INDEX findings_by_url ON findings (url_id);
CREATE INDEX findings_by_code ON findings (code);
COMMIT;
