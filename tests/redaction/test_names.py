"""The names of parameters and the addresses of services whose values are secrets, and the bounds of values."""

import pytest

from tables import each_row
from urlmend.redaction.detect import find_secrets, secrets_of_url

PASSWORDS = """
    password passwd passwort passphrase passcode pwd pswd passwordconfirmation newpasswd
    x_password userPasswd db-passphrase new_pwd user%5Bpwd%5D user[pswd] password_confirmation
    pass db_pass userpass login_pass newPass sqlpass mysql_pass ftppass smtp_pass mailpass adminpass rootpass authpass
    proxy_pass wp_pass kennwort db_kennwort motdepasse mot-de-passe contrasena mi_contrasena senha mdp haslo
    pw dbpw user_pw bindpw psw loginpas
"""
TOKENS = """
    token jwt bearer assertion samlresponse access_token accessToken private-token x_jwt SAMLResponse session_token
    apikey accesskey secretkey privatekey accountkey sharedkey authkey appkey applicationkey masterkey signingkey
    encryptionkey subscriptionkey functionskey integrationkey routingkey webhookkey licensekey sesskey accesskeyid
    api_key x-api-key X.Api.Key aws_access_key_id secret client_secret sig signature hmac X-Amz-Signature x_hmac
    sessionid sessid PHPSESSID jsessionid session_id
"""
WEAK = """
    code verification_code authcode authorization_code oobCode key auth authorization appid session ticket serviceticket
    feed
"""
NONE = """
    pass_ by_pass xpass psword passwords pass2 xpw wpw tokens token_ token- token. jwts keys apikeys keyid secrets sigs
    page_token nextToken continuation_token sync-token pagingtoken resume_token public_key xpublickey
    xsenha xmdp xhaslo mdps xverificationcode xcode xkey codes mysession my_ticket id name q
"""
SHORT, TOKEN, LONG = "Sommer-04", "9f86d081884c", "9f86d081884c7d659a2f"


def secrets(url):
    """The secrets of a URL; redaction hides the same."""
    found = [url[slice(*secret.span)] for secret in secrets_of_url(url)]
    assert [url[slice(*span)] for span in find_secrets(url)] == found
    return found


def names_with(names, value):
    """Those names with which a value is a secret, in a URL that shows what else is in one with a secret."""
    url = "https://api.a.internal/b?state=y&{}={}&ts"
    return [name for name in names.split() if secrets(url.format(name, value) + "=1") == [value]]


@each_row(
    ("names", "hidden", "shown"),
    [
        (PASSWORDS, SHORT, ""),
        (TOKENS, TOKEN, TOKEN[:-1]),
        (WEAK, LONG, LONG[:-1]),
        (NONE, "", LONG),
    ],
    ids=["passwords", "tokens", "weak", "none"],
)
def test_all_names(names, hidden, shown):
    if hidden:
        assert names_with(names, hidden) == names.split()
    if shown:
        assert names_with(names, shown) == []


