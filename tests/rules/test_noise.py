"""What nobody would act on is not reported, and next to each such case, what is a fault still is."""

import pytest

from tables import each_row
from urlmend import documents, fix, lint

HEX = "9f86d081884c7d659a2feaa0c55ad015"
MIXED = "Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0Aa"
JWT = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
QUESTION = "https://www.canal.internal/questions/39188919/different-exception-specifier-with-g-6-2"
PARTS = "|RECORD=41|TEXT=see "

# What is told apart, the code of the rule, texts without a finding, and as many with one; a list without
# a name is plain text
CASES = [
    (
        "names and numbers as passwords",
        "URL501",
        "",
        [
            "http://clientID:authKey@a.internal/",
            "http://alice:supersecret@a.internal/",
            "https://hello:world123@YOUR_DOMAIN",
            "http://alice:h7Tq92x@localhost.:9000/",
            "postgres://alice:alice@203.0.113.10/a",
            "postgres://plan:123456@plan_db/a",
            "http://alice:myPasswordHere@a.internal/",
            "mysql://plan:rhlab123@{{ SERVER_IP }}/plan",
            "https://hello:world123@api.your-domain.de",
        ],
        [
            "http://clientID:h7Tq92xy@a.internal/",
            "http://alice:supersecret9@a.internal/",
            "https://hello:world123@our-domain.de",
            "http://alice:h7Tq92x@localhost.de:9000/",
            "postgres://alice:alice@203.0.114.10/a",
            "postgres://plan:123456@db.internal/a",
            "http://alice:xyPassquarterHere@a.internal/",
            "mysql://plan:rhlab123@db.internal/{{ PLAN }}",
            "https://hello:world123@your-plan.de",
        ],
    ),
    (
        "keys that programs build into the scripts of a page",
        "URL506",
        "",
        [
            f"REACT_APP_PLAN_URL=https://a.internal/b?api_key={HEX}",
            f'export VITE_PLAN="https://a.internal/b?api_key={HEX}"',
            f'"NEXT_PUBLIC_PLAN": "https://a.internal/b?api_key={HEX}"',
        ],
        [
            f"PLAN_URL=https://a.internal/b?api_key={HEX}",
            f"VITE_PLAN=b https://a.internal/b?api_key={HEX}",
            f"INVITE_PLAN=https://a.internal/b?api_key={HEX}",
        ],
    ),
    (
        "links of a document to public pages, with what somebody copied with them",
        "URL506",
        "a.md",
        [
            f"[Plan](https://www.musterstadt.de/plan?id=7&key={HEX})",
            f"see https://www.musterstadt.de/plan?token={MIXED}",
            f"see https://www.musterstadt.de/plan?redir_token={MIXED}",
            f"see https://musterstadt.de/l/{JWT}.eyJsaW5rX2lkIjoxMDN9.{MIXED}",
            f"see https://www.musterstadt.de/reset-password/{HEX}",
            f"see https://my.musterstadt.de/plan/login/{HEX}",
            f"see https://musterstadt.de/l/{JWT}.eyJsaW5rX2lkIjoxMDN9.{MIXED}-v2-api",
        ],
        [
            f"[Plan](https://www.musterstadt.de/api/plan?id=7&key={HEX})",
            f"see https://www.musterstadt.de/v2/plan?token={MIXED}",
            f"see https://www.musterstadt.de/plan?access_token={MIXED}",
            f"see https://api.musterstadt.de/l/{JWT}.eyJsaW5rX2lkIjoxMDN9.{MIXED}",
            f"see https://www.musterstadt.internal/reset-password/{HEX}",
            f"see https://my.musterstadt.de:8443/plan/login/{HEX}",
            f"see https://musterstadt.de/rest-v2/l/{JWT}.eyJsaW5rX2lkIjoxMDN9.{MIXED}",
        ],
    ),
    (
        "the same in a program, which asks for it, and not somebody who reads",
        "URL506",
        "a.go",
        [f'x := "https://www.musterstadt.de/activate/{HEX}"'],
        [f'x := "https://www.musterstadt.de/plan?token={MIXED}"'],
    ),
    (
        "tokens that are masked, abridged, shown by a site for it, or ids",
        "URL506",
        "",
        [
            f"https://a.internal/b?access_token=ya29.XXXXX{MIXED[:4]}XXXXX",
            "https://a.internal/b?access_token=EAACEdEose0cB",
            f"https://jwt.io/#debugger-io?token={JWT}.eyJtZXJjdXJlIjp7fX0.{MIXED}",
            "https://a.internal/secrets/9f86d081-884c-4d65-9a2f-eaa0c55ad015",
            "https://code.canal.com/b/secret-scanning/unblock-secret/2x7M4c81XqVpTRoDzxtXzXkLdPm",
            f"https://a.internal/doi/10.1145?casa_token={MIXED}",
            "https://a.internal/account_tokens/accttok_1Rz4EFEWqBe9pRB4",
            "https://a.internal/docs/auth/SignInStatusCodes",
            f"https://company.canal.com/attachments/token/{HEX}/",
            f"https://my-store.canal.com/attachments/token/{HEX}/",
            f"https://your-domain.com/attachments/token/{HEX}/",
            f"https://a.internal/b.pdf?x-tos-expires=1681980481&x-tos-signature={MIXED}",
            "https://a.internal/recovery/zipball/9f86d081884c7d659a2feaa0c55ad0159f86d081",
            f"https://a.internal/b/plan.jpg?alt=media&token={HEX}",
            f"https://docs.google.com/spreadsheet/pub?key={HEX}",
            f"https://docs.google.com/spreadsheet/ccc?hl=en&key={HEX}#gid=0",
            "https://shop.internal/dp/B01?SubscriptionId=AKIAJ3N3QBK3ZHDGU54Q&tag=a",
        ],
        [
            f"https://a.internal/b?access_token=ya29.XXXX{MIXED}",
            "https://a.internal/b?access_token=FAACEdEose0cB",
            f"https://jwt.de/#debugger-io?token={JWT}.eyJtZXJjdXJlIjp7fX0.{MIXED}",
            "https://a.internal/hooks/9f86d081-884c-4d65-9a2f-eaa0c55ad015",
            "https://a.internal/b/unblock-secret/2x7M4c81XqVpTRoDzxtXzXkLdPm",
            f"https://a.internal/doi/10.1145?doi_token={MIXED}",
            "https://a.internal/account_tokens/1Rz4EFEWqBe9pRB4hXk",
            "https://a.internal/docs/auth/SgnInStqtusCodes",
            f"https://company.com/attachments?access_token={HEX}",
            f"https://my-plan.canal.com/attachments?access_token={HEX}",
            f"https://our-domain.com/attachments?access_token={HEX}",
            f"https://a.internal/b.pdf?x-tos-expires=9681980481&x-tos-signature={MIXED}",
            "https://a.internal/recovery/9f86d081884c7d659a2feaa0c55ad0159f86d081",
            f"https://a.internal/b/plan.jpg?alt=mediated&token={HEX}",
            f"https://docs.a.internal/spreadsheet/pub?key={HEX}",
            f"https://docs.google.com/spreadsheet/pub?token={HEX}",
            f"https://shop.internal/dp/B01?AWSAccessKeyId=AKIAJ3N3QBK3ZHDGU54Q&Signature={HEX}",
        ],
    ),
    (
        "pictures whose signed URLs have expired",
        "URL506",
        "",
        [
            f"https://a.internal/plan.png?e=1643644799&token={MIXED}",
            f"https://a.internal/plan.png?X-Amz-Date=20240105T000000Z&X-Amz-Signature={HEX}",
            f"https://a.internal/plan.png?jwt={JWT}.eyJleHAiOjE3MDAwMDAwMDB9.{MIXED}",
            f"https://a.internal/plan.jpeg?X-Goog-Date=20991231T000000Z&X-Goog-Signature={HEX}",
        ],
        [
            f"https://a.internal/plan.pdf?e=1643644799&token={MIXED}",
            f"https://a.internal/plan.png?e=9643644799&token={MIXED}",
            f"https://a.internal/plan.pdf?X-Amz-Date=20991231T000000Z&X-Amz-Signature={HEX}",
            f"https://a.internal/plan.png?jwt={JWT}.eyJleHAiOjk3MDAwMDAwMDB9.{MIXED}",
        ],
    ),
    (
        "what is valid for seconds or minutes",
        "URL506",
        "",
        [
            f"https://a.internal/implicit#access_token={MIXED}&expires_in=86400&token_type=Bearer",
            f"https://a.internal/s?src=11&timestamp=1663117899&signature={MIXED}",
            f"wss://a.internal/ws?session={MIXED}",
            f"wss://a.internal/ws?PHPSESSID={MIXED}&CFTOKEN={HEX}",
            f"wss://a.internal/ws?atl_token={MIXED}&csrf_token={HEX}",
            f"https://a.internal/plan.action?struts.token.name=token&token={MIXED}",
        ],
        [
            f"https://a.internal/implicit#access_token={MIXED}&token_type=Bearer",
            f"https://a.internal/s?src=11&timestamp=9663117899&signature={MIXED}",
            f"wss://a.internal/ws?access_token={MIXED}",
            f"wss://a.internal/ws?userToken={MIXED}",
            f"wss://a.internal/ws?token={MIXED}",
            f"https://a.internal/plan.action?name=token&token={MIXED}",
        ],
    ),
    (
        "tokens in the documentation of services",
        "URL506",
        "",
        ["https://api.telegram.org/bot123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11/getMe"],
        ["https://api.telegram.org/bot123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew12/getMe"],
    ),
    (
        "digits in their order, within a network",
        "URL501",
        "",
        ["amqp://admin:123456@172.17.17.161:5672/", "mongodb://alice:12345678@192.168.3.200/"],
        ["amqp://admin:123456@mq.musterstadt.de:5672/", "amqp://admin:h7Tq56@172.17.17.161:5672/"],
    ),
    (
        "the beginning of a URL in a program",
        "URL401",
        "a.c",
        ['char *plan = "ftp://anonymous:anonymous@";', 'char *plan = "ftp://";'],
        ['char *plan = "ftp://anonymous:anonymous@/a.internal";', 'char *plan = "ftp:///www.a.internal";'],
    ),
    (
        "an address of which the rest is left out",
        "URL607",
        "a.md",
        ["Serve wss://192.168\u2026 with a certificate", "see http://192.168... there"],
        ["Serve wss://192.168 with a certificate", "see http://192.168/\u2026 there"],
    ),
    (
        "a word after the colon of a host, and no path",
        "URL407",
        "",
        ["https://a.internal.org.Occurrence:Always"],
        ["https://a.internal.org.Occurrence:Always/b"],
    ),
    (
        "an open tag in a comment, as prose shows one",
        "URL125",
        "a.js",
        ['/* such as a link (<a href="www.canal.internal") */'],
        ['/* such as a link (<a href="www.canal.internal">plan</a>) */'],
    ),
    (
        "entities in the comments of which a program makes pages, but not in blocks of code there",
        "URL119",
        "a.java",
        ["/** see http://a.internal/b?c=1&amp;d=2 */", "/**\n * see\n * http://a.internal/b?c=1&amp;d=2\n */"],
        ["/* see http://a.internal/b?c=1&amp;d=2 */", "/**\n * ```\n * http://a.internal/b?c=1&amp;d=2\n * ```\n */"],
    ),
    (
        "keys of scripts that pages load",
        "URL506",
        "a.html",
        [f'<script async src="https://static.internal/snippet?key={MIXED}"></script>'],
        [f'<a href="https://static.internal/snippet?key={MIXED}">a</a>'],
    ),
    (
        "passwords in letters of other scripts",
        "URL501",
        "",
        ["ftp://用户:密码@ftp.musterstadt.de/", "ftp://alice:$密码@ftp.musterstadt.de/"],
        ["ftp://alice:密码7x@ftp.musterstadt.de/", "ftp://alice:密码h7Tq-9@ftp.musterstadt.de/"],
    ),
    (
        "tokens of pictures that do not say when they expire",
        "URL506",
        "",
        [f"https://a.internal/plan.PNG?Expires=1643644799&token={MIXED}", f"https://a.internal/7/b.jpg?hmac={MIXED}"],
        [
            f"https://a.internal/plan.png?X-Amz-Date=20249999T000000Z&jwt={JWT}.eyJzdWIiOiI0MiJ9.{MIXED}",
            f"https://a.internal/7/b.csv?hmac={MIXED}",
        ],
    ),
    (
        "marks between two URLs",
        "URL212",
        "",
        ["ftp://a.example/b##idx##ftp://c.example/d", "ftp://a.example/b####ftp://c.example/d"],
        ["ftp://a.example/b##idx##d", "ftp://a.example/b.html#idx#ftp://c.example/d"],
    ),
    (
        "sockets",
        "URL412",
        "",
        ["http://[unix:/run/plan.sock]", "https://[unix:/plan.sock]/b"],
        ["http://[2001:db8:/run/plan.sock]", "http://[::1"],
    ),
    (
        "words in the place of a host",
        "URL202",
        "a.html",
        ['<iframe src="http://target site"></iframe>', '<a href="https://site of the target">'],
        [
            '<iframe src="http://target.example/the\nsite"></iframe>',
            '<iframe src="http://target site/plan of it"></iframe>',
        ],
    ),
    (
        "borders of tables",
        "URL205",
        "a.rst",
        ["| see `plan <https://a.internal/install/    |\n| requirements.html>`__ of                  |\n"],
        ["| see `plan <https://a.internal/install|b/    |\n| requirements.html>`__ of                  |\n"],
    ),
    (
        "URLs without their ends",
        "URL208",
        "",
        ["see http://a.internal/north%... there", "see http://a.internal/north%2... or http://a.internal/b%\u2026"],
        ["see http://a.internal/north%. There", "see http://a.internal/north%2. Or http://a.internal/b%"],
    ),
    (
        "parameters on lines of their own",
        "URL108",
        "a.py",
        [
            "# http://a.internal/plans/list?town=north\n#   &from=2004&to=2026\n#   &form=table&lines=20\n",
            "# https://a.internal/b?from=20040105&to=20040106\n# &output=json&kind=plan\n# &filter=code:200\n# &c=d\n",
        ],
        [
            "# http://a.internal/plans/list?town=north\n#   &from=2004&to=2026\n",
            "# http://a.internal/plans/list?\n#   town=north&from=2004&to=2026\n#   &form=table&lines=20\n",
        ],
    ),
    (
        "precision of a format string",
        "URL208",
        "a.c",
        ['p = f("http://%.*s", n, s);', 'p = f("http://a.internal/%.xs", n, s);'],
        ["// http://a.internal/%.xs", "/* http://a.internal/%.xs */"],
    ),
    (
        "percent signs around a URL in a command",
        "URL208",
        "a.txt",
        ["run: fetch %https://a.internal/plan.py% -o b"],
        ["run: fetch https://a.internal/plan.py% -o b"],
    ),
    (
        "paths in settings, which programs read as they are written",
        "URL202",
        "",
        ['box_url = "file:///Users/alice/City Plan.box"', "url='file:///srv/city plan/'"],
        ['box_url = "http://a.internal/City\nPlan.box"', "<a href='file:///srv/city\nplan/'>"],
    ),
    (
        "reserved hosts in wrappers",
        "URL123",
        "",
        ["from <url://example.com>", "from <URL://www.example.org/>"],
        ["from <url://musterstadt.com>", "from <URL://www.musterstadt.de/>"],
    ),
    (
        "a host with its final dot",
        "URL626",
        "a.md",
        ["[www.a.internal.](http://www.a.internal.)"],
        ["[www.a.internal.](http://www.b.internal.)"],
    ),
    (
        "invisible characters within names of pages",
        "URL213",
        "",
        ["https://a.internal/%E2%80%8Bthe-plan/", "https://a.internal/the%E2%80%8B-plan"],
        ["https://a.internal/the-plan%E2%80%8B/", "https://a.internal/\u200bthe-plan/"],
    ),
    (
        "items of a list that a program prints, and names of examples",
        "URL125",
        "a.md",
        ["see [the plan](foo.io/plan)", "see [the plan](docs.bar.com)"],
        ["see [the plan](foobar.io/plan)", "[1]: docs.foobar.com/plan"],
    ),
    (
        "items of a list in a man page",
        "URL125",
        "a.1",
        ["[1]: github.com/alice/plan\n"],
        ["see [the plan](github.com/alice/plan)\n"],
    ),
    (
        "filters of warnings",
        "URL805",
        "setup.cfg",
        ["[a]\nfilterwarnings =\n    ignore:see https.//docs.a.internal/ssl.html:UserWarning\n"],
        ["[a]\nsummary = see https.//docs.a.internal/ssl.html\n"],
    ),
    (
        "URLs that a comment quotes",
        "URL805",
        "a.py",
        ["a = 1  # bad links ('#', 'https://http://b.internal')\n", "a = 1  # or `htpp://b.internal/c`\n"],
        ["a = 1  # see https://http://b.internal\n", "a = 'https://http://b.internal/'\n"],
    ),
    (
        "links that a comment shows as markup",
        "URL805",
        "a.ts",
        [
            "// A link such as `[ ](https://https://b.internal/) plan` is trimmed.\nlet a = 1\n",
            "let a = 1 // `[b](<https://https://b.internal/>)`",
        ],
        [
            "// A link such as [ ](https://https://b.internal/) is `plan`.\nlet a = 1\n",
            "let a = 1 // `b` and [b](<https://https://b.internal/>)",
        ],
    ),
    (
        "URLs that a code span quotes",
        "URL401",
        "a.md",
        ["The answer had `https:///portal/a` as its address.\n", "It was `https:///portal/b`.\n"],
        ["See https:///www.musterstadt.de/a there.\n", "Run `curl https:///www.musterstadt.de/a` then.\n"],
    ),
    (
        "passwords between containers",
        "URL501",
        "",
        [
            "redis://:redispassword@cache:6379",
            "mysql://root:wallaroot@mariadb/bag",
            "postgres://hello:whalehello@db/a",
            "postgres://whale:whalehello@store/a",
            "amqp://guide:gu1de-x@my-rabbitmq-1/",
            "smb://Erika:P%40ss@server7/c",
        ],
        [
            "redis://:h7Tq92xy@cache:6379",
            "mysql://root:Sommer-04@mariadb/bag",
            "postgres://hello:whalehello@db.internal/a",
            "postgres://alice:sommerregen@store/a",
            "amqp://guide:gu9de-x7@my-rabbitmq-1/",
            "smb://Erika:P%40ss@server7.internal/c",
        ],
    ),
    (
        "the default login of a program in the same network",
        "URL501",
        "",
        ["http://monit:monit@192.168.1.10:8080/", "http://monit:monit@10.0.0.7/", "http://monit:monit@172.20.0.7/"],
        ["http://monit:h7Tq92x@192.168.1.10:8080/", "http://monit:monit@11.0.0.7/", "http://monit:monit@172.32.0.7/"],
    ),
    (
        "a user of a driver of Go",
        "URL501",
        "a.sh",
        ["DB=${DB:-mysql://server@tcp(mysql:3306)/plan}"],
        ["DB=${DB:-mysql://server:h7Tq92x@tcp(mysql:3306)/plan}"],
    ),
    (
        "methods of Emacs",
        "URL501",
        "",
        ["file:/scp:alice@a.internal:/b", "file:/ssh:alice@a.internal:/b"],
        ["ftp://scp:h7Tq92x@a.internal/b", "file://ssh:h7Tq92x@a.internal/b"],
    ),
    (
        "names of deploy tokens",
        "URL501",
        "",
        ["https://gitlab+deploy-token-312644@a.internal/b", "https://backup-user-number-20040105@a.internal/b"],
        ["https://gitlab+deploy-token-312644:h7Tq92x@a.internal/b", "https://backup-h7Tq92xy-9f86d0818@a.internal/b"],
    ),
    (
        "hosts that documentation invented",
        "URL506",
        "",
        [
            "xmpp:plan@chat.shakespeare.lit?join;password=cauldronburn",
            f"https://api.contoso.com/b?api_key={HEX}",
            f"otpauth://totp/Plan:alice@a.example?secret={HEX}&issuer=Plan",
        ],
        [
            "xmpp:plan@chat.literature.internal?join;password=cauldronburn",
            f"https://api.contoso.internal/b?api_key={HEX}",
            f"otpauth://totp/Plan:alice@a.internal?secret={HEX}&issuer=Plan",
        ],
    ),
    (
        "values of specifications and manuals",
        "URL506",
        "",
        [
            f"https://a.internal/b?jwt={JWT}.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV",
            "https://a.internal/b?access_token=2YotnFZFEjr1zCsicMWpAA",
            "https://a.internal/b?api_key=550e8400-e29b-41d4-a716-446655440000",
            "https://a.internal/api/cart_tokens/3fa85f64-5717-4562-b3fc-2c963f66afa6",
            "otpauth://totp/b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
            f"https://a.internal/b?access_key=AKIAIOSFODNN7EXAMPLE&secret_key={MIXED}",
        ],
        [
            f"https://a.internal/b?jwt={JWT}.eyJzdWIiOiIxMjM0NTY3ODkwIiwiaWF0IjoxfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV",
            "https://a.internal/b?access_token=2YotnFZFEjr1zCsicMWpAB",
            "https://a.internal/b?api_key=550e8400-e29b-41d4-a716-446655440009",
            "https://a.internal/api/cart_tokens/3fa85f64-5717-4562-b3fc-2c963f66afa9",
            "otpauth://totp/b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJA",
            f"https://a.internal/b?access_key=AKIAIOSFODNN7PLANEWQ&secret_key={MIXED}",
        ],
    ),
    (
        "values for the public",
        "URL506",
        "",
        [
            "https://a.internal/logs?dd-api-key=pub852fa3e2312391fafa5640b60784e660&b=c",
            f"https://calendar.a.internal/selfsched?sstoken={MIXED}",
            f"https://a.internal/bookings/?token={MIXED}",
            "https://hooks.slack.com/services/paste/your/token",
            f"https://video.internal/redirect?event=comments&redir_token={MIXED}&q=https%3A%2F%2Fa.internal%2F",
            "https://discordapp.com/invite/0QrTbkM4iFCe9YHw",
            "https://a.internal/webhooks/cGxhbi1ub3RpZmljYXRpb25faWQ9Njg=",
            "https://a.internal/download?key=16382047/PLAN0000/Updated7Map150.csv",
            f"xmpp:alice@a.internal?omemo-trust;auth={HEX}{HEX};auth={HEX}{HEX}",
            "https://a.internal/b?key=SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8",
        ],
        [
            "https://a.internal/logs?dd-api-key=852fa3e2312391fafa5640b60784e660&b=c",
            f"https://calendar.a.internal/selfish?sstoken={MIXED}",
            f"https://a.internal/bookmarks/?token={MIXED}",
            "https://hooks.slack.com/services/T01AB2CD/B02CD3EF/Rk2mXq9ZtLw4VbN8yCs1Df6G",
            f"https://video.internal/redirect?event=comments&redir_token={MIXED}&q=plan",
            "https://a.internal/invite/0QrTbkM4iFCe9YHw",
            "https://a.internal/webhooks/cGxhbi1ub3RpZmljYXRpb25fa2V5PWg3VHE5MnhS",
            "https://a.internal/download?key=16382047/PLAN0000/Updated7Map150csv",
            f"xmpp:alice@a.internal?omemo;auth={HEX}{HEX};auth={HEX}{HEX}",
            "https://a.internal/b?key=nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8",
        ],
    ),
    (
        "parameters with common names in the same network",
        "URL506",
        "",
        [f"http://192.168.1.10/activate?key={HEX}", f"http://10.0.0.7/?auth={HEX}"],
        [f"http://192.168.1.10/activate?api_key={HEX}", f"http://11.0.0.7/?auth={HEX}"],
    ),
    (
        "characters that browsers send in a query, or remove with a fragment",
        "URL205",
        "a.html",
        [
            '<link href="https://fonts.a.internal/css?family=A|B">',
            "<p>https://utopia.internal/c?s=0.75|0.5|0.25</p>",
            "<p>https://groups.internal/#!search/plan|sort:date</p>",
            '<img src="https://latex.internal/gif?x^n">',
            "<p>src-git plans https://git.internal/plans.git^1be343f</p>",
            "<p>https://reports.internal/submit?id={ec8030f7-c20a}&version=2</p>",
            '<img src="file:///C|/plan.png">',
        ],
        [
            '<link href="https://fonts.a.internal/css|family=A|B">',
            "<p>https://utopia.internal/c/0.75|0.5|0.25?s</p>",
            "<p>https://groups.internal/search/plan|sort:date#!</p>",
            '<a href="https://a.internal/`ec8030f7?version=2">',
            '<img src="https://latex.internal/gif/x^n">',
            '<img src="file:///plans/C|/b.png">',
            '<img src="https://latex^internal.de/gif">',
        ],
    ),
    (
        "the same in source code",
        "URL205",
        "a.py",
        [
            "# https://a.internal/css?family=A|B",
            "open('https://a.internal/b?A|B')",
            "open(f\"https://{'a' if b else 'c'}:8086\")",
            "b = \"https://a.internal/?{'c': 1}\"",
        ],
        [
            "# https://a.internal/css/A|B",
            "open('https://a.internal/A|B')",
            "open('https://a.internal/b^c')",
            "'<link href=\"https://a.internal/css?family=A|B\">'",
        ],
    ),
    (
        "the same in style sheets, which programs join",
        "URL205",
        "a.css",
        ["@import url('https://a.internal/css?family=A');"],
        ["@import url('https://a.internal/css?family=A|B');"],
    ),
    (
        "fields of records",
        "URL205",
        "",
        [
            f"{PARTS}https://a.internal/plan|MARGIN=5|AUTHOR=Erika",
            "[http://a.internal|Cucumber]",
            "port->4000|origin->https://localhost:4000|path->/b",
            "endpoint:https://a.internal,clientId:|amzn1.app",
            "| plan | http://a.internal/plan|",
            '"http://a.internal/plan|Plan|wide"\n"http://b.internal:81/b|Map|narrow way"',
            "['http://a.internal/plan|Plan',\n 'http://a.internal/map|Map']",
            'plans=(\n  "http://a.internal/|Plan"\n  "http://b.internal/|Map"\n)',
        ],
        [
            "see https://a.internal/plan|MARGIN",
            '"http://a.internal/plan|Plan|wide"\n"http://b.internal:81/b|Map"',
            "http://a.internal/plan|Plan\nhttp://a.internal/map|Map",
            'plans=(\n  "http://a.internal/|Plan"\n\n  "http://b.internal/|Map"\n)',
            "see http://a.internal/b|Cucumber",
            "port->4000, origin->https://localhost:4000/b|path->/b",
            "endpoint:https://a.internal/,clientId:|amzn1.app",
            "a|b, http://a.internal/plan|c",
        ],
    ),
    (
        "versions of canonical URLs",
        "URL205",
        "a.json",
        ['{"valueSet": "http://a.internal/ValueSet/plan|4.0.1"}', '{"a": "http://a.internal/plan|2.0.0-ballot"}'],
        ['{"valueSet": "http://a.internal/ValueSet/plan|4"}', '{"a": "http://a.internal/plan|2.0.0/ballot"}'],
    ),
    (
        "ranges of versions",
        "URL205",
        "",
        ["https://unpkg.internal/a@^5", "https://unpkg.internal/a@^1.2/b.js"],
        ["https://unpkg.internal/a^5", "https://unpkg.internal/a@^b/b.js"],
    ),
    (
        "quotes in the query of a link of reStructuredText",
        "URL204",
        "a.rst",
        ['`plan <https://a.internal/b?q=label:"c">`_', '`plan <https://a.internal/b?q="c"&d>`__'],
        ['`plan <https://a.internal/b"c"?q>`_', '<URL:https://a.internal/b?q="c"&d>'],
    ),
    (
        "text after a URL in quotes",
        "URL202",
        "",
        [
            "url = 'https://a.internal/b or https://c.internal/d'",
            "[plan](http://a.internal/b &quot;the plan&quot;)",
        ],
        ["[plan](http://a.internal/b or c)", "[plan](http://a.internal/b the&quot;plan)"],
    ),
    (
        "tokens of pictures that a page shows",
        "URL506",
        "a.md",
        [
            f'<img alt="plan" src="https://api.canal.internal/chart?date&sealed_token={HEX}">',
            f'<source srcset="https://api.canal.internal/chart?date&sealed_token={HEX}">',
            f"![plan](https://api.canal.internal/chart?date&token={HEX})",
        ],
        [
            f'<a href="https://api.canal.internal/chart?date&sealed_token={HEX}">',
            f'<b data="https://api.canal.internal/chart?date&sealed_token={HEX}">',
            f"[plan](https://api.canal.internal/chart?date&token={HEX})",
        ],
    ),
    (
        "keys that only send reports",
        "URL501",
        "a.py",
        [f"DSN = 'https://{HEX}@canal.internal/1470881'", f"DSN = 'https://{HEX}@canal.internal:9000/errors/7'"],
        [f"DSN = 'https://{HEX}@canal.internal/plan'", f"DSN = 'https://{HEX}@canal.internal/'"],
    ),
    (
        "a word below a URL",
        "URL108",
        "a.txt",
        [f"   {QUESTION}\n   HACK_THROW_\n\n", f"   {QUESTION}\n   plan_sound.png\n\n"],
        [f"   {QUESTION}\n   cation/plan.html\n\n", f"   {QUESTION}\n   a9c8d7e6f5b4\n\n"],
    ),
    (
        "listening addresses",
        "URL401",
        "",
        ["listen on http://:8888", "--urls=http://:2379/", "-- | see @http://:8888@"],
        ["see http:///www.a.internal:8888/b", "[plan](http://:8888/b)", "see http://:8888@"],
    ),
    (
        "an example with three slashes in a comment",
        "URL401",
        "a.c",
        ["// like https:///example.com/b.git", "// https:///www.example.org"],
        ["// like https:///a.internal/b.git", "// https:///www.example.internal"],
    ),
    (
        "words and ranges in the place of a port",
        "URL407",
        "",
        ["https://dbip:sp", "`https://lb:lp/`", "http://a.internal:8001-8002/", "scm:git:ssh://git@a.internal:b/c.git"],
        [
            "scm:ssh://git@a.internal:b/c.git",
            "git clone https://github.com:agnoster/a.git",
            "https://a.internal:80sp",
            "http://a.internal:8001b/",
        ],
    ),
    (
        "patterns for the subdomains of an example",
        "URL422",
        "",
        ["http://.example.org/", "http://.example.com/b"],
        ["http://.s3.a.internal/", "http://www..example.com/b"],
    ),
    (
        "styles",
        "URL212",
        "a.xml",
        [
            '<mxCell style="shape=image;image=https://a.internal/b.png;fill=#fff;stroke=#000;"/>',
            '<mxCell style="image=https://a.internal/b.svg#c;fill=#fff"/>',
        ],
        [
            '<mxCell link="https://a.internal/b.png##fff;stroke=000"/>',
            '<mxCell style="image=https://a.internal/b.svg##d;fill=#fff"/>',
        ],
    ),
    (
        "masked addresses",
        "URL412",
        "",
        ["http://[fe80:928d:xxff:fexx:xxxx]/", "http://[2001:db8:XXXX::7]/"],
        ["http://[fe80:928d:ff:fe:1]/", "http://[2001:db8::7::1]/"],
    ),
    (
        "notations of an address that the line shows",
        "URL607",
        "",
        [
            "http://1.0.0.1 → http://1.1",
            "http://0xC0A80001 or http://3232235521 → 192.168.0.1",
            "http://2130706433/ == http://127.0.0.1/",
            'ProxyPass "/apps" "http://127"',
        ],
        [
            "http://1.0.0.1\nhttp://1.1",
            "http://0xC0A80001 or http://3232235521 → 192.168.0.11",
            "http://2130706433/ == http://127.0.0.1.internal/",
            'ProxyPass "/apps" "http://127.1"',
        ],
    ),
    (
        "notations of an address in a comment, in data and in code",
        "URL607",
        "a.md",
        ["`http://0xC0A80001`", "```\ncurl http://0xC0A80001\n```", "* see:\n\n      http://0xC0A80001\n"],
        ["http://0xC0A80001", "[plan](http://0xC0A80001)", "> see http://0xC0A80001/"],
    ),
    (
        "lists of scripts",
        "URL618",
        "",
        [
            "[a](javascript:alert(1))\n[b](javascript:alert(2))\n[c](vbscript:alert(3))",
            "<data:text/html,a>\n<data:text/html,b>\nand <data:text/html,c>",
        ],
        [
            "[a](javascript:alert(1)) [b](javascript:alert(2)) [c](vbscript:alert(3))",
            "<data:text/html,a>\n<data:text/html,b>\nand <data:text/plain,c>",
        ],
    ),
    (
        "lists of line breaks",
        "URL603",
        "",
        ["http://a.internal/b%0d%0ac\nhttp://a.internal/b%0d%0ad\nhttp://a.internal/b%0ae"],
        ["http://a.internal/b%0d%0ac\nhttp://a.internal/b%0d%0ad\nhttp://a.internal/b%0ce"],
    ),
    (
        "prose after a host and a comma",
        "URL619",
        "",
        ["打开http://a.example.com,然后x。再来/y", "<http://a.internal,其他。internal/b>"],
        ["打开http://a.example。com/y", "<http://a.internal。其他/b>"],
    ),
    (
        "strings that end in a scheme",
        "URL204",
        "",
        ['x = "<cid:";\ny = "foo>";', '"<mailto:" + a + ">"'],
        ['x = <cid:x";y="foo>;', '<mailto:"a"b@c.internal>'],
    ),
    (
        "two URLs, names of languages, and placeholders",
        "URL212",
        "",
        [
            "http://a.internal/b.html#c和http://d.internal/e#f",
            "http://a.internal/wiki/Overriding.html#C#",
            "file:///#remote-temp#/repo",
            "https://chat.a.internal/next/#ircs://irc.a.internal:6697/#plans",
            "https://docs.a.internal/PlanDocument#Plans#TheRiver",
        ],
        [
            "http://a.internal/b.html#c#和http://d.internal/e#f",
            "http://a.internal/wiki/Overriding.html#C#D",
            "file:///b.txt#remote-temp#/repo",
            "https://chat.a.internal/next/##plans",
            "https://docs.a.internal/PlanDocument.html#Plans#TheRiver",
        ],
    ),
    (
        "entities of XML",
        "URL208",
        "",
        ['<!ENTITY a "http://b.internal/?c=%file;">', "http://b.internal/?%file;"],
        ['<!ENTITY a "http://b.internal/?c=%file">', "http://b.internal/?%file,"],
    ),
    (
        "addresses in other markup",
        "URL714",
        "",
        ["mailto:mail\\@example.com", "@uref{mailto:alice@a.internal,the maintainer}"],
        ["<URL:mailto:mail>", "@ref{mailto:alice@a.internal,the maintainer}"],
    ),
    (
        "escapes of a terminal",
        "URL216",
        "",
        [r"printf '\e]8;;http://a.internal/b\e\\plan\e]8;;\e\\'", r"echo '\033]8;;http://a.internal/b\033\\plan'"],
        [r"printf '\e]8;;http://a.internal/b\env\plan\d'", r"see http://a.internal/b\plan\map"],
    ),
    (
        "verbatim text of Org",
        "URL420",
        "a.org",
        ["~[[http:www.example.org][plan]]~", "=[[http:plan.internal][plan]]="],
        ["[[http:www.example.org][plan]]", "see [[http:www.example.org][plan]]"],
    ),
    (
        "what breaks no link",
        "URL106",
        "a.rst",
        ["`plan <https://a.internal/yearly-\nplan>`_"],
        ["see <https://a.internal/yearly-\nplan> there"],
    ),
    (
        "what is continued on purpose, or the text of a link",
        "URL108",
        "",
        [
            "The plan for the year is at http://a.internal/plans/\\\ncity/2004/budget_overview.html, they say.",
            '<a href="http://a.internal/plans/city/2004/budget_overview.html">http://a.internal/plans/\n'
            "city/2004/budget_overview.html</a>",
            '<a href="http://a.internal/plans/city/2004/budget_overview.html" id="b" >http://a.internal/plans/\n'
            "city/2004/budget_overview.html</a>",
        ],
        [
            '<a href="http://a.internal/plans/city" id="b" >http://a.internal/plans/\n'
            "city/2004/budget_overview.html</a>",
            "The plan for the year is at http://a.internal/plans/\ncity/2004/budget_overview.html, they say.",
            '<a href="http://a.internal/">\nhttp://a.internal/plans/\ncity/2004/budget_overview.html</a>',
        ],
    ),
    (
        "the beginning of a URL, to which a program appends a host",
        "URL401",
        "plan.py",
        ['PREFIX = "ftp://alice@"\n', 'PREFIX = "http://alice@"\n'],
        ['PLAN = "ftp://alice@/plan"\n', 'PLAN = "http:///www.musterstadt.de/city"\n'],
    ),
    (
        "inputs of parsers without a host",
        "URL401",
        "plan.py",
        [
            'f("http:///plan/city")\n',
            "# http:///plan is invalid\n",
            "at = line.rfind('](https:///')\n",
            'f("http:///no-host.svg")\n',
            'f("http:///plans.model")\n',
        ],
        [
            'f("http:///www.musterstadt.de/city")\n',
            'f("http:///musterstadt.de/city")\n',
            'f("http:///www.musterstadt.city/")\n',
            "# see http:///www.musterstadt.de/plan\n",
            'f("http://:7@/plan")\n',
        ],
    ),
    (
        "words of other scripts for a host and a port",
        "URL407",
        "",
        ["rsync://用户@主机:端口/源文件", "see http://сервер:порт/"],
        ["see http://localhost:80a/plan", "see http://musterstadt.de:plan/city"],
    ),
    (
        "markup of Org after a port",
        "URL407",
        "plan.org",
        ["visit [[http://localhost:3333][=http://localhost:3333=]]"],
        ["visit http://localhost:33a33/"],
    ),
    (
        "substitutions of sed",
        "URL212",
        "",
        ["sed -i 's#URL:=https://plan.internal/#URL:=https://city/#' Makefile"],
        ["see plans#https://plan.internal/a.html#b#c"],
    ),
    (
        "markup of AsciiDoc after the text of a link",
        "URL628",
        "plan.adoc",
        ["link:https://a.internal/plan-[https://a.internal/plan-^]"],
        ["link:https://a.internal/plan-[https://a.internal/plan-city]"],
    ),
    (
        "the rest of an element after the text of a link",
        "URL628",
        "plan.md",
        [
            "[https://a.internal/plan?b=/a>](https://a.internal/plan?b=)",
            "[https://a.internal/plan.php/a](https://a.internal/plan.php)",
            "[https://a.internal/plan#a](https://a.internal/plan)",
        ],
        [
            "[https://a.internal/plan?b=/a](https://a.internal/plan?b=)",
            "[https://a.internal/plan_a](https://a.internal/plan_)",
            "[https://a.internal/plan-a](https://a.internal/plan-)",
        ],
    ),
    (
        "hyphens at a line end within angle brackets in a comment",
        "URL106",
        "plan.py",
        ["# see <https://a.internal/keyboard-\n# shortcuts> there"],
        ["# see <URL:https://a.internal/keyboard-\n# shortcuts> there"],
    ),
    (
        "names after a colon that are no hosts",
        "URL420",
        "plan.md",
        ["service<http:Service> plan", "L<http:plan/faq.html>", "L<http:../plan.html>"],
        ["see <http:www.musterstadt.de/plan>", "see <http:localhost/faq.html>", "see https:/musterstadt.de/plan"],
    ),
    (
        "scripts as URLs",
        "URL205",
        "plan.html",
        ['<a href="javascript:show({id:1})">a</a>', '<a href="javascript:a|b">a</a>'],
        ['<a href="https://a.internal/show`a">a</a>', '<a href="https://a.internal/a|b">a</a>'],
    ),
    (
        "logins for everyone",
        "URL501",
        "",
        ["ftp://genome:genome@ftp.musterstadt.de/pub", "ftp://anonymous:alice@musterstadt.de@ftp.musterstadt.de/pub"],
        ["https://genome:genome@ftp.musterstadt.de/pub", "ftp://genome:Sommer-04@ftp.musterstadt.de/pub"],
    ),
    (
        "identifiers of objects",
        "URL506",
        "",
        ["https://dashboard.musterstadt.de/acct_1Rk2mXq9ZtLw4VbN/webhooks/ed_61TkQh7Uw5RBnJoY16"],
        ["https://chat.musterstadt.de/webhooks/Rk2mXq9ZtLw4VbN8yCs1Df6G"],
    ),
    (
        "expressions of Razor in numbers",
        "URL724",
        "plan.html",
        ['<a href="tel:@Model.Number">a</a>'],
        ['<a href="tel:call us">a</a>'],
    ),
    (
        "URLs within others",
        "URL805",
        "",
        [
            "https://web.musterstadt.de/2004/https://plan.musterstadt.de/a",
            "https://a.internal/b?c=https://a.internal/b",
            "http://rd.musterstadt.de/plan/*http://rd.musterstadt.de/city/a",
        ],
        [
            "https://musterstadt.de/a/https://musterstadt.de/a/b",
            "https://a.internal/https://a.internal/d?e=f",
            "https://musterstadt.de/plan/https://musterstadt.de/plan/",
        ],
    ),
    (
        "placeholders between number signs",
        "URL212",
        "",
        ["https://musterstadt.de/plan.html?id=#PLAN_ID#&page=2", "https://musterstadt.de/plan.html?id=#PLAN#"],
        ["https://musterstadt.de/plan.html?id=#PLAN_ID#x", "https://musterstadt.de/plan.html?id=#plan#"],
    ),
    (
        "webhooks with a word in the place of the secret",
        "URL506",
        "",
        ["https://hooks.slack.com/services/T000/B000/demo"],
        ["https://hooks.slack.com/services/T000/B000/Rk2mXq9ZtLw4VbN8yCs1Df6G"],
    ),
    (
        "placeholders for ports in brackets",
        "URL407",
        "",
        ["https://musterstadt.de:[\u9023\u63a5\u57e0]/plan"],
        ["https://musterstadt.de:80a/plan"],
    ),
    (
        "connection strings within URLs",
        "URL501",
        "",
        ["oracle://jdbc:oracle:thin:plan4Kq7t@//musterstadt.de:1521/plan"],
        ["oracle://jdbcx:oracle-thin-plan4Kq7t@musterstadt.de:1521/plan"],
    ),
    (
        "expressions of Razor in addresses",
        "URL714",
        "plan.html",
        [
            '<a href="mailto:@Model.Address">a</a>',
            '<a href="mailto:@value">a</a>',
            '<a href="mailto:@plan.mailAddress">a</a>',
            '<a href="mailto:@plan.Owner.Address">a</a>',
        ],
        [
            '<a href="mailto:@model.de">a</a>',
            '<a href="mailto:value">a</a>',
            '<a href="mailto:@plan.mail">a</a>',
            '<a href="mailto:Model.Address">a</a>',
        ],
    ),
    (
        "strings of scripts",
        "URL212",
        "plan.html",
        ["<a href=\"javascript:sort('#order-name#name')\">a</a>"],
        ['<a href="https://musterstadt.de/plan.html#order-name#name">a</a>'],
    ),
    (
        "the middle of a dump",
        "URL805",
        "",
        [
            "2032 303a 3133 546e 1768 | 20:13GMTn.h\n7474 7073 3a2f 2f77 | ttps://www.examp\n",
            "2032 303a 3133 546e 1768 20:13GMTn.h\n7474 7073 3a2f 2f77 ttps://www.examp\n",
        ],
        [
            "2032 303a 3133 546e 1768 | 20:13GMTn.g\n7474 7073 3a2f 2f77 | ttps://www.musterstadt.de/a\n",
            "see the plan with\nttps://www.musterstadt.de/a\n",
        ],
    ),
    (
        "names with a host in reverse order",
        "URL401",
        "plan.xml",
        ['<a source="http:///org/plans/model/util/Data"/>'],
        ['<a source="http:///annual/plans/model/util/Data"/>'],
    ),
    (
        "members of the class of a page",
        "URL212",
        "",
        ["https://docs.musterstadt.de/api/map.html#map#setstyle", "https://docs.musterstadt.de/api/Map.html#Map#size"],
        [
            "https://docs.musterstadt.de/api/plan.html#map#setstyle",
            "https://docs.musterstadt.de/api/map.html#map#set-style",
        ],
    ),
    (
        "parameters that '#' begins",
        "URL212",
        "",
        ["rtsp://192.168.4.7/stream1#video=copy#audio=copy", "rtsp://192.168.4.7/stream1#video=copy#hardware"],
        ["https://musterstadt.de/plan.html#video#audio=copy", "https://musterstadt.de/plan##video#audio=copy"],
    ),
    (
        "two commands",
        "URL407",
        "plan.js",
        ["run('set PLAN=http://localhost:3015&& plan')"],
        ["run('set PLAN=http://localhost:30a5 plan')"],
    ),
    (
        "signs for digits",
        "URL212",
        "",
        ["https://musterstadt.de/plan.php?id=###&user=4", "https://musterstadt.de/plan/#####"],
        ["https://musterstadt.de/plan.php?id=##&user=4", "https://musterstadt.de/plan/##2"],
    ),
    (
        "addresses with two ports",
        "URL501",
        "",
        ["tcp:///192.168.4.7:7069@61616"],
        ["tcp://admin:7h9Kq2xZ@192.168.4.7:61616"],
    ),
    (
        "invented tokens",
        "URL506",
        "",
        ["https://ci.musterstadt.de/build/master?token=abc123def456"],
        ["https://ci.musterstadt.de/build/master?token=abd193dfe456"],
    ),
    (
        "addresses of notebooks",
        "URL506",
        "",
        [
            "http://node_name.int.musterstadt.de:8888/lab?token=101c3688298e78ab554ef86d93a196deaf5bcd2728fad4eb",
            "http://c544.int.musterstadt.de:8888/?token=7ed7059fad64446f837567e3",
        ],
        [
            "http://c544.int.musterstadt.de:8888/job/plan/build?token=7ed7059fad64446f837567e3",
            "https://c544.int.musterstadt.de/?token=7ed7059fad64446f837567e3",
        ],
    ),
]


