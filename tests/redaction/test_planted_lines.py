"""Credentials of every form in every place of a URL are hidden and reported; harmless lines are neither."""

from random import Random

import pytest

from tables import each_row
from urlmend import lint
from urlmend.redaction.redact import MASK, redact

CODES = ("URL501", "URL506", "URL507")
LOWER = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
HEX = DIGITS + "abcdef"
BASE36 = LOWER + DIGITS
BASE62 = BASE36 + LOWER.upper()
BASE64URL = BASE62 + "-_"


def random_text(alphabet, length, seed=""):
    source = Random(f"{alphabet}{length}{seed}")
    return "".join(source.choices(alphabet, k=length))


def shaped(shape):
    """A token in the shape of one: `{62:36}` stands for 36 characters of base 62."""
    alphabets = {"16": HEX, "36": BASE36, "62": BASE62, "64": BASE64URL, "10": DIGITS, "52": LOWER + LOWER.upper()}
    before, *fields = shape.split("{")
    pieces = [before]
    for field in fields:
        (kind, _, length), _, after = field.partition("}")[0].partition(":"), "", field.partition("}")[2]
        pieces += [random_text(alphabets[kind], int(length), shape), after]
    return "".join(pieces)


TOKENS = """
    ghp_{62:36} gho_{62:36} ghu_{62:36} ghs_{62:36} ghr_{62:36} github_pat_{62:22}_{62:59} glpat-{64:20} gldt-{64:20}
    glrt-{64:20} glptt-{16:40} npm_{62:36} pypi-AgEIcHlwaS5vcmc{64:60} rubygems_{16:48} dckr_pat_{64:27}
    xoxb-{10:12}-{10:13}-{62:24} xoxp-{10:12}-{10:12}-{10:12}-{16:32} xoxe.xoxp-1-{62:80}
    xapp-1-A{36:10}-{10:13}-{16:64}
    sk-proj-{64:60} sk-ant-api03-{64:93} sk-svcacct-{64:60} sk-or-v1-{16:64} sk-{62:48} hf_{62:34}
    gsk_{62:52} r8_{62:37}
    figd_{64:43} pplx-{62:48} xai-{62:80} sk_live_{62:24} rk_live_{62:24} sk_test_{62:24} whsec_{62:32}
    SG.{64:22}.{64:43}
    dop_v1_{16:64} doo_v1_{16:64} dapi{16:32} glsa_{62:32}_{16:8} lin_api_{62:40} shpat_{16:32} shpss_{16:32}
    sq0atp-{64:22} ATATT3xFfGF0{64:120} ATCTT3xFfGN0{64:120} ATBB{62:32} hvs.{64:90} lsv2_pt_{16:32}_{16:10}
    pscale_tkn_{64:43} dp.pt.{62:43} key-{16:32} EAA{62:120} AIza{64:35} ya29.{64:80} GOCSPX-{64:28} NRAK-{36:27}
    eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0{62:40}.{64:43} eyJhbGciOiJSU0EtT0FFUCJ9..{64:16}.{64:40}.{64:22}
""".split()
PLACES = """
    https://a.canal.internal/b/«»/c https://a.canal.internal/b/«» https://a.canal.internal/b#«»
    https://a.canal.internal/b?«» https://a.canal.internal/b?x=«»&y=z https://a.canal.internal/b;v=«»/c
    https://a.canal.internal/b;«» https://a.canal.internal/#/b/«» https://a.canal.internal/b?to=https%3A%2F%2Fc.internal%2F«»
    https://«»@a.canal.internal/b https://oauth2:«»@a.canal.internal/b.git https://«»:x@a.canal.internal/b
    ssh://«»@a.canal.internal/b https://a.canal.internal/b?u=c:«»&d
""".split()
OTHERS = r"""
https://a.canal.internal/b?authorization=Bearer%20«{16:32}»
https://a.canal.internal/b?authorization=Bearer+«{62:40}»&c=d
https://a.canal.internal/b?Authorization=bearer%20«{64:43}»
https://a.canal.internal/b?auth=Token%20«{16:40}»
https://a.canal.internal/b?auth=ApiKey+«{62:32}»
https://a.canal.internal/b?x-authorization=Bearer%20«{62:24}»
https://a.canal.internal/b?header=Authorization:%20Bearer%20«{62:24}»
https://a.canal.internal/b?h=Authorization%3A+Bearer+«{62:24}»
https://a.canal.internal/b?c=Bearer%20«{62:24}»
https://a.canal.internal/b?authorization=Basic%20«YWRhOmg3VHEtOTJ4»
https://a.canal.internal/b?auth=Basic+«YWRhOmg3VHEtOTJ4»
https://a.canal.internal/b?x=Basic%20«YWRhOmg3VHEtOTJ4WQ==»
https://a.canal.internal/b#authorization=Bearer%20«{16:32}»
https://a.canal.internal/b?to=https%3A%2F%2Fc.internal%2F%3Fauthorization%3DBearer%2520«{16:32}»
https://a.canal.internal/b?d=%7B%22api_key%22%3A%22«{16:32}»%22%7D
https://a.canal.internal/b?d=%7B%22password%22%3A%22«Kanal-77»%22%7D
https://a.canal.internal/b?d=%7B%22user%22%3A%22ada%22%2C%20%22password%22%3A%20%22«Kanal-77»%22%7D
https://a.canal.internal/b?d=%7B%22a%22%3A%7B%22client_secret%22%3A%22«{62:24}»%22%7D%7D&e=f
https://a.canal.internal/b?d=%7B%22headers%22%3A%7B%22Authorization%22%3A%22Bearer%20«{62:24}»%22%7D%7D
https://a.canal.internal/b?d=%5B%7B%22token%22%3A%22«{16:32}»%22%7D%5D
https://a.canal.internal/b?d=%257B%2522api_key%2522%253A%2522«{16:32}»%2522%257D
https://a.canal.internal/b?d=%7B%27password%27:%27«Kanal-77»%27%7D
https://a.canal.internal/b#%7B%22access_token%22:%22«{16:32}»%22%7D
<https://a.canal.internal/b?d={"api_key":"«{16:32}»"}>
ldap://a.canal.internal/dc=b??sub?(cn=c)?bindname=cn=ada,X-BINDPW=«Kanal-77»
ldap://a.canal.internal/dc=b??sub??!bindname=cn=ada%2Cdc=b,!X-BINDPW=«Kanal-77»
ldaps://a.canal.internal/dc=b????x-bindpw=«Kanal-77»
https://a.canal.internal/#!token=«{16:32}»
https://a.canal.internal/#!/token=«{16:32}»
https://a.canal.internal/#/access_token=«{16:32}»&x=1
https://a.canal.internal/#/b?token=«{16:32}»
https://a.canal.internal/#!/b?token=«{16:32}»
https://a.canal.internal/reset-password/«{16:32}»
https://a.canal.internal/reset-password/«{62:24}»?mail=ada
https://a.canal.internal/password-reset/«{64:43}»
https://a.canal.internal/password/reset/«{16:64}»
https://a.canal.internal/reset/«{62:20}»
https://a.canal.internal/resetPassword/«{16:40}»
https://a.canal.internal/users/password/edit/«{62:20}»
https://a.canal.internal/account/recovery/«{16:32}»
https://a.canal.internal/forgot_password/confirm/«{62:24}»
https://a.canal.internal/set-password/«{62:24}»/
https://a.canal.internal/accounts/reset/MTU/«bx5-{16:32}»
https://a.canal.internal/reset-password/«9f86d081-884c-4d65-9a2f-eaa0c55ad015»
https://a.canal.internal/magic-login/«{16:32}»
https://a.canal.internal/magic-link/«{64:43}»
https://a.canal.internal/auth/magic/«{62:24}»
https://a.canal.internal/login/magic/«{62:24}»
https://a.canal.internal/passwordless/verify/«{62:24}»
https://a.canal.internal/one-time-login/«{16:32}»
https://a.canal.internal/auto-login/«{16:32}»
https://a.canal.internal/login/token/«{16:32}»
https://a.canal.internal/verify-email/«{16:32}»
https://a.canal.internal/email/verify/17/«{16:40}»
https://a.canal.internal/confirm-email/«{62:24}»
https://a.canal.internal/account/confirm/«{62:24}»
https://a.canal.internal/activate/MTU/«bx5k2m-{16:32}»/
https://a.canal.internal/account-activation/«{16:32}»
https://a.canal.internal/accept-invitation/«{62:24}»
https://a.canal.internal/invite/«{16:32}»
https://a.canal.internal/b?to=https%3A%2F%2Fc.internal%2Freset-password%2F«{16:32}»
https://a.canal.internal/#/reset-password/«{16:32}»
https://a.canal.internal/api/token/«{16:32}»/b
https://a.canal.internal/api_key/«{16:32}»
https://a.canal.internal/access-token/«{62:32}»/b
https://a.canal.internal/secret/«{62:24}»
https://chat.canal.internal/hooks/«{36:26}»
http://10.0.0.7:8065/hooks/«{36:26}»
https://chat.canal.internal/hooks/«{62:17}/{62:43}»
https://a.canal.internal/webhook/«9f86d081-884c-4d65-9a2f-eaa0c55ad015»
https://a.canal.internal/webhook-test/«9f86d081-884c-4d65-9a2f-eaa0c55ad015»
http://home.canal.internal:8123/api/webhook/«{36:24}»
https://a.canal.internal/webhooks/incoming/«{16:32}»
https://a.canal.internal/build_hooks/«{16:24}»
https://a.canal.internal/v4/pages/webhooks/deploy_hooks/«9f86d081-884c-4d65-9a2f-eaa0c55ad015»
https://a.canal.internal/api/webhooks/1029384756/«{64:68}»
https://a.canal.internal/generic-webhook-trigger/invoke?token=«{62:20}»
https://a.canal.internal/job/b/build?token=«{62:20}»
https://chat.googleapis.com/v1/spaces/AAAA1b2C3d4/messages?threadKey=a&token=«{64:43}»
https://a.canal.internal/webapi/entry.cgi?api=SYNO.Chat.External&method=incoming&version=2&token=%22«{62:64}»%22
""".strip().splitlines()
NO_URLS = r"""
jdbc:oracle:thin:ada/«Kanal-77»@db.canal.internal:1521:orcl
jdbc:oracle:thin:ada/«Kanal-77»@//db.canal.internal:1521/orcl
jdbc:oracle:thin:ada/"«Kanal-77»"@//db.canal.internal:1521/orcl
jdbc:oracle:thin:"Ada"/"«Ka@nal/77»"@//db.canal.internal/orcl
jdbc:oracle:oci:ada/«Kanal-77»@orcl
jdbc:oracle:oci8:ada/«Ka@n/al77»@db:1521:orcl
jdbc:oracle:thin:ada/«Kanal-77»@(DESCRIPTION=(ADDRESS=(HOST=db)(PORT=1521)))
JDBC:ORACLE:THIN:ADA/«Kanal-77»@DB.CANAL.INTERNAL:1521:ORCL
ada:«Kanal-77»@tcp(db.canal.internal:3306)/plan?parseTime=true
ada:«Kanal-77»@unix(/run/mysqld.sock)/plan
https://a.canal.internal/b?d={"api_key":"«{16:32}»"}
https://a.canal.internal/b?d={"a":{"password":"«Kanal-77»"}}&e=f
https://a.canal.internal/b?d=[{"token":"«{16:32}»"}]
""".strip().splitlines()


