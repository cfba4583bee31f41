# Written by tools/build_shell_files.py, from the parser of the command line.

function __urlmend_rules
    printf '%s\t%s\n' \
        URL001 unused-ignore \
        URL101 wrapper-unclosed \
        URL102 wrapper-missing-prefix \
        URL103 wrapper-obsolete-prefix \
        URL104 wrapper-prefix-case \
        URL105 wrapper-space-after-prefix \
        URL106 break-after-hyphen \
        URL107 wrapper-inner-space \
        URL108 bare-url-broken \
        URL109 wrapper-page-break \
        URL110 wrapper-quote-prefix \
        URL111 ambiguous-end \
        URL112 unbalanced-bracket \
        URL113 wrapper-empty \
        URL114 fragment-outside \
        URL115 wrapper-nested \
        URL116 wrapper-redundant \
        URL117 flowed-space \
        URL118 undecoded-qp \
        URL119 html-entity \
        URL120 soft-hyphen \
        URL121 schemeless \
        URL122 smart-delimiters \
        URL123 partial-url \
        URL201 control-char \
        URL202 space \
        URL203 non-ascii \
        URL204 unsafe-delimiter \
        URL205 unsafe-national \
        URL206 unsafe-tilde \
        URL207 bracket-outside-host \
        URL208 bad-percent \
        URL209 percent-lowercase \
        URL210 percent-needless \
        URL211 percent-double \
        URL212 hash-repeated \
        URL213 invisible \
        URL214 percent-not-utf8 \
        URL215 percent-overlong \
        URL216 backslash \
        URL301 reserved-unencoded \
        URL302 ftp-question \
        URL303 ftp-semicolon \
        URL304 http-search-reserved \
        URL305 encoded-delimiter \
        URL306 userinfo-reserved \
        URL307 mailto-percent \
        URL308 wais-reserved \
        URL309 prospero-semicolon \
        URL401 host-missing \
        URL402 toplabel-digit \
        URL403 host-underscore \
        URL404 label-hyphen-edge \
        URL405 label-too-long \
        URL406 trailing-dot \
        URL407 port-invalid \
        URL408 port-out-of-range \
        URL409 port-empty \
        URL410 port-default-redundant \
        URL411 ipv4-malformed \
        URL412 ipv6-malformed \
        URL413 host-percent-encoded \
        URL414 uppercase-scheme-host \
        URL416 special-use-domain \
        URL417 bad-a-label \
        URL419 ipv6-zone \
        URL420 missing-slashes \
        URL421 host-invalid \
        URL422 label-empty \
        URL501 password \
        URL502 username-http \
        URL503 username \
        URL504 empty-password \
        URL505 empty-user \
        URL506 secret-in-query \
        URL507 placeholder \
        URL508 userinfo-forbidden \
        URL601 port-nondefault \
        URL602 port-reserved-range \
        URL603 encoded-crlf \
        URL604 encoded-nul \
        URL605 gopher-smuggling \
        URL606 userinfo-like-host \
        URL607 ip-obfuscated \
        URL608 mixed-script-label \
        URL609 whole-script-confusable \
        URL610 bidi-control \
        URL611 punycode-shown \
        URL612 multiple-at \
        URL613 nested-url \
        URL614 cleartext-scheme \
        URL616 private-address \
        URL618 active-scheme \
        URL619 alternative-dot \
        URL620 defanged \
        URL621 blocked-port \
        URL622 overlong \
        URL623 dot-segment-encoded \
        URL624 many-dots \
        URL625 unusual-script-mixture \
        URL701 ftp-typecode \
        URL702 ftp-root \
        URL703 gopher-type \
        URL704 gopher-tab \
        URL705 news-group \
        URL706 news-message-id \
        URL707 nntp-article-number \
        URL708 nntp-no-number \
        URL709 wais-form \
        URL710 prospero-field \
        URL711 file-host \
        URL712 file-no-slashes \
        URL713 mailto-empty \
        URL714 mailto-addr-spec \
        URL715 mailto-header-1738 \
        URL716 mailto-unsafe-header \
        URL717 mailto-plus-space \
        URL718 mailto-fragment \
        URL719 telnet-path \
        URL720 cid-mid-syntax \
        URL721 news-server \
        URL722 prefer-news-over-nntp \
        URL723 dot-segments \
        URL724 minimal-form \
        URL801 historic-scheme \
        URL802 unregistered-scheme \
        URL803 provisional-scheme \
        URL804 x-scheme \
        URL805 scheme-typo \
        URL806 undefined-1738-name
end