# Rules with cases that are off by default.
OFF = ["URL123", "URL204", "URL216", "URL412", "URL724"]


@pytest.fixture
def codes(tmp_path):
    def found(text, name):
        if not name:
            return {finding.code for finding in lint(text, extend_select=OFF)}
        (tmp_path / name).write_text(text)
        return {
            finding.code for document in documents(tmp_path / name) for finding in lint(document, extend_select=OFF)
        }

    return found


@each_row(("code", "name", "silent", "reported"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_noise_is_silent_and_faults_are_reported(codes, code, name, silent, reported):
    assert len(silent) == len(reported)
    assert [text for text in silent if code in codes(text, name)] == []
    assert [text for text in reported if code not in codes(text, name)] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Log in at http://3221225991/ (192.0.2.7)", ["URL607"]),
        ("<data:text/html,a>\n<data:text/html,b>\n<data:text/html,c>", ["URL618"] * 3),
        ("http://a.internal/b%0d%0ac\nhttp://a.internal/b%0d%0ad\nhttp://a.internal/b%0ae", ["URL603"] * 3),
    ],
)
def test_mail_is_not_excused_by_more_text(text, expected, tmp_path):
    mail = tmp_path / "a.eml"
    head = "From: a@a.internal\nTo: b@b.internal\nDate: Mon, 5 Jan 2004 10:00:00 +0000\nSubject: plan\n\n"
    mail.write_text(f"{head}{text}\n")
    (document,) = documents(mail)
    assert [finding.code for finding in lint(document)] == expected