def marked():
    for number, token in enumerate(TOKENS):
        for place in (
            PLACES[number % len(PLACES)],
            PLACES[(number + 5) % len(PLACES)],
            PLACES[(number + 9) % len(PLACES)],
        ):
            yield place.replace("«»", f"«{shaped(token)}»")
    for line in OTHERS:
        yield shaped_line(line)


def shaped_line(line):
    """The line with the shapes of its secret filled; braces outside of it stay."""
    before, _, rest = line.partition("«")
    secret, _, after = rest.partition("»")
    return f"{before}«{shaped(secret)}»{after}"


MARKED = list(marked())


def masked(line):
    before, _, rest = line.partition("«")
    return f"{before}{MASK}{rest.partition('»')[2]}"


def plain(line):
    return line.replace("«", "").replace("»", "")


@each_row("line", MARKED)
def test_a_planted_credential_is_hidden_and_reported(line):
    expected = masked(line).replace(":x@", f":{MASK}@")
    assert redact(plain(line)) == expected
    found = [finding.code for finding in lint(f"see {plain(line)}\n") if finding.code in CODES]
    assert found in (["URL501"], ["URL506"])


@each_row("line", [shaped_line(line) for line in NO_URLS])
def test_a_planted_credential_outside_of_a_url_is_hidden(line):
    assert redact(plain(line)) == masked(line)