# Addresses with the secret between « and ».
SERVICES = """
    https://hooks.slack.com/services/«T0/B0» https://hooks.slack-gov.com/workflows/«T0/B0/Rk2m»
    https://hooks.slack.com/triggers/«E01/50» https://hooks.slack.com.:443/services/«T0/B0»
    https://discord.com/api/webhooks/1/«Rk2mXq9Z» https://discordapp.com/api/v10/webhooks/12/«Rk2mXq9Z»/slack
    https://ptb.discord.com/api/webhooks/1/«Rk2mXq9Z» https://canary.discord.com/api/webhooks/1/«Rk-_=+9Z»
    https://api.telegram.org/bot1:«AAHk2mXq»/a https://api.telegram.org/file/bot12:«AAHk2mXq»
    https://a-b.webhook.office.com/webhookb2/«9f86@0c55/IncomingWebhook/7d65/5ad0»
    https://outlook.office.com/webhook/«9f86@0c55/IncomingWebhook/7d65»
    https://outlook.office365.com/webhook/«9f86@0c55/IncomingWebhook/7d65»
    https://hooks.zapier.com/hooks/catch/«12/b3x7q» https://hooks.zapier.com/hooks/standard/«12/b3x7q»
    https://maker.ifttt.com/trigger/a/with/key/«cRk2mXq9» https://maker.ifttt.com/trigger/a_b.c/json/with/key/«cRk2mXq9»
    https://maker.ifttt.com/use/«cRk2mXq9» https://hook.make.com/«q7rk2mx9ztlw4vbn8ycs»
    https://hook.eu1.make.com/«q7rk2mx9ztlw4vbn8ycs» https://hook.integromat.com/«q7rk2mx9ztlw4vbn8ycs»
    https://open.feishu.cn/open-apis/bot/hook/«9f86d081» https://open.feishu.cn/open-apis/bot/v2/hook/«9f86d081»
    https://open.larksuite.com/open-apis/bot/v2/hook/«9f86d081»
    https://mainnet.infura.io/v3/«9f86d081884c7d659a2feaa0c55ad015» https://a-b.infura.io/ws/v3/«9f86d081884c7d659a2feaa0c55ad015»
    https://a.g.alchemy.com/v2/«q7Rk2mX9ZtLw4VbN8yCs1Df6» https://a-b.g.alchemy.com/v3/«q7Rk2mX9ZtLw4VbN8yCs1Df6»
    https://a.g.alchemy.com/nft/v2/«q7Rk2mX9ZtLw4VbN8yCs1Df6» https://a.g.alchemy.com/starknet/v2/rpc/v0_7/«q7Rk2mX9ZtLw4VbN8yCs1Df6»
    https://hooks.airtable.com/workflows/v1/genericWebhook/«appq7/wfl8/wtr»
    https://events.pagerduty.com/integration/«8d3f1c7a2b4e4f609a8c»/enqueue https://events.pagerduty.com/x-ere/«8D3f1c7a2b4e4f609a8c»
    https://hc-ping.com/«9f86d081-884c-4d65-9a2f-eaa0c55ad015»/start https://hc-ping.com/«Rk2mXq9ZtLw4VbN8yCs1Df»/a
    https://outlook.office.com/owa/calendar/«9f86d081884c4d659a2f/0c55ad015b2a4d658f3e»/c.ics
    https://outlook.office365.com/owa/calendar/«9f86d081884c4d659a@b/0c55ad015b2a4d658f3e»
    https://outlook.live.com/owa/calendar/«9f86d081884c4d659a.b/0c55ad015b2a4d658f3e»
    https://calendar.google.com/calendar/ical/a%40b.c/private-«9f86d081»/basic.ics
    https://calendar.google.com/calendar/ical/a@b.c/private«9f86d081»
""".split()
NO_SERVICES = """
    https://hooks.slack.com/services/T0 https://hooks.slack.com/service/T0/B0 https://ahooks.slack.com/services/T0/B0
    https://discord.com/api/webhooks/1/Rk2mXq9 https://discord.com/api/webhooks/a/Rk2mXq9Z
    https://discord.com/api/10/webhooks/1/Rk2mXq9Z https://api.telegram.org/bot1:AAHk2mX https://api.telegram.org/bot:AAHk2mXq
    https://outlook.office.com/webhook/9f86/IncomingWebhook/7d65 https://hooks.zapier.com/hooks/catch/12/b3x7
    https://hooks.zapier.com/hooks/other/12/b3x7q https://maker.ifttt.com/use/cRk2mXq https://maker.ifttt.com/trigger/a/key/cRk2mXq9
    https://hook.make.com/q7rk2mx9ztlw4vbn8yc https://hook.make.com/q7RK2mx9ztlw4vbn8ycs
    https://open.feishu.cn/open-apis/bot/v2/hook/9f86d08 https://mainnet.infura.io/v3/9f86d081884c7d659a2feaa0c55ad01
    https://a.g.alchemy.com/v4/q7Rk2mX9ZtLw4VbN8yCs1Df6 https://a.g.alchemy.com/v2/q7Rk2mX9ZtLw4VbN8yCs1Df
    https://events.pagerduty.com/integration/8d3f1c7a2b4e4f609a8 https://hc-ping.com/9f86d081-884c-4d65-9a2f-eaa0c55ad01
    https://hc-ping.com/Rk2mXq9ZtLw4VbN8yCs1Df https://outlook.live.com/owa/calendar/9f86d081884c4d659a2/0c55ad015b2a4d658f3e
    https://outlook.live.com/owa/calendar/9f86d081884c4d659a2f/0c55ad015b2a4d658f3
    https://calendar.google.com/calendar/ical/a/public/basic.ics https://calendar.google.com/calendar/ical/a/private-9f86d08
    https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXX https://hooks.slack.com/services/YOUR/WEBHOOK
""".split()


@each_row("marked", SERVICES)
def test_services(marked):
    secret = marked[marked.index("«") + 1 : marked.index("»")]
    url = marked.replace("«", "").replace("»", "")
    assert secrets(url) == [secret]
    assert secrets(url.replace("/", "//").replace(":////", "://")) == [secret.replace("/", "//")]
    quoted = url.replace(":", "%3A").replace("/", "%2F")
    assert secrets(f"https://a.internal/?to={quoted}") == [secret.replace("/", "%2F")]


@each_row("url", NO_SERVICES)
def test_other_addresses(url):
    assert secrets(url) == []