@each_row(
    ("text", "message", "fixed"),
    [
        (
            "http://a.internal/b?milestone#2.92&group#c&order#d",
            "'#' before a value: write '=' (and 2 more)",
            "http://a.internal/b?milestone=2.92&group=c&order=d",
        ),
        (
            "http://a.internal/b?a=1&milestone#2.92&group#c&order=d",
            "'#' before a value: write '=' (and 1 more)",
            "http://a.internal/b?a=1&milestone=2.92&group=c&order=d",
        ),
        (
            "http://a.internal/b.html?milestone#2.92&order=d#c",
            "second '#' in URL: encode as %23, or remove it",
            "http://a.internal/b.html?milestone#2.92&order=d#c",
        ),
        ('<a href="tel:+971 555 7">', "space in URL: remove it", '<a href="tel:+9715557">'),
        ("[b](http://a.internal/c/ d.html)", "space in URL: remove it", "[b](http://a.internal/c/ d.html)"),
        ('<a href="tel:+971 (0) 555">', "space in URL: remove it", '<a href="tel:+971 (0) 555">'),
        (
            "mysql://alice:db.internal:3306/plans",
            "port is not a number: write '@' between user and host, not ':'",
            "mysql://alice:db.internal:3306/plans",
        ),
    ],
)
def test_advice_is_what_to_do_there(text, message, fixed):
    assert [finding.message for finding in lint(text)] == [message]
    assert fix(text, unsafe=True) == fixed