HARMLESS = r"""
https://git.canal.internal/plan/commit/9c41d2e07b6f4a358d1e20c7fab4963be5d80712
https://github.com/canal/hooks/commit/9c41d2e07b6f4a358d1e20c7fab4963be5d80712
https://github.com/canal/token/blob/9c41d2e07b6f4a358d1e20c7fab4963be5d80712/README.md
https://raw.githubusercontent.com/canal/hooks/9c41d2e07b6f4a358d1e20c7fab4963be5d80712/index.js
https://raw.githubusercontent.com/canal/auth/9c41d2e07b6f4a358d1e20c7fab4963be5d80712/src/login.ts
https://github.com/canal/webhooks/compare/9c41d2e07b6f...fab4963be5d8
https://a.canal.internal/plans/9f86d081-884c-4d65-9a2f-eaa0c55ad015
https://a.canal.internal/users/9f86d081-884c-4d65-9a2f-eaa0c55ad015/photo
https://a.canal.internal/objects/9f86d081884c7d659a2feaa0c55ad015
https://books.canal.internal/isbn/9783161484100
https://books.canal.internal/isbn/978-3-16-148410-0/cover.jpg
https://a.canal.internal/assets/main.3f2a9c7b1d4e5f60.js
https://a.canal.internal/_next/static/chunks/pages/reset-password-9f86d081884c7d65.js
https://a.canal.internal/static/js/login.9f86d081884c7d65.chunk.js
https://a.canal.internal/hooks/index-9f3c2a1b4d5e6f70.js
https://docs.google.com/document/d/1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX3yZ4a5B6/edit
https://drive.google.com/file/d/1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV/view?usp=sharing
https://youtu.be/q7Rk2mXq9Zt
https://www.youtube.com/watch?v=q7Rk2mXq9Zt&list=PLq7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4
https://a.canal.internal/img?src=data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP8yH5BAEAAAAALAAAAAABAAEAAAIBRAA7
https://a.canal.internal/download/v2.14.3-rc1-build20240105/plan-2.14.3.tar.gz
https://lists.canal.internal/archive/msgid/CAM9f86d081884c7d65@mail.canal.internal
https://lists.canal.internal/m/20240105101112.GA1234@canal.internal/
https://a.canal.internal/list?page_token=CAUQAA8fK2mXq7ZtLw4VbN
https://a.canal.internal/list?nextToken=CAUQAA8fK2mXq7ZtLw4VbN
https://a.canal.internal/list?continuation_token=CAUQAA8fK2mXq7ZtLw4VbN
https://a.canal.internal/b?token=TOKEN
https://a.canal.internal/b?token={token}
https://a.canal.internal/b?token=$TOKEN
https://a.canal.internal/b?token=xxxxxxxxxxxxxxxx
https://a.canal.internal/b?authorization=Bearer%20TOKEN
https://a.canal.internal/b?authorization=Bearer%20{token}
https://a.canal.internal/b?authorization=Bearer%20$TOKEN
https://a.canal.internal/b?authorization=Bearer+%3Ctoken%3E
https://a.canal.internal/b?authorization=Basic%20YOUR_CREDENTIALS
https://a.canal.internal/b?authorization=basic
https://a.canal.internal/b?q=basic+authentication2024tutorial
https://a.canal.internal/b?q=basic%20auth%20in%20nginx
https://a.canal.internal/b?q=bearer+token+explained+2024
https://a.canal.internal/b?author=Ada+Kanal20240105x1y2
https://a.canal.internal/reset-password/TOKEN
https://a.canal.internal/reset-password/{token}
https://a.canal.internal/reset-password/:token
https://a.canal.internal/reset-password/$TOKEN
https://a.canal.internal/reset-password/xxxxxxxxxxxxxxxxxxxx
https://a.canal.internal/reset-password/your-token-goes-here-1234
https://a.canal.internal/docs/reset-password/how-to-reset-your-password-2024
https://a.canal.internal/help/reset-password/step-2-of-3-choose-a-new-password
https://a.canal.internal/blog/magic-link/introducing-magic-links-v2-for-2024
https://a.canal.internal/docs/webhooks/webhook-events-and-payloads
https://a.canal.internal/docs/webhooks/2023-04-01/overview-of-events
https://a.canal.internal/docs/hooks/useLocalStorageState
https://a.canal.internal/docs/hooks/use-media-query-hook-v2
https://a.canal.internal/api/hooks/12345678901234567890
https://a.canal.internal/webhooks/YOUR_WEBHOOK_ID
https://chat.canal.internal/hooks/xxxxxxxxxxxxxxxxxxxxxxxxxx
https://chat.canal.internal/hooks/{hook_id}
https://a.canal.internal/docs/login/single-sign-on-with-saml-2-0
https://a.canal.internal/login/oauth/authorize?client_id=q7Rk2mX9ZtLw
https://discord.com/invite/q7Rk2mXq
https://discord.gg/q7Rk2mXq
https://a.canal.internal/verify/CERT-2024-0017
https://a.canal.internal/token/0x52908400098527886E0F7030069857D2E4169EE7
https://a.canal.internal/b?token=0x52908400098527886E0F7030069857D2E4169EE7
https://a.canal.internal/b?token=0x8617e340b3d01fa5f11f306f4090fd50e238070d&x=1
https://a.canal.internal/token/9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin
https://a.canal.internal/address/1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2
https://a.canal.internal/tx/0x9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015
https://keys.canal.internal/pks/lookup?op=get&search=0x9F86D081884C7D659A2FEAA0C55AD0159F86D081
https://keys.canal.internal/vks/v1/by-fingerprint/9F86D081884C7D659A2FEAA0C55AD0159F86D081
https://www.gravatar.com/avatar/9f86d081884c7d659a2feaa0c55ad015?s=80
https://a.canal.internal/b?etag=9f86d081884c7d659a2feaa0c55ad015-12
https://registry.canal.internal/v2/plan/manifests/sha256:9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015
magnet:?xt=urn:btih:9f86d081884c7d659a2feaa0c55ad0159f86d081&dn=plan
urn:uuid:9f86d081-884c-4d65-9a2f-eaa0c55ad015
https://a.canal.internal/b?sig=9f86d081884c7d65
https://a.canal.internal/img/q7rk2.jpg?w=300&sig=9f86d081884c7d65
see https://a.canal.internal/b?sig=9f86d081884c7d65 about it
https://a.canal.internal/b?signature=9f86d081884c7d659a2feaa0c55ad015
https://a.canal.internal/b?code=9f86d081884c7d659a2feaa0c55ad015
https://a.canal.internal/b?code=z5c747f23d5862927192d12d5c51c900azada%40canal.internal
https://a.canal.internal/b?sig=9f86d081884c7d659a2feaa0%2Bc55ad015%3D
https://a.canal.internal/documents/hf_jp-ii_enc_01051991_centesimus-annus_en.html
https://a.canal.internal/b#code=9f86d081884c7d659a2feaa0c55ad015
https://a.canal.internal/unsubscribe/9f86d081884c7d659a2feaa0c55ad015
https://a.canal.internal/unsubscribe?token=9f86d081884c7d659a2feaa0c55ad015
https://a.canal.internal/optout?key=9f86d081884c7d659a2feaa0c55ad015
https://click.canal.internal/b?token=9f86d081884c7d659a2feaa0c55ad015
https://a.canal.internal/share/q7?token=9f86d081884c7d659a2feaa0c55ad015
https://a.canal.internal/b?key=pk_live_q7Rk2mXq9ZtLw4VbN8yCs1Df
https://a.canal.internal/b?d=%7B%22name%22%3A%22ada%22%2C%22page%22%3A2%7D
https://a.canal.internal/b?d=%7B%22token%22%3A%22TOKEN%22%7D
https://a.canal.internal/b?d={"page":"9f86d081884c7d659a2feaa0c55ad015"}
https://a.canal.internal/b?filter=%7B%22key%22%3A%22created%22%7D
file://C:\WINDOWS\Desktop\
file://C:\Users\ada@home\plan.txt
file:///C:/Users/ada@home/plan.txt
file:///D:\plans\ada@home
https://a.canal.internal/sk-learn-contrib/glpat-guide/npm_install
https://a.canal.internal/xoxo-2024-best-wishes-from-all-of-us
https://a.canal.internal/docs/ghp_your_token_here
https://a.canal.internal/docs?key=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
https://a.canal.internal/AKIAIOSFODNN7EXAMPLE
https://a.canal.internal/key-value-store-2-for-the-new-plan
https://a.canal.internal/dapi/v2/plans/overview-of-2024
https://a.canal.internal/thumb/eyJidWNrZXQiOiJjYW5hbCIsImtleSI6ImEuanBnIn0.jpg
https://a.canal.internal/state?x=eyJwYWdlIjoyLCJzb3J0IjoibmFtZSJ9
jdbc:oracle:thin:@//db.canal.internal:1521/orcl
jdbc:oracle:thin:@db.canal.internal:1521:orcl
see ada/plan@canal.internal and oracle: thin/ice@home
assert options={"password":"x1y2z3"}
config = {"api_key": "9f86d081884c7d659a2feaa0c55ad015"}
if (!token=="9f86d081884c7d65") return
""".strip().splitlines()
# Segments that a path may have, none of them a secret, after words that a secret may follow.
WORDS = """
    reset-password password-reset magic-link login hooks webhook webhooks token tokens activate invite verify-email auth
    secret api-key
""".split()
SEGMENTS = """
    introduction 2024-01-05 getting-started-with-canals-2024 overview.html 12345678901234567890 v2.14.3-beta1
    UserGuideV2
    how-to-reset-the-plan-of-the-canal-2 windows10-build19041-x64 useLocalStorageState my-first-webhook-in-5-minutes
    {token} :id <token> $TOKEN YOUR_TOKEN_HERE xxxxxxxxxxxxxxxxxxxxxxxx 00000000-0000-0000-0000-000000000000
""".split()


@each_row("line", HARMLESS)
def test_a_harmless_line_is_shown(line):
    assert redact(line) == line
    assert [finding.message for finding in lint(f"see {line}\n") if finding.code in CODES[:2]] == []


@each_row("word", WORDS)
def test_words_after_words_are_shown(word):
    for segment in SEGMENTS:
        line = f"https://a.canal.internal/{word}/{segment}"
        assert redact(line) == line
        assert [finding.message for finding in lint(f"see {line}\n") if finding.code in CODES[:2]] == [], line


def test_there_are_enough_lines():
    assert len(MARKED) >= 200
    assert len(HARMLESS) + len(WORDS) * len(SEGMENTS) >= 200


@pytest.mark.slow
@each_row("alphabet", [HEX, BASE36, BASE62, BASE64URL])
@each_row("length", [26, 43])
def test_random_segments_are_recognised(alphabet, length):
    values = [random_text(alphabet, length, str(seed)) for seed in range(400)]
    missed = [
        value
        for value in values
        if redact(f"https://a.canal.internal/hooks/{value}") != f"https://a.canal.internal/hooks/{MASK}"
    ]
    assert len(missed) <= 8