# The schemes of URLs in base64.
QUOTED = "http https ftp ftps postgres postgresql redis rediss mysql mongodb mongodb+srv amqp amqps"


@each_row("scheme", QUOTED.split())
def test_passwords_in_base64(scheme):
    from base64 import urlsafe_b64encode

    value = urlsafe_b64encode(f"{scheme}://alice:h7Tq-92x@c.internal/".encode()).decode()
    (secret,) = secrets_of_url(f"https://a.internal/?u={value}")
    assert (secret.name, secret.value, secret.host, secret.depth) == ("alice", "h7Tq-92x", "c.internal", 1)
    assert find_secrets(f"https://a.internal/?u={value}") == [secret.span]


@each_row("scheme", ["http", "https", "ftp"])
def test_passwords_of_proofpoint(scheme):
    url = f"https://a.internal/?u={scheme}-3A__alice-3Ah7Tq-2D92x-40c.internal_&d=1"
    assert secrets(url) == ["h7Tq-2D92x"]


# Encoded once to three times; four layers are no URL of anybody.
LAYERS = ["%3A%2F%2Fa%3Ah7Tq%40c", "%253A%252F%252Fa%253Ah7Tq%2540c", "%25253A%25252F%25252Fa%25253Ah7Tq%252540c"]


@each_row("layer", LAYERS)
def test_layers_of_encoding(layer):
    assert secrets(f"https://a.internal/?u=http{layer}") == ["h7Tq"]


def test_a_fourth_layer_is_not_decoded():
    assert secrets("https://a.internal/?u=http%2525253A%2525252F%2525252Fa%2525253Ah7Tq%25252540c") == []


@each_row(
    "escapes",
    [
        r"\u003a\u002f\u002f \u003a \u0040",
        r"\x3A\x2F\x2F \x3a \x40",
        "&#58;&#47;&#47; &#58; &#64;",
        "&#x3a;&#X2F;&#x0002f; &#x3A; &#x40;",
        "&#058;&#047;&#0047; &#00058; &#064;",
        "=3A=2F=2F =3A =40",
    ],
)
def test_forms_of_encoding(escapes):
    slashes, colon, at = escapes.split()
    text = f"https://a.internal/?u=http{slashes}alice{colon}h7Tq-92x{at}c.internal/b=3D"
    assert [text[slice(*span)] for span in find_secrets(text)] == ["h7Tq-92x"]


def test_quoted_printable_without_a_secret():
    assert secrets("http://a.internal/?b=3Dc") == []


def test_a_working_directory_is_no_password():
    assert [value for value in ("/home", "%2Fhome", "%2fhome") if secrets(f"http://a.internal/?pwd={value}")] == []
    assert secrets("http://a.internal/?PWD=home&x") == ["home"]
    assert secrets("http://a.internal/?password=/home") == ["/home"]


@each_row("after", [*").,;:!?]&#\"'<>`{} ", "\\", "...", ").", ""])
def test_what_follows_a_value(after):
    assert [
        text[slice(*span)] for text in [f"(https://a.internal/?token={TOKEN}{after}"] for span in find_secrets(text)
    ] == [TOKEN]


# Beginnings, and how many characters follow them.
KNOWN = {
    **dict.fromkeys(["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "npm_"], 36),
    "github_pat_": 82,
    "glpat-": 20,
    "xoxb-123456789012-": 24,
    "sk-proj-": 48,
    "sk_live_": 24,
}
DIGITS = "u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ" * 3


@each_row(("beginning", "length"), KNOWN.items())
def test_known_tokens_are_secrets_in_any_parameter(beginning, length):
    token = beginning + DIGITS[:length]
    assert secrets(f"https://a.internal/b?x={token}&y") == [token]
    assert secrets(f"https://a.internal/b?x=1&page_token={token}") == [token]
    assert secrets(f"https://a.internal/b?x={token}{DIGITS * 4}") == []
    assert secrets(f"https://a.internal/b?x={beginning}{DIGITS[:10]}") == []
    assert secrets(f"https://a.internal/b?x=a{token}") == []


@pytest.mark.parametrize("value", ["AKIAQ7RK2MXQ6ZTLW4VB", "ASIAQ7RK2MXQ6ZTLW4VB"])
def test_known_keys_are_secrets_in_any_parameter(value):
    assert secrets(f"https://a.internal/b?x={value}") == [value]
    assert secrets(f"https://a.internal/b?x={value}C") == secrets(f"https://a.internal/b?x={value.lower()}") == []


@each_row("value", ["ghp_guide_to_tokens", "glpat-2024", "npm_install-12", "xoxo-2024-best-wishes", "sk-project-1"])
def test_words_that_begin_like_known_tokens(value):
    assert secrets(f"https://a.internal/b?x={value}") == []