function __urlmend_runs -d 'Whether this command stands before the cursor'
    set -l words (commandline -opc)
    test "$words[2]" = "$argv"
end

function __urlmend_begins -d 'Whether this command, or none, is all that stands there'
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end

function __urlmend_codes
    set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
    set -l codes ALL\t'every rule' (__urlmend_rules)
    printf '%s\n' "$before"$codes
end

complete -c urlmend -f

complete -c urlmend -n __urlmend_begins -s h -l help -d 'show this help message and exit'
complete -c urlmend -n __urlmend_begins -l version -d 'show program\'s version number and exit'
complete -c urlmend -n __urlmend_begins -a find -d 'print every URL, put together again'
complete -c urlmend -n '__urlmend_runs find' -s h -l help -d 'show this help message and exit'
complete -c urlmend -n '__urlmend_runs find' -l input -r -f -a 'text mail html' -d 'read everything as this, whatever it looks like'
complete -c urlmend -n '__urlmend_runs find' -l headers -d 'read all header fields of mail, not Subject alone'
complete -c urlmend -n '__urlmend_runs find' -l schemeless -d 'find www. hosts without a scheme too'
complete -c urlmend -n '__urlmend_runs find' -l extend-schemes -r -f -d 'one more scheme to look for'
complete -c urlmend -n '__urlmend_runs find' -l stdin-filename -r -F -d 'the name that standard input goes by'
complete -c urlmend -n '__urlmend_runs find' -l force-exclude -d 'leave out excluded files even if they are named'
complete -c urlmend -n '__urlmend_runs find' -l format -r -f -a 'text jsonl' -d 'of the output; default: text'
complete -c urlmend -n '__urlmend_runs find' -F -d 'file or folder; \'-\' or none: standard input'
complete -c urlmend -n __urlmend_begins -a lint -d 'report what is wrong with the URLs, and mend it'
complete -c urlmend -n '__urlmend_runs lint' -s h -l help -d 'show this help message and exit'
complete -c urlmend -n '__urlmend_runs lint' -l input -r -f -a 'text mail html' -d 'read everything as this, whatever it looks like'
complete -c urlmend -n '__urlmend_runs lint' -l headers -d 'read all header fields of mail, not Subject alone'
complete -c urlmend -n '__urlmend_runs lint' -l schemeless -d 'find www. hosts without a scheme too'
complete -c urlmend -n '__urlmend_runs lint' -l extend-schemes -r -f -d 'one more scheme to look for'
complete -c urlmend -n '__urlmend_runs lint' -l stdin-filename -r -F -d 'the name that standard input goes by'
complete -c urlmend -n '__urlmend_runs lint' -l force-exclude -d 'leave out excluded files even if they are named'
complete -c urlmend -n '__urlmend_runs lint' -l profile -r -f -a 'rfc1738 rfc3986 whatwg' -d 'the specification to hold URLs against; default: rfc3986'
complete -c urlmend -n '__urlmend_runs lint' -l select -r -f -a '(__urlmend_codes)' -d 'run only these rules: codes or prefixes'
complete -c urlmend -n '__urlmend_runs lint' -l extend-select -r -f -a '(__urlmend_codes)' -d 'run these rules too'
complete -c urlmend -n '__urlmend_runs lint' -l ignore -r -f -a '(__urlmend_codes)' -d 'leave these rules out'
complete -c urlmend -n '__urlmend_runs lint' -l baseline -r -F -d 'leave out the findings that this file agrees to'
complete -c urlmend -n '__urlmend_runs lint' -l update-baseline -d 'write the findings to the baseline'
complete -c urlmend -n '__urlmend_runs lint' -l since -r -f -d 'only lines that changed since a revision of git'
complete -c urlmend -n '__urlmend_runs lint' -l show-settings -d 'print the settings in force, and do nothing else'
complete -c urlmend -n '__urlmend_runs lint' -l fix -d 'mend what can be mended safely'
complete -c urlmend -n '__urlmend_runs lint' -l diff -d 'show what --fix would change, and change nothing'
complete -c urlmend -n '__urlmend_runs lint' -l unsafe-fixes -d 'with --fix or --diff: mend by guessing too'
complete -c urlmend -n '__urlmend_runs lint' -l format -r -f -a 'text json jsonl csv github gitlab junit sarif' -d 'of the report; default: text, on GitHub Actions github'
complete -c urlmend -n '__urlmend_runs lint' -l output -r -F -d 'write the report to a file'
complete -c urlmend -n '__urlmend_runs lint' -l show-source -d 'with text: show the lines too'
complete -c urlmend -n '__urlmend_runs lint' -l statistics -d 'print how many findings each rule has, and no more'
complete -c urlmend -n '__urlmend_runs lint' -l quiet -d 'no summary'
complete -c urlmend -n '__urlmend_runs lint' -l exit-zero -d 'exit with 0 even if there are findings'
complete -c urlmend -n '__urlmend_runs lint' -l show-secrets -d 'do not hide passwords'
complete -c urlmend -n '__urlmend_runs lint' -F -d 'file or folder; \'-\' or none: standard input'
complete -c urlmend -n __urlmend_begins -a scan -d 'find and lint archives of mail and news, into a result'
complete -c urlmend -n '__urlmend_runs scan' -s h -l help -d 'show this help message and exit'
complete -c urlmend -n '__urlmend_runs scan' -l input -r -f -a 'text mail html' -d 'read everything as this, whatever it looks like'
complete -c urlmend -n '__urlmend_runs scan' -l headers -d 'read all header fields of mail, not Subject alone'
complete -c urlmend -n '__urlmend_runs scan' -l schemeless -d 'find www. hosts without a scheme too'
complete -c urlmend -n '__urlmend_runs scan' -l extend-schemes -r -f -d 'one more scheme to look for'
complete -c urlmend -n '__urlmend_runs scan' -s o -l output -r -F -d '.sqlite, .jsonl, .csv, .parquet; default: JSON lines, printed'
complete -c urlmend -n '__urlmend_runs scan' -l scheduler -r -f -d 'scan on a Dask cluster, or `local`, into a folder of Parquet files'
complete -c urlmend -n '__urlmend_runs scan' -l processes -r -f -d 'default: one for each core, at least 2'
complete -c urlmend -n '__urlmend_runs scan' -l patience -r -f -d 'for a unit; default: 300'
complete -c urlmend -n '__urlmend_runs scan' -l unit-size -r -f -d 'how much is read in one go; default: 8'
complete -c urlmend -n '__urlmend_runs scan' -l progress -r -f -a 'auto plain none' -d 'default: a bar, on a terminal'
complete -c urlmend -n '__urlmend_runs scan' -l profile -r -f -a 'rfc1738 rfc3986 whatwg' -d 'the specification to hold URLs against; default: rfc3986'
complete -c urlmend -n '__urlmend_runs scan' -l select -r -f -a '(__urlmend_codes)' -d 'run only these rules: codes or prefixes'
complete -c urlmend -n '__urlmend_runs scan' -l extend-select -r -f -a '(__urlmend_codes)' -d 'run these rules too'
complete -c urlmend -n '__urlmend_runs scan' -l ignore -r -f -a '(__urlmend_codes)' -d 'leave these rules out'
complete -c urlmend -n '__urlmend_runs scan' -l since -r -f -d 'messages from a date on: 2004-01-05, 2004-01 or 2004'
complete -c urlmend -n '__urlmend_runs scan' -l until -r -f -d 'messages before a date'
complete -c urlmend -n '__urlmend_runs scan' -l scheme -r -f -d 'URLs of this scheme'
complete -c urlmend -n '__urlmend_runs scan' -l host -r -f -d 'URLs of this host, or of one below it'
complete -c urlmend -n '__urlmend_runs scan' -l unique -d 'the first occurrence of each URL'
complete -c urlmend -n '__urlmend_runs scan' -F -d 'file or folder: mail, news, text, packed or not'
complete -c urlmend -n __urlmend_begins -a report -d 'show what a scan has found'
complete -c urlmend -n '__urlmend_runs report' -s h -l help -d 'show this help message and exit'
complete -c urlmend -n '__urlmend_runs report' -l html -r -F -d 'write a page with plots and tables, not a summary'
complete -c urlmend -n '__urlmend_runs report' -l title -r -f -d 'of the page; default: the name of the result'
complete -c urlmend -n '__urlmend_begins report' -F -d 'what `urlmend scan` has written: SQLite, or a dataset'
complete -c urlmend -n __urlmend_begins -a explain -d 'explain one rule'
complete -c urlmend -n '__urlmend_runs explain' -s h -l help -d 'show this help message and exit'
complete -c urlmend -n '__urlmend_begins explain' -f -a '(__urlmend_rules)' -d 'of a rule, such as URL205'
complete -c urlmend -n __urlmend_begins -a rules -d 'list all rules'
complete -c urlmend -n '__urlmend_runs rules' -s h -l help -d 'show this help message and exit'
complete -c urlmend -n __urlmend_begins -a lsp -d 'serve editors: the language server protocol over standard input and output'
complete -c urlmend -n '__urlmend_runs lsp' -s h -l help -d 'show this help message and exit'
