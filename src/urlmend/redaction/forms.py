"""The table of secret forms: how each is recognised, where it is documented, and examples.

Redaction, the rules of family 5, the tests and the page `docs/secrets.md` read this table.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from urlmend._lib.fast_typing import NamedTuple
from urlmend.model.span import Span


class Kind(StrEnum):
    """Where in a URL a secret is, and which values count."""

    PASSWORD = "password in the userinfo"  # noqa: S105
    """Every value is a secret."""
    TOKEN_USER = "token as user name"  # noqa: S105
    """User names that look random."""
    PASSWORD_PARAMETER = "password in a parameter"  # noqa: S105
    """Every value is a secret, even a short one."""
    PARAMETER = "secret in a parameter"
    """Values that look random."""
    WEAK_PARAMETER = "secret in a parameter with a common name"
    """Long values that look random: most parameters of such a name are no secrets."""
    KNOWN_TOKEN = "token with a known beginning"  # noqa: S105
    """Tokens anywhere in a URL, by the beginning and the length that their service gives them."""
    PATH = "secret in the path"
    """Every value but placeholders: whoever knows the address of the service can use it."""
    PATH_WORD = "secret after a word in the path"
    """Values that look random, after a segment that says that a secret follows."""


class SecretForm(NamedTuple):
    """A form of secrets in URLs."""

    name: str
    """What the secret is, such as `webhook of Slack`."""
    kind: Kind
    match: Sequence[str]
    """For a parameter, endings of its name in lower case, without separators; `^` before one: the complete name.

    For a path, an expression for the host, and one for the path, whose group is the secret and in which `/` stands
    for one slash or several. For a known token, expressions for it. For a word in the path, expressions for segments in
    lower case, in which a space stands for any separator or none.
    """
    source: str
    """The specification, or the documentation of the service."""
    examples: tuple[str, ...]
    """URLs, with the secret between `«` and `»`."""


class Secret(NamedTuple):
    """A secret of a text."""

    span: Span
    """Where it is, in code points; empty for an empty password."""
    kind: Kind
    name: str
    """For a password its user, for a parameter or a member its name, for a path the name of the form."""
    value: str
    """The secret, without the encoding of the URL that it is in."""
    host: str = ""
    """The host after a password."""
    depth: int = 0
    """How many layers of encoding were removed to find it."""


_U, _T, _P, _C, _W, _K, _H, _S = Kind

FORMS = (
    # --- The userinfo ---
    SecretForm(
        "password",
        _U,
        (),
        "RFC 3986 section 3.2.1",
        (
            "ftp://backup:«h7Tq-92x»@ftp.musterstadt.internal/pub",
            "redis://:«h7Tq-92x»@cache.musterstadt.internal/0",
            "postgresql://app:«/h7Tq?92x#1»@db.musterstadt.internal/app",
            "https:///app:«h7Tq-92x»@www.musterstadt.internal/",
            "https://app%3A«h7Tq-92x»@www.musterstadt.internal/",
        ),
    ),
    SecretForm(
        "password of a SIP address",
        _U,
        (),
        "RFC 3261 section 19.1.1",
        ("sip:alice:«h7Tq-92x»@sip.musterstadt.internal",),
    ),
    SecretForm(
        "password in a nested URL",
        _U,
        (),
        "RFC 3986 section 2.1",
        (
            "https://a.internal/b?to=https%3A%2F%2Fapp%3A«h7Tq-92x»%40c.internal%2F",
            "https://a.internal/b?to=https%3A//app%3A«h7Tq-92x»%40c.internal",
            "https://a.internal/b?to=https://app%3A«h7Tq-92x»%40c.internal",
            "https://a.internal/b?to=https://app:«h7Tq-92x»@c.internal",
            "https://a.internal/b?to=https%253A%252F%252Fapp%253A«h7Tq-92x»%2540c.internal",
            "https://a.internal/b/https://app:«h7Tq-92x»@c.internal/",
        ),
    ),
    SecretForm(
        "token as user name",
        _T,
        (),
        "GitHub, Creating a personal access token; Stripe, API reference, Authentication",
        (
            "https://«ghp_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ»@github.com/musterstadt/plan.git",
            "https://«ghp_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ»:x-oauth-basic@github.com/musterstadt/plan.git",
            "https://«9c41d2e07b6f4a358d1e20c7fab4963be5d80712»@git.musterstadt.internal/plan.git",
            "https://«sk_live_8Kq2VbR7nXt4LmZc1PwY»:@api.stripe.com/v1/charges",
        ),
    ),
    # --- Parameters of queries, fragments, paths and connection strings ---
    SecretForm(
        "password",
        _P,
        (
            "password passwd passwort passphrase passcode pwd pswd passwordconfirmation ^pass ^dbpass "
            "^userpass ^loginpass ^newpass ^sqlpass ^mysqlpass ^ftppass ^smtppass ^mailpass ^adminpass ^rootpass "
            "^authpass ^proxypass ^wppass ^pw ^dbpw ^userpw bindpw ^psw ^loginpas "
            "kennwort motdepasse contrasena ^senha ^mdp ^haslo"
        ).split(),
        "CWE-598; PostgreSQL JDBC driver, Connection parameters; Microsoft ODBC driver, Connection string keywords",
        (
            "https://a.internal/login?user=alice&password=«Sommer-04»",
            "https://a.internal/login?user[password]=«Sommer-04»",
            "https://a.internal/login?user%5Bpassword%5D=«Sommer-04»",
            "https://a.internal/login?db_password=«Sommer-04»&x=1",
            "https://a.internal/login?userPassword=«Sommer-04»",
            "jdbc:postgresql://db.internal/app?user=alice&password=«Sommer-04»",
            "jdbc:sqlserver://db.internal:1433;databaseName=app;user=sa;password=«Sommer-04»;encrypt=true",
            "mssql+pyodbc:///?odbc_connect=DRIVER%3D%7BSQL+Server%7D%3BUID%3Dsa%3BPWD%3D«Sommer-04»%3B",
            "mssql+pyodbc:///?odbc_connect=PWD%3D«Sommer-04»%3BUID%3Dsa",
            "ldap://a.internal/dc=b??sub?(cn=c)?!bindname=cn=alice,!X-BINDPW=«Sommer-04»",
            "https://a.internal/b?d=%7B%22user%22%3A%22alice%22%2C%22password%22%3A%22«Sommer-04»%22%7D",
        ),
    ),
    SecretForm(
        "token",
        _C,
        ("token", "jwt", "bearer", "assertion", "samlresponse"),
        "RFC 6750 section 2.3; GitLab, REST API authentication",
        (
            "https://a.internal/b?access_token=«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b#access_token=«9f86d081884c7d659a2feaa0c55ad015»&token_type=bearer",
            "https://a.internal/b?accessToken=«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b?access%5Ftoken=«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b?acc%65ss_tok%65n=«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b?private_token=«glpat-Xy7Qm2Rk9ZtLw4VbN8yC»",
            "https://a.internal/b?jwt=«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.4Tq9bXw2LmZc7PvY»",
            "https://a.internal/b?to=https%3A%2F%2Fc.internal%2F%3Ftoken%3D«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b;token=«9f86d081884c7d659a2feaa0c55ad015»?c",
            "https://a.internal/#!token=«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/#/access_token=«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b?d=%7B%22auth%22:%7B%22token%22:%22«9f86d081884c7d659a2feaa0c55ad015»%22%7D%7D",
            "https://oapi.dingtalk.com/robot/send?access_token=«9f86d081884c7d659a2feaa0c55ad015»",
        ),
    ),
    SecretForm(
        "API key",
        _C,
        (
            "apikey accesskey secretkey privatekey accountkey sharedkey authkey appkey applicationkey masterkey "
            "signingkey encryptionkey subscriptionkey functionskey integrationkey routingkey webhookkey licensekey "
            "sesskey accesskeyid"
        ).split(),
        "Google Cloud, Authenticate using API keys; Microsoft Azure, API Management subscriptions",
        (
            "https://a.internal/b?api_key=«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b?x-api-key=«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b?subscription-key=«9f86d081884c7d659a2feaa0c55ad015»",
            "amqps://a.servicebus.windows.net/;SharedAccessKeyName=b;SharedAccessKey=«Zq8Rk2mXv9TtLw4VbN7yCs1Df6GhJ3pK=»",
        ),
    ),
    SecretForm(
        "client secret",
        _C,
        ("secret",),
        "RFC 6749 section 2.3.1; Google Authenticator, Key URI format",
        (
            "https://a.internal/b?client_secret=«GOCSPX-7Qm2Rk9ZtLw4VbN8yCs1Df6»",
            "otpauth://totp/Musterstadt:alice?secret=«JBQW4ZDPN5RG2YLS7I4XKZLT»&issuer=Musterstadt",
        ),
    ),
    SecretForm(
        "signature",
        _C,
        ("sig", "signature", "hmac"),
        "Amazon S3, Signature Version 4 query parameters; Azure Storage, Service SAS; Azure Logic Apps",
        (
            "https://a.s3.amazonaws.com/b?X-Amz-Expires=3600&X-Amz-Signature=«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.blob.core.windows.net/b?sv=2022-11-02&sr=b&sig=«Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0Aa%2Bq8%3D»",
            "https://prod-07.westeurope.logic.azure.com:443/workflows/4b1d/triggers/manual/paths/invoke"
            "?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=«Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0Aa»",
        ),
    ),
    SecretForm(
        "session",
        _C,
        ("sessionid", "sessid"),
        "OWASP, Session Management Cheat Sheet; Jakarta Servlet section 7.1.3",
        (
            "https://a.internal/b?PHPSESSID=«q7rk2mx9ztlw4vbn8ycs1df6gh»",
            "https://a.internal/b;jsessionid=«9F86D081884C7D659A2FEAA0C55AD015»?c=d",
        ),
    ),
    SecretForm(
        "credential",
        _W,
        (
            "^code ^authcode ^authorizationcode ^verificationcode ^oobcode ^key ^auth authorization ^appid ^session "
            "^ticket ^serviceticket ^feed"
        ).split(),
        "RFC 6749 section 4.1.2; Google Maps, API keys; Azure Functions, Access keys; Google Chat, Webhooks",
        (
            "https://a.internal/callback?code=«4/0AX4XfWh7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0A»&state=b",
            "https://maps.googleapis.com/maps/api/js?key=«AIzaSyD7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0A»",
            "https://a.azurewebsites.net/api/b?code=«Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaAzFuQ7tZ2w8M1Lp==»",
            "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=«693a91f6-7xc4-4bc4-97a0-0ec2sifa5aaa»",
        ),
    ),
    SecretForm(
        "value of an authorization header",
        _K,
        (),
        "RFC 6750 section 2.1; RFC 7617",
        (
            "https://a.internal/b?authorization=Bearer%20«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b?authorization=Bearer+«9f86d081884c7d659a2feaa0c55ad015»&c=d",
            "https://a.internal/b?auth=Token%20«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b?c=Basic%20«YWxpY2U6aDdUcS05Mng=»",
            "https://a.internal/b?c=Authorization%3A%20Basic%20«YWxpY2U6aDdUcS05Mng%3D»",
        ),
    ),
    # A break may have left a `+` or `=` after the beginning of a token; one within the beginning hides it.
    SecretForm(
        "token with a known beginning",
        _K,
        (
            r"gh[opsru]_[A-Za-z0-9+=]{36,255}",
            r"github_pat_[A-Za-z0-9+=_]{40,255}",
            r"gl(?:pat|ptt|dt|rt|rtr|ft|soat|imt|agent|cbt|oas|ffct|wt)-[A-Za-z0-9+=_.-]{20,300}",
            r"npm_[A-Za-z0-9+=]{36,38}",
            r"pypi-Ag[A-Za-z0-9+=_-]{16,400}",
            r"rubygems_[0-9a-f+=]{40,50}",
            r"dckr_[op]at_[A-Za-z0-9+=_-]{20,60}",
            r"xox[abeoprs][.-][A-Za-z0-9+=.-]{30,250}",
            r"xapp-[0-9]-[A-Za-z0-9+=-]{20,250}",
            r"sk-(?:proj|svcacct|admin|ant|or|None)-[A-Za-z0-9+=_-]{20,250}",
            r"sk-[A-Za-z0-9+=]{32,64}",
            r"(?:hf|gsk|r8|ntn|aio|pnu|bkua|sgp|sbp|glc|sntryu)_[A-Za-z0-9+=]{28,250}",
            r"(?:figd|fo1|nfp)_[A-Za-z0-9+=_-]{28,250}",
            r"(?:pplx|xai|pul|xkeysib|NRAK|HRKU|PMAK|tskey-[a-z]{3,8})-[A-Za-z0-9+=_-]{20,120}",
            r"(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9+/=]{20,120}",
            r"SG\.[A-Za-z0-9_-]{16,30}\.[A-Za-z0-9+=_-]{30,60}",
            r"do[opr]_v1_[0-9a-f+=]{40,70}",
            r"dapi[0-9a-f+=]{32,34}(?:-[0-9])?",
            r"glsa_[A-Za-z0-9+=]{24,40}_[0-9a-f]{6,10}",
            r"lin_(?:api|oauth)_[A-Za-z0-9+=]{32,70}",
            r"shp(?:at|ca|pa|ss)_[0-9A-Fa-f+=]{32,34}",
            r"sq0[a-z]{3}-[A-Za-z0-9+=_-]{20,50}",
            r"AT(?:ATT|CTT|BB)[A-Za-z0-9+=_-]{24,250}",
            r"(?:hvs|hvb|hvr)\.[A-Za-z0-9+=_-]{24,250}",
            r"lsv2_(?:pt|sk)_[0-9a-f_+=]{32,60}",
            r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9+=_.-]{32,70}",
            r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9+=_.-]{40,80}",
            r"key-[0-9a-f+=]{32,34}",
            r"EAA[A-Za-z0-9+=]{40,300}",
            r"AIza[A-Za-z0-9+=_-]{35,37}",
            r"ya29\.[A-Za-z0-9+=_.-]{20,400}",
            r"GOCSPX-[A-Za-z0-9+=_-]{24,32}",
            r"(?:AKIA|ASIA)[A-Z2-7]{16}",
            r"sk\.eyJ[A-Za-z0-9+=_-]{16,400}\.[A-Za-z0-9+=_-]{16,60}",
            r"eyJ[A-Za-z0-9+=_-]{8,4000}\.[A-Za-z0-9+=_-]{0,4000}\.[A-Za-z0-9+=_-]{16,4000}"
            r"(?:\.[A-Za-z0-9+=_-]{1,4000}){0,2}",
        ),
        "RFC 7519 (JSON Web Tokens); GitHub, About authentication; GitLab, Token overview; npm, About access tokens; "
        "PyPI, API tokens; Slack, Token types; Atlassian, API tokens; Databricks, DigitalOcean, Grafana, Hugging Face, "
        "Linear, OpenAI, Anthropic, SendGrid, Shopify and Stripe, API keys; Amazon Web Services, IAM identifiers; "
        "Google Cloud, Authentication",
        (
            "https://a.internal/b?c=«ghp_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ»&d",
            "https://a.internal/b?c=«npm_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ»",
            "https://a.internal/b/«glpat-Xy7Qm2Rk9ZtLw4VbN8yC»/c",
            "https://a.internal/b#«xoxb-102938475610-Rk2mXq9ZtLw4VbN8yCs1Df6G»",
            "https://a.internal/b;«dop_v1_9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/b?«sk-ant-api03-Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0Aa»",
            "https://a.internal/b/«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»",
            "https://a.internal/b/«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.4Tq9bXw2LmZc7PvYk3Rn8Jd5»",
            "https://a.internal/#/b/id_token=«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.4Tq9bXw2LmZc7PvYk3Rn8Jd5»",
        ),
    ),
    # --- Paths: webhooks, bots and keys ---
    SecretForm(
        "webhook of Slack",
        _H,
        (
            r"hooks\.slack(?:-gov)?\.com",
            r"/(?:services|workflows|triggers)/([\w+=-]+(?:/[\w+=-]+)+)",
        ),
        "Slack, Sending messages using incoming webhooks",
        (
            "https://hooks.slack.com/services/«T01AB2CD/B02CD3EF/Rk2mXq9ZtLw4VbN8yCs1Df6G»",
            "https://hooks.slack.com:443//services//«T01AB2CD//B02CD3EF//Rk2mXq9ZtLw4VbN8yCs1Df6G»",
            "https://HOOKS.slack.com/%73ervices/«T01AB2CD%2FB02CD3EF/Rk2mXq9ZtLw4VbN8yCs1Df6G»",
            "https://a.internal/b?to=https%3A%2F%2Fhooks.slack.com%2Fservices%2F«T01AB2CD%2FB02CD3EF%2FRk2mXq9ZtLw4VbN8»",
            "https://a.internal/b?to=hooks.slack.com/services/«T01AB2CD/B02CD3EF/Rk2mXq9ZtLw4VbN8yCs1Df6G»",
            "https://a.internal/b?to=https://hooks.slack.com/services/«T01AB2CD/B02CD3EF/Rk2mXq9ZtLw4VbN8yCs1Df6G»",
            "https://hooks.slack.com/triggers/«E01AB2CD/5019283746/9f86d081884c7d659a2feaa0c55ad015»",
        ),
    ),
    SecretForm(
        "webhook of Discord",
        _H,
        (r"(?:(?:ptb|canary)\.)?discord(?:app)?\.com", r"/api/(?:v[0-9]+/)?webhooks/[0-9]+/([\w+=-]{8,})"),
        "Discord, Webhook resource",
        (
            "https://discord.com/api/webhooks/1029384756/«Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ-7tZ_2»",
            "https://ptb.discordapp.com/api/v10/webhooks/1029384756/«Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ-7tZ_2»/slack",
            "https://discord.com:443/api//webhooks/1029384756/«Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ-7tZ_2»",
        ),
    ),
    SecretForm(
        "token of a Telegram bot",
        _H,
        (r"api\.telegram\.org", r"/(?:file/)?bot[0-9]+:([\w+=-]{8,})"),
        "Telegram, Bot API, Making requests",
        (
            "https://api.telegram.org/bot123456789:«AAHk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0Aa»/sendMessage",
            "https://api.telegram.org/file/bot123456789%3A«AAHk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0Aa»/b.jpg",
        ),
    ),
    SecretForm(
        "webhook of Microsoft Teams",
        _H,
        (
            r"(?:[\w-]+\.webhook\.office|outlook\.office(?:365)?)\.com",
            r"/webhook(?:b2)?/([\w+=-]+@[\w+=-]+/IncomingWebhook/[\w+=-]+(?:/[\w+=-]+)*)",
        ),
        "Microsoft Teams, Create incoming webhooks",
        (
            "https://musterstadt.webhook.office.com/webhookb2/«9f86d081-884c-4d65-9a2f-eaa0c55ad015@0c55ad01-5b2a-4d65"
            "-8f3e-9f86d081884c/IncomingWebhook/7d659a2feaa0c55ad0159f86d081884c/5ad0159f-86d0-4188-84c7-d659a2feaa0c»",
            "https://outlook.office.com/webhook/«9f86d081-884c-4d65-9a2f-eaa0c55ad015@0c55ad01-5b2a-4d65-8f3e-"
            "9f86d081884c/IncomingWebhook/7d659a2feaa0c55ad0159f86d081884c/5ad0159f-86d0-4188-84c7-d659a2feaa0c»",
        ),
    ),
    SecretForm(
        "webhook of Zapier",
        _H,
        (r"hooks\.zapier\.com", r"/hooks/(?:catch|standard)/([0-9+=]+/[\w+=-]{5,})"),
        "Zapier, Trigger Zaps from webhooks",
        ("https://hooks.zapier.com/hooks/catch/«1029384/b3x7q2k»/",),
    ),
    SecretForm(
        "webhook of IFTTT",
        _H,
        (r"maker\.ifttt\.com", r"/(?:trigger/[\w.%-]+/(?:json/)?with/key|use)/([\w+=-]{8,})"),
        "IFTTT, Webhooks service FAQ",
        (
            "https://maker.ifttt.com/trigger/door_open/with/key/«cRk2mXq9ZtLw4VbN8yCs1D»",
            "https://maker.ifttt.com/trigger/door_open/json/with/key/«cRk2mXq9ZtLw4VbN8yCs1D»",
        ),
    ),
    SecretForm(
        "webhook of Make",
        _H,
        (r"hook\.(?:\w+\.)?(?:make|integromat)\.com", r"/([a-z0-9+=-]{20,})"),
        "Make, Webhooks",
        ("https://hook.eu1.make.com/«q7rk2mx9ztlw4vbn8ycs1df6ghj3pk0a»",),
    ),
    SecretForm(
        "webhook of Feishu or Lark",
        _H,
        (r"open\.(?:feishu\.cn|larksuite\.com)", r"/open-apis/bot/(?:v2/)?hook/([\w+=-]{8,})"),
        "Feishu, Use bots in groups",
        ("https://open.feishu.cn/open-apis/bot/v2/hook/«9f86d081-884c-4d65-9a2f-eaa0c55ad015»",),
    ),
    SecretForm(
        "key of Infura",
        _H,
        (r"[\w-]+\.infura\.io", r"/(?:ws/)?v3/([0-9a-f+=-]{32,40})"),
        "Infura, Make requests",
        ("https://mainnet.infura.io/v3/«9f86d081884c7d659a2feaa0c55ad015»",),
    ),
    SecretForm(
        "key of Alchemy",
        _H,
        (r"[\w-]+\.g\.alchemy\.com", r"/(?:nft/|starknet/)?v[23]/(?:rpc/v[0-9_]+/)?([\w+=-]{24,})"),
        "Alchemy, Quickstart Guide",
        ("https://eth-mainnet.g.alchemy.com/v2/«q7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0»",),
    ),
    SecretForm(
        "webhook of Airtable",
        _H,
        (r"hooks\.airtable\.com", r"/workflows/v1/genericWebhook/([\w+=-]+(?:/[\w+=-]+)+)"),
        "Airtable Support, When webhook received trigger",
        (
            "https://hooks.airtable.com/workflows/v1/genericWebhook/«appq7Rk2mX9ZtLw4V/wflbN8yCs1Df6GhJ3p/wtrKe0AaQ7xBc9Zt»",
        ),
    ),
    SecretForm(
        "integration of PagerDuty",
        _H,
        (r"events\.pagerduty\.com", r"/(?:integration|x-ere)/([0-9A-Za-z+=-]{20,})"),
        "PagerDuty, Services and Integrations",
        ("https://events.pagerduty.com/integration/«8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c»/enqueue",),
    ),
    SecretForm(
        "check of Healthchecks.io",
        _H,
        (r"hc-ping\.com", r"/([0-9a-f+=]{8,9}-[0-9a-f+=-]{27,}|[\w+=-]{22}(?=/))"),
        "Healthchecks.io, Pinging API",
        ("https://hc-ping.com/«9f86d081-884c-4d65-9a2f-eaa0c55ad015»/start",),
    ),
    SecretForm(
        "private address of an Outlook calendar",
        _H,
        (r"outlook\.(?:office(?:365)?|live)\.com", r"/owa/calendar/([\w+=@.-]{20,}/[\w+=-]{20,})"),
        "Microsoft Support, Share your calendar in Outlook on the web",
        (
            "https://outlook.office365.com/owa/calendar/«9f86d081884c4d659a2feaa0c55ad015@musterstadt.internal/"
            "0c55ad015b2a4d658f3e9f86d081884c1029384756»/calendar.ics",
        ),
    ),
    SecretForm(
        "private address of a Google calendar",
        _H,
        (r"calendar\.google\.com", r"/calendar/ical/[\w.%+@-]+/private-?([0-9a-f+=][0-9a-f+=-]{7,})"),
        "Google Calendar Help, See your calendar in other applications",
        (
            "https://calendar.google.com/calendar/ical/alice%40musterstadt.internal/"
            "private-«9f86d081884c7d659a2feaa0c55ad015»/basic.ics",
        ),
    ),
    # --- Paths: a word, and what looks random ---
    SecretForm(
        "webhook",
        _S,
        ("(?:[a-z]{1,20} )?hooks?(?: (?:test|waiting|trigger))?",),
        "Mattermost, Incoming webhooks; Rocket.Chat, Integrations; n8n, Webhook node; Home Assistant, Webhook trigger; "
        "Netlify, Build hooks; Cloudflare Pages, Deploy hooks",
        (
            "https://chat.musterstadt.internal/hooks/«q7rk2mx9ztlw4vbn8ycs1df6gh»",
            "https://chat.musterstadt.internal/hooks/«Rk2mXq9ZtLw4VbN8y/Cs1Df6GhJ3pKe0AaQ7tZ2w8M1LpRk2mXq9ZtLw4Vb»",
            "https://a.internal/api/webhook/«9f86d081-884c-4d65-9a2f-eaa0c55ad015»",
            "https://a.internal/api/webhooks/1029384756/«Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ-7tZ_2»",
        ),
    ),
    SecretForm(
        "link to reset a password",
        _S,
        (
            "[a-z_.-]{0,20}(?:password|passwd|pwd)[a-z_.-]{0,20}",
            "(?:reset|recover|recovery)(?: (?:account|user|link|pass|pw|confirm|token|done))?",
            "(?:account|user|pass|pw) (?:reset|recover|recovery)",
        ),
        "OWASP, Forgot Password Cheat Sheet; Django, PasswordResetConfirmView",
        (
            "https://a.internal/reset-password/«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/accounts/password/reset/confirm/MTU/«bx5k2m-9f86d081884c7d659a2feaa0c55ad015»/",
            "https://a.internal/user/reset/17/1704448800/«Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7tZ2w8M1L»/login",
        ),
    ),
    SecretForm(
        "link to log in",
        _S,
        (
            "magic(?: (?:login|signin|log in|sign in|link|links|auth|url|token))?",
            "(?:[a-z]{1,12} )?(?:log|sign) ?in(?: (?:link|links|token|with token|magic|email|url|verify))?",
            "one ?time(?: [a-z_-]{1,20})?",
            "passwordless(?: [a-z_-]{1,20})?",
        ),
        "Auth0, Passwordless authentication with magic links",
        (
            "https://a.internal/magic-login/«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/auth/magic-link/«Rk2mXq9ZtLw4VbN8yCs1Df»",
        ),
    ),
    SecretForm(
        "link to activate an account",
        _S,
        (
            "activat(?:e|ion)(?: (?:account|user|email|link))?",
            "(?:account|user|email) activation",
            "(?:verify|validate|confirm) (?:e ?mail|mail|account|user|registration|signup|login|device)(?: address)?",
            "(?:e ?mail|mail|account|user|registration|signup) (?:verify|verification|validation|confirm|confirmation)",
            "(?:e ?mail|account|user|registration|signup|auth)s?/(?:verify|verification|validate|confirm|confirmation)",
            "(?:accept )?(?:invite|invitation)s?(?: accept)?",
        ),
        "OWASP, Authentication Cheat Sheet; Laravel, Email verification",
        (
            "https://a.internal/verify-email/«9f86d081884c7d659a2feaa0c55ad015»",
            "https://a.internal/activate/MTU/«bx5k2m-9f86d081884c7d659a2feaa0c55ad015»/",
            "https://a.internal/invitations/accept/«Rk2mXq9ZtLw4VbN8yCs1Df»",
        ),
    ),
    SecretForm(
        "token in the path",
        _S,
        (
            "(?:[a-z]{1,20} )?tokens?",
            "(?:api|access|secret|private|auth|app|subscription) keys?",
            "(?:[a-z]{1,20} )?secrets?",
            "auth(?:entication|orization|orize)?",
        ),
        "RFC 3986 section 7.5",
        (
            "https://a.internal/feed/token/«9f86d081884c7d659a2feaa0c55ad015»/rss.xml",
            "https://a.internal/api-key/«Rk2mXq9ZtLw4VbN8yCs1Df»/b",
        ),
    ),
)

KNOWN_BEGINNINGS = tuple(
    "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- glptt- gldt- glrt- glrtr- glft- glsoat- glimt- glagent- glcbt- "
    "gloas- glffct- glwt- npm_ pypi-Ag rubygems_ dckr_pat_ dckr_oat_ xoxa xoxb xoxe xoxo xoxp xoxr xoxs xapp- sk- "
    "hf_ gsk_ r8_ ntn_ figd_ fo1_ aio_ pnu_ nfp_ bkua_ sgp_ sbp_ glc_ sntryu_ pplx- xai- pul- xkeysib- NRAK- HRKU- "
    "PMAK- tskey- sk_live_ sk_test_ rk_live_ rk_test_ whsec_ SG. doo_v1_ dop_v1_ dor_v1_ dapi glsa_ lin_api_ "
    "lin_oauth_ shpat_ shpca_ shppa_ shpss_ sq0 ATATT ATCTT ATBB hvs. hvb. hvr. lsv2_ pscale_ dp. key- EAA AIza "
    "ya29. GOCSPX- AKIA ASIA sk.eyJ eyJ".split()
)
"""What known tokens begin with."""
MIN_TOKEN = 12
"""Shorter values of parameters are no tokens."""
PATH_WORDS = (
    "hook|reset|recover|passw|pwd|magic|log-?_?in|sign-?_?in|activat|verif|valid|confirm|invit|token|secret|auth"
    "|api-?_?key|one-?_?time"
)
"""An expression for a part of each word, in lower case, after which a path may have a secret."""
BASE64_URL = "aHR0c|ZnRw|cG9zd|cmVka|bXlzc|bW9uZ|YW1xc"
"""An expression for what the values of parameters begin with that are URLs in base64.

The schemes are http, ftp, postgres, redis, mysql, mongodb, amqp, and those that begin with one of them.
"""
PROOFPOINT_URL = "(?:https?|ftp)-3A__"
"""The same for URLs as version 2 of Proofpoint's URL Defense writes them."""

PATH_SIGNS = ("hook", "telegram", "ifttt", "infura", "alchemy", "pagerduty", "hc-ping", "calendar/")
"""Parts of hosts and paths, in lower case: each text with a secret in a path contains one."""
# Endings of names of parameters that are no secrets although other names with the same last word are.
NO_SECRETS = tuple("pagetoken nexttoken continuationtoken synctoken pagingtoken resumetoken publickey".split())
