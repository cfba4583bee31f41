"""The table of gateways and redirects whose URLs contain another address, as of 2026-11: how to find and decode it.

`urlmend.uri.unwrapping`, the tests and the page `docs/gateways.md` read this table.
"""

from __future__ import annotations

from enum import StrEnum

from urlmend._lib.fast_typing import NamedTuple


class Kind(StrEnum):
    """Who rewrites the link, and why."""

    GATEWAY = "gateway"
    """A security gateway, which checks the target when the link is followed."""
    REDIRECT = "redirect"
    """A site that warns of links that leave it, or counts them."""
    MAILING = "mailing"
    """A mailing service, which counts the readers of a mailing."""
    PROXY = "proxy"
    """A proxy for images and pages."""


class Encoding(StrEnum):
    """How the target is written in the URL."""

    PERCENT = "percent-encoding"
    CLEAR = "in the clear, or percent-encoded"
    BASE64 = "Base64"
    HEX = "hexadecimal digits"
    JSON = "JSON in Base64"
    PROOFPOINT_V1 = "percent-encoding of the address in HTML"
    PROOFPOINT_V2 = "the same, with `-` for `%` and `_` for `/`"
    PROOFPOINT_V3 = "in the clear, with `*` for characters whose bytes follow in Base64"
    OPAQUE = "not in the URL: only the service knows it"


class Gateway(NamedTuple):
    """A form of links that hold another address."""

    name: str
    kind: Kind
    hosts: str
    """Its hosts, separated by spaces, each with all hosts below it; `name.*` is that name in any country."""
    link: str
    """An expression for what follows the host in a link, from its start; the group is the encoded target."""
    encoding: Encoding
    source: str
    """Where the form is documented."""
    examples: tuple[tuple[str, str], ...]
    """URLs with their targets, which are empty if they are opaque."""
    keys: tuple[str, ...] = ()
    """For JSON, the keys that lead to the target; a string on the way is parsed as JSON, too."""
    scheme: str = ""
    """What precedes the decoded target, if the link leaves out its scheme."""
    complete: tuple[str, str] = ("", "")
    """Expressions for what follows the host of each link, from its start, and for the end of a complete one; empty if
    the end of a link does not show that it is complete."""


def _parameter(names: str, path: str = r"/[^?#]*+") -> str:
    """The expression for the value of the first parameter with one of the names, separated by `|`."""
    return rf"{path}\?(?:[^#]*?[&;])??(?:{names})=([^&#]+)"


_G, _R, _M, _P = Kind
_PERCENT, _CLEAR, _BASE64, _HEX, _JSON, _V1, _V2, _V3, _OPAQUE = Encoding

GATEWAYS = (
    # --- Security gateways ---
    Gateway(
        "Microsoft Safe Links",
        _G,
        "safelinks.protection.outlook.com safelinks.protection.office365.us safelinks.protection.partner.outlook.cn"
        " statics.teams.cdn.office.net statics.teams.microsoft.com",
        _parameter("url"),
        _PERCENT,
        "Microsoft Learn, Complete Safe Links overview for Microsoft Defender for Office 365",
        (
            (
                "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example%2Fplan%3Fa%3D1%26b%3D2"
                "&data=05%7C02%7Cada%40canal.example&sdata=Zq8Rk2mX&reserved=0",
                "https://canal.example/plan?a=1&b=2",
            ),
            (
                "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html"
                "?url=https%3A%2F%2Fcanal.example%2F&locale=en-gb",
                "https://canal.example/",
            ),
        ),
        complete=(r"/(?:ap/[^/?#]+/)?\?url=", r"[&;]sdata=[^&]+&(?:amp;)?reserved=[0-9]"),
    ),
    Gateway(
        "Proofpoint URL Defense, version 1",
        _G,
        "urldefense.proofpoint.com",
        _parameter("u", "/v1/url"),
        _V1,
        "Proofpoint, How do I decode a rewritten URL?",
        (
            (
                "https://urldefense.proofpoint.com/v1/url?u=http://canal.example/%3Fa%3D1%26amp%3Bb%3D2%0A&k=oIvRg1%2B",
                "http://canal.example/?a=1&b=2",
            ),
        ),
        complete=(r"/v1/url\?u=", r"[&;]s=[0-9A-Fa-f]{64}"),
    ),
    Gateway(
        "Proofpoint URL Defense, version 2",
        _G,
        "urldefense.proofpoint.com",
        _parameter("u", "/v2/url"),
        _V2,
        "Proofpoint, How do I decode a rewritten URL?",
        (
            (
                "https://urldefense.proofpoint.com/v2/url?u=https-3A__canal.example_north-2Dbank-5F1-3Fa-3D1-26amp-3Bb&d=Dw",
                "https://canal.example/north-bank_1?a=1&b",
            ),
        ),
        complete=(r"/v2/url\?u=", r"[&;]s=[\w-]+&(?:amp;)?e="),
    ),
    Gateway(
        "Proofpoint URL Defense, version 3",
        _G,
        "urldefense.com urldefense.us urldefense.proofpoint.com",
        r"/v3/__(.+?__;[^!]*)",
        _V3,
        "Proofpoint, How do I decode a rewritten URL?",
        (
            (
                "https://urldefense.com/v3/__https://canal.example/plan__;!!Kw612Flb!Ue6tQudNKaShHg93$",
                "https://canal.example/plan",
            ),
            (
                "https://urldefense.com/v3/__https://canal.example/a*b?c*Dd__;Iys!!Kw612Flb!Ue6tQudNKaShHg93$",
                "https://canal.example/a#b?c+Dd",
            ),
            (
                "https://urldefense.us/v3/__https://canal.example/a**Bb__;Iys7!!Kw612Flb!Ue6tQudNKaShHg93$",
                "https://canal.example/a#+;b",
            ),
        ),
        complete=(r"/v3/__", r"__;[^!]*!![^$]+\$"),
    ),
    Gateway(
        "Barracuda Link Protection",
        _G,
        "linkprotect.cudasvc.com",
        _parameter("a", "/url"),
        _PERCENT,
        "Barracuda Campus, Understanding Link Protection",
        (
            (
                "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fcanal.example%2fplan&c=E,1,N0Z_6yLp&typo=1",
                "https://canal.example/plan",
            ),
        ),
    ),
    Gateway(
        "Cisco Secure Email",
        _G,
        "secure-web.cisco.com",
        r"/[^/?#]+/([\w+.%-]+?(?::|%3[aA]).+)",
        _CLEAR,
        "Cisco, Configure URL Filtering for Secure Email Gateway",
        (
            (
                "https://secure-web.cisco.com/1fCCdfJv_BYjz/https%3A%2F%2Fcanal.example%2Fplan%3Fa%3D1",
                "https://canal.example/plan?a=1",
            ),
            ("http://secure-web.cisco.com/1S1h_Cy8Q/http://canal.example/", "http://canal.example/"),
        ),
    ),
    Gateway(
        "Sophos Email",
        _G,
        "protection.sophos.com",
        _parameter("u"),
        _BASE64,
        "Sophos Central Admin, Time of Click URL Protection",
        (
            (
                "https://eu-central-1.protection.sophos.com/?d=canal.example&u=aHR0cHM6Ly9jYW5hbC5leGFtcGxlL3BsYW4="
                "&i=NjA5NDA5&t=MnQ4UUR5&h=b05e70cb",
                "https://canal.example/plan",
            ),
        ),
    ),
    Gateway(
        "Symantec Email Security.cloud",
        _G,
        "clicktime.symantec.com",
        _parameter("u"),
        _PERCENT,
        "Broadcom, Symantec Click-time URL Protection, How to discover an original URL",
        (
            (
                "https://clicktime.symantec.com/3CEByFeAhiCPSrTH7Vc?u=https%3A%2F%2Fcanal.example%2Fplan",
                "https://canal.example/plan",
            ),
            (
                "https://clicktime.symantec.com/15xVSdMrXnLo?h=6gcezWKKNEfu=&u=https://canal.example/%23top",
                "https://canal.example/#top",
            ),
        ),
    ),
    Gateway(
        "Symantec Email Security.cloud, first version",
        _G,
        "clicktime.symantec.com",
        r"/a/1/",
        _OPAQUE,
        "Broadcom, Symantec Click-time URL Protection",
        (("https://clicktime.symantec.com/a/1/3esCKtonICCF=?d=wUoxAvRabIhx", ""),),
    ),
    Gateway(
        "Trellix (FireEye) Email Security",
        _G,
        "fireeye.com",
        _parameter("u", "/v[0-9]+/url"),
        _PERCENT,
        "Trellix, Email Security Cloud, URL rewriting",
        (
            (
                "https://protect2.fireeye.com/v1/url?k=4fe36b34-10785251&q=1&e=b7eda9c4-8db2&u=https%3A%2F%2Fcanal.example%2F",
                "https://canal.example/",
            ),
        ),
    ),
    Gateway(
        "Trend Micro Time-of-Click Protection",
        _G,
        "trendmicro.com",
        _parameter("url", "/(?:wis/clicktime/v[0-9]+/query)?"),
        _PERCENT,
        "Trend Micro, About Time-of-Click Protection",
        (
            (
                "https://cas5-0-urlprotect.trendmicro.com:443/wis/clicktime/v1/query?url=https%3a%2f%2fcanal.example%2fplan"
                "&umid=82b3d321-54b0&auth=c36ba5e8",
                "https://canal.example/plan",
            ),
            ("https://ca-1234.check.trendmicro.com/?url=https%3A%2F%2Fcanal.example%2F", "https://canal.example/"),
        ),
    ),
    Gateway(
        "Check Point Harmony Email (Avanan)",
        _G,
        "avanan.click protect.checkpoint.com",
        r"/v[0-9]+/(?:r[0-9]+/)?___(.+?)___\.",
        _CLEAR,
        "Check Point, Harmony Email & Collaboration, Click-Time Protection",
        (
            (
                "https://url.avanan.click/v2/___https://canal.example/plan___.YXAzOnNhcmFncmls",
                "https://canal.example/plan",
            ),
            ("https://url.avanan.click/v2/r01/___https:/canal.example/___.YXAzOnBlYWNl", "https://canal.example/"),
            ("https://protect.checkpoint.com/v2/___http://canal.example/___.YXAzOnBlYWNl", "http://canal.example/"),
        ),
    ),
    Gateway(
        "Check Point Harmony Email (Avanan), version 1",
        _G,
        "url-protection.com",
        _parameter("o", "/v1/url"),
        _PERCENT,
        "Check Point, Harmony Email & Collaboration, Click-Time Protection",
        (
            (
                "https://avanan.url-protection.com/v1/url?o=https%3A//canal.example/plan&g=ZTkyYzM&s=YzMzNzY",
                "https://canal.example/plan",
            ),
        ),
    ),
    Gateway(
        "EdgePilot",
        _G,
        "link.edgepilot.com",
        _parameter("u", "/[sx]/[^?#]*"),
        _PERCENT,
        "OpenText, EdgePilot, Link rewriting",
        (
            (
                "https://link.edgepilot.com/s/4239f747/ca21cbCpKkOSLI5Z?u=https://canal.example/plan?a=1%26b=2",
                "https://canal.example/plan?a=1&b=2",
            ),
        ),
    ),
    Gateway(
        "Libraesva URLSand",
        _G,
        "urlsand.esvalabs.com",
        _parameter("u"),
        _PERCENT,
        "Libraesva, URLSand Sandbox",
        (
            (
                "https://urlsand.esvalabs.com/?u=https%3A%2F%2Fcanal.example%2F&e=4d2a&h=9b1c&f=y&p=y",
                "https://canal.example/",
            ),
        ),
    ),
    Gateway(
        "TitanHQ Link Lock",
        _G,
        "linklock.titanhq.com",
        _parameter("url", "/analyse"),
        _PERCENT,
        "TitanHQ, SpamTitan, Link Lock",
        (
            (
                "https://linklock.titanhq.com/analyse?url=https%3A%2F%2Fcanal.example%2F&data=eJwtzEEOgyA",
                "https://canal.example/",
            ),
        ),
    ),
    Gateway(
        "Menlo Security",
        _G,
        "safe.menlosecurity.com",
        r"/(https?:.+)",
        _CLEAR,
        "Menlo Security, Isolation of links in email",
        (("https://safe.menlosecurity.com/https://canal.example/?a=1", "https://canal.example/?a=1"),),
    ),
    Gateway(
        "GMX and WEB.DE dereferrer",
        _G,
        "deref-gmx.net deref-gmx.com deref-web.de deref-web-02.de deref-mail.com",
        _parameter("redirectUrl", "/[^?#]*dereferrer/?"),
        _PERCENT,
        "GMX Help, Links in emails",
        (
            (
                "https://deref-gmx.net/mail/client/Zq8Rk2mX/dereferrer/?redirectUrl=https%3A%2F%2Fcanal.example%2F",
                "https://canal.example/",
            ),
        ),
    ),
    Gateway(
        "Mimecast URL Protect",
        _G,
        "mimecast.com mimecastprotect.com",
        r"/[sr]/",
        _OPAQUE,
        "Mimecast, Targeted Threat Protection: Verifying a URL",
        (
            ("https://protect-eu.mimecast.com/s/Xy7Qw3Er9Ty1Ui5Op2As?domain=canal.example", ""),
            ("https://url.us.m.mimecastprotect.com/s/Xy7Qw3Er9Ty1Ui5Op2As", ""),
        ),
    ),
    Gateway(
        "Hornetsecurity Secure Links",
        _G,
        "atpscan.global.hornetsecurity.com seclinks.cloud-security.net",
        r"/",
        _OPAQUE,
        "Hornetsecurity, Advanced Threat Protection, Secure Links",
        (("https://atpscan.global.hornetsecurity.com/index.php?atp_str=Zq8Rk2mXv9TtLw4V", ""),),
    ),
    Gateway(
        "Intermedia LinkSafe",
        _G,
        "url.emailprotection.link",
        r"/",
        _OPAQUE,
        "Intermedia, Email Protection, LinkSafe",
        (("https://url.emailprotection.link/?bZq8Rk2mXv9TtLw4VbN8yCs1Df6GhJ3pK~", ""),),
    ),
    # --- Redirects of sites ---
    Gateway(
        "Google",
        _R,
        "google.*",
        _parameter("q|url|adurl", "/(?:(?:news/)?url|aclk|pagead/(?:aclk|iclk))"),
        _PERCENT,
        "Google Search Central, How Google links to results",
        (
            (
                "https://www.google.com/url?q=https%3A%2F%2Fcanal.example%2Fplan&sa=D&source=docs&usg=AOvVaw0",
                "https://canal.example/plan",
            ),
            (
                "https://www.google.co.uk/url?sa=t&rct=j&url=http%3A%2F%2Fcanal.example%2F&ei=Zq8R",
                "http://canal.example/",
            ),
            ("http://news.google.tw/news/url?sa=T&ct=us/3-0&fd=R&url=http://canal.example", "http://canal.example"),
            ("http://www.google.de/pagead/iclk?sa=l&ai=qwOGbf&adurl=http://canal.example", "http://canal.example"),
        ),
    ),
    Gateway(
        "Google AMP viewer",
        _P,
        "google.*",
        r"/amp/s/(.+)",
        _PERCENT,
        "AMP project, What's in an AMP URL?",
        (("https://www.google.com/amp/s/canal.example/plan", "https://canal.example/plan"),),
        scheme="https://",
    ),
    Gateway(
        "Google image proxy",
        _P,
        "googleusercontent.com",
        r"/[^#=]*+=s0-d[^#]*+#(.+)",
        _CLEAR,
        "Gmail Help, Choose whether to show images",
        (
            (
                "https://ci3.googleusercontent.com/meips/ADKq_Nb=s0-d-e1-ft#https://canal.example/logo.png",
                "https://canal.example/logo.png",
            ),
        ),
    ),
    Gateway(
        "Yahoo image proxy",
        _P,
        "ecp.yusercontent.com",
        _parameter("url", "/mail"),
        _PERCENT,
        "Yahoo Help, Images in Yahoo Mail",
        (
            (
                "https://ecp.yusercontent.com/mail?url=https%3A%2F%2Fcanal.example%2Flogo.png&t=1700000000&ymreqid=9f86",
                "https://canal.example/logo.png",
            ),
        ),
    ),
    Gateway(
        "Substack images",
        _P,
        "substackcdn.com",
        r"/image/fetch/(?:[^/?#]+/)?(https?(?::|%3[aA]).+)",
        _CLEAR,
        "Cloudinary, Fetch (remote URL) delivery",
        (
            (
                "https://substackcdn.com/image/fetch/w_1100,c_limit/https%3A%2F%2Fcanal.example%2Fa.png",
                "https://canal.example/a.png",
            ),
        ),
    ),
    Gateway(
        "GitHub Camo",
        _P,
        "camo.githubusercontent.com",
        r"/[0-9a-f]{40,64}/([0-9A-Fa-f]+)",
        _HEX,
        "GitHub Docs, About anonymized URLs",
        (
            (
                "https://camo.githubusercontent.com/9c41d2e07b6f4a358d1e20c7fab4963be5d80712/"
                "68747470733a2f2f63616e616c2e6578616d706c652f612e706e67",
                "https://canal.example/a.png",
            ),
        ),
    ),
    Gateway(
        "Facebook, Instagram, Messenger, Threads, WhatsApp",
        _R,
        "l.facebook.com lm.facebook.com l.instagram.com l.messenger.com l.threads.com l.threads.net l.wl.co",
        _parameter("u"),
        _PERCENT,
        "Facebook, Link Shim, protecting the people who use Facebook from malicious URLs",
        (
            (
                "https://l.facebook.com/l.php?u=https%3A%2F%2Fcanal.example%2F%3Ffbclid%3DIwAR0&h=AT0Zq8Rk",
                "https://canal.example/?fbclid=IwAR0",
            ),
            ("https://l.instagram.com/?u=https%3A%2F%2Fcanal.example%2F&e=AT0Zq8Rk", "https://canal.example/"),
        ),
    ),
    Gateway(
        "Facebook warning",
        _R,
        "facebook.com",
        _parameter("u", "/(?:l\\.php|flx/warn/?)"),
        _PERCENT,
        "Facebook, Link Shim, protecting the people who use Facebook from malicious URLs",
        (("https://www.facebook.com/flx/warn/?u=https%3A%2F%2Fcanal.example%2F", "https://canal.example/"),),
    ),
    Gateway(
        "LinkedIn",
        _R,
        "linkedin.com",
        _parameter(
            "url|sessionRedirect|session_redirect", "/(?:redir/|safety/go|authwall|uas/login|checkpoint/)[^?#]*"
        ),
        _PERCENT,
        "LinkedIn Help, Leaving LinkedIn",
        (
            (
                "https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fcanal%2Eexample%2Fplan&urlhash=Zq8R&trk=x",
                "https://canal.example/plan",
            ),
            (
                "https://www.linkedin.com/safety/go?url=https%3A%2F%2Fcanal.example&trk=flagship",
                "https://canal.example",
            ),
        ),
    ),
    Gateway(
        "YouTube",
        _R,
        "youtube.com",
        _parameter("q", "/redirect"),
        _PERCENT,
        "YouTube Help, External links policy",
        (
            (
                "https://www.youtube.com/redirect?event=video_description&redir_token=QUFFLUhq&q=https%3A%2F%2Fcanal.example",
                "https://canal.example",
            ),
        ),
    ),
    Gateway(
        "Bing",
        _R,
        "bing.com",
        _parameter("u", "/ck/a").replace("=(", "=a1("),
        _BASE64,
        "Microsoft Q&A, Bing, Search results that link to bing.com/ck",
        (
            (
                "https://www.bing.com/ck/a?!&&p=6dec2ffd7b6ef954&ptn=3&u=a1aHR0cHM6Ly9jYW5hbC5leGFtcGxlL3BsYW4&ntb=1",
                "https://canal.example/plan",
            ),
        ),
    ),
    Gateway(
        "Bing, local results",
        _R,
        "bing.com",
        _parameter("url", "/alink/link"),
        _PERCENT,
        "Microsoft Q&A, Bing, Search results that link to bing.com/alink",
        (
            (
                "https://www.bing.com/alink/link?url=https%3a%2f%2fcanal.example%2f&source=serp-local&h=zZMF&p=lw_tp",
                "https://canal.example/",
            ),
        ),
    ),
    Gateway(
        "AOL",
        _R,
        "aol.com",
        _parameter("_url", "/redir\\.adp"),
        _PERCENT,
        "Full Disclosure, Open redirect of aol.com/redir.adp",
        (("http://aol.com/redir.adp?_url=http://canal.example/plan", "http://canal.example/plan"),),
    ),
    Gateway(
        "DuckDuckGo",
        _R,
        "duckduckgo.com",
        _parameter("uddg", "/l/"),
        _PERCENT,
        "DuckDuckGo Help, URL redirects",
        (("https://duckduckgo.com/l/?kh=-1&uddg=https%3A%2F%2Fcanal.example%2F", "https://canal.example/"),),
    ),
    Gateway(
        "Yahoo Search",
        _R,
        "search.yahoo.com",
        r"/[^?#]*?/RU=([^/?#]+)",
        _PERCENT,
        "Yahoo Help, Search results",
        (
            (
                "https://r.search.yahoo.com/_ylt=Awr9Zq8R/RV=2/RE=1700000000/RO=10/RU=https%3a%2f%2fcanal.example%2f/RK=2/RS=x",
                "https://canal.example/",
            ),
        ),
    ),
    Gateway(
        "Yahoo, before 2012",
        _R,
        "rd.yahoo.com",
        r"/(?:[^*]*\*-?|[^?*]*\?)([\w+.%-]+?(?::|%3[aA]).+)",
        _CLEAR,
        "Yahoo Groups, links in messages",
        (
            ("http://us.rd.yahoo.com/evt=24981/*http://canal.example/plan", "http://canal.example/plan"),
            ("http://rd.yahoo.com/mail/tagline/*-http://canal.example/", "http://canal.example/"),
            ("http://rd.yahoo.com/dir/?http://canal.example/", "http://canal.example/"),
        ),
    ),
    Gateway(
        "Slack",
        _R,
        "slack-redir.net",
        _parameter("url", "/link"),
        _PERCENT,
        "Slack Help Center, Share links",
        (("https://slack-redir.net/link?url=https%3A%2F%2Fcanal.example%2F", "https://canal.example/"),),
    ),
    Gateway(
        "Reddit",
        _R,
        "out.reddit.com",
        _parameter("url"),
        _PERCENT,
        "Reddit Help, Outbound link tracking",
        (("https://out.reddit.com/t3_5pq7zr?url=https%3A%2F%2Fcanal.example%2F&token=AQAA", "https://canal.example/"),),
    ),
    Gateway(
        "Zhihu",
        _R,
        "link.zhihu.com",
        _parameter("target", "/?"),
        _PERCENT,
        "Zhihu, links to other sites in its pages",
        (("https://link.zhihu.com/?target=https%3A//canal.example/plan", "https://canal.example/plan"),),
    ),
    Gateway(
        "Juejin",
        _R,
        "link.juejin.cn",
        _parameter("target", "/?"),
        _PERCENT,
        "Juejin, links to other sites in its pages",
        (("https://link.juejin.cn?target=https%3A%2F%2Fcanal.example%2Fplan", "https://canal.example/plan"),),
    ),
    Gateway(
        "CSDN",
        _R,
        "link.csdn.net",
        _parameter("target", "/?"),
        _PERCENT,
        "CSDN, links to other sites in its pages",
        (("https://link.csdn.net/?target=https%3A%2F%2Fcanal.example%2Fplan", "https://canal.example/plan"),),
    ),
    Gateway(
        "Jianshu",
        _R,
        "link.jianshu.com",
        _parameter("t", "/?"),
        _PERCENT,
        "Jianshu, links to other sites in its pages",
        (("https://link.jianshu.com/?t=https%3A%2F%2Fcanal.example%2Fplan", "https://canal.example/plan"),),
    ),
    Gateway(
        "Steam",
        _R,
        "steamcommunity.com",
        _parameter("u|url", "/linkfilter/?"),
        _PERCENT,
        "Steam Support, Links that leave Steam",
        (("https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Fcanal.example%2F", "https://canal.example/"),),
    ),
    Gateway(
        "VK",
        _R,
        "vk.com vk.ru",
        _parameter("to", "/away(?:\\.php)?"),
        _PERCENT,
        "VK, External links",
        (("https://vk.com/away.php?to=https%3A%2F%2Fcanal.example%2F&cc_key=", "https://canal.example/"),),
    ),
    Gateway(
        "Tumblr",
        _R,
        "t.umblr.com",
        _parameter("z", "/redirect"),
        _PERCENT,
        "Tumblr Help, Outbound links",
        (("https://t.umblr.com/redirect?z=https%3A%2F%2Fcanal.example%2F&t=Zq8R", "https://canal.example/"),),
    ),
    Gateway(
        "Twitter",
        _R,
        "twitter.com x.com",
        _parameter("url", "/i/redirect"),
        _PERCENT,
        "X Help, Links in emails",
        (("https://twitter.com/i/redirect?url=https%3A%2F%2Fcanal.example%2F&t=1&cn=Zq8R", "https://canal.example/"),),
    ),
    Gateway(
        "Pinterest",
        _R,
        "pinterest.com",
        _parameter("url", "/offsite/?"),
        _PERCENT,
        "Pinterest Help, Links to websites",
        (
            (
                "https://www.pinterest.com/offsite/?token=914-1&url=https%3A%2F%2Fcanal.example%2F&pin=1",
                "https://canal.example/",
            ),
        ),
    ),
    Gateway(
        "Medium",
        _R,
        "medium.com",
        _parameter("url", "/r/"),
        _PERCENT,
        "Medium Help Center, Links",
        (("https://medium.com/r/?url=https%3A%2F%2Fcanal.example%2F", "https://canal.example/"),),
    ),
    Gateway(
        "WordPress.com",
        _R,
        "href.li",
        r"/\?(.+)",
        _CLEAR,
        "WordPress.com, Hide the referrer of links",
        (("https://href.li/?https://canal.example/?a=1", "https://canal.example/?a=1"),),
    ),
    Gateway(
        "Disqus",
        _R,
        "disq.us",
        _parameter("url", "/(?:url|\\?)?").replace("([^&#]+)", "([^&#]+?(?=%3A[\\w-]{20,}))"),
        _PERCENT,
        "Disqus Help, Affiliate links",
        (
            (
                "https://disq.us/url?url=https%3A%2F%2Fcanal.example%2F%3AYXAzOnNhcmFncmlsbG86YT&cuid=1",
                "https://canal.example/",
            ),
        ),
    ),
    Gateway(
        "Amazon",
        _R,
        "amazon.*",
        _parameter("U|u|url", "/gp/(?:r\\.html|redirect\\.html)"),
        _PERCENT,
        "Amazon Seller Central, Links in emails",
        (
            (
                "https://www.amazon.co.uk/gp/r.html?C=3AZq8R&R=2&T=C&U=https%3A%2F%2Fwww.amazon.co.uk%2Fdp%2FB0&H=9F",
                "https://www.amazon.co.uk/dp/B0",
            ),
        ),
    ),
    Gateway(
        "eBay rover",
        _R,
        "rover.ebay.com",
        _parameter("mpre|loc|url"),
        _PERCENT,
        "eBay Partner Network, Link structure",
        (
            (
                "https://rover.ebay.com/rover/1/711-53200-19255-0/1?ff3=4&mpre=https%3A%2F%2Fwww.ebay.com%2Fitm%2F1",
                "https://www.ebay.com/itm/1",
            ),
        ),
    ),
    Gateway(
        "Rakuten Advertising",
        _R,
        "linksynergy.com",
        _parameter("murl|RD_PARM1"),
        _PERCENT,
        "Rakuten Advertising, Deep links",
        (
            (
                "https://click.linksynergy.com/deeplink?id=Zq8R&mid=39197&murl=https%3A%2F%2Fcanal.example%2Fcourse",
                "https://canal.example/course",
            ),
        ),
    ),
    Gateway(
        "Skimlinks and Sovrn",
        _R,
        "go.redirectingat.com go.skimresources.com redirect.viglink.com",
        _parameter("url|u"),
        _PERCENT,
        "Skimlinks, Link structure; Sovrn Commerce, Redirect API",
        (("https://go.redirectingat.com/?id=1X2&xs=1&url=https%3A%2F%2Fcanal.example%2F", "https://canal.example/"),),
    ),
    Gateway(
        "Awin",
        _R,
        "awin1.com",
        _parameter("ued|p", "/(?:cread|awclick)\\.php"),
        _PERCENT,
        "Awin, Deep linking",
        (
            (
                "https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fcanal.example%2F",
                "https://canal.example/",
            ),
        ),
    ),
    # --- Mailing services ---
    Gateway(
        "Amazon SES",
        _M,
        "awstrack.me click.redditmail.com",
        r"/C?L0/([^/?#]+)",
        _PERCENT,
        "Amazon SES, Configuring custom domains to handle open and click tracking",
        (
            (
                "https://2g2zw50k.r.eu-central-1.awstrack.me/L0/https:%2F%2Fcanal.example%2Fplan/1/0107017dfb72c633-ff78/OHCl=30",
                "https://canal.example/plan",
            ),
            ("https://click.redditmail.com/CL0/https:%2F%2Fcanal.example%2F/1/0100018b/9yO0", "https://canal.example/"),
        ),
    ),
    Gateway(
        "Microsoft Azure mailings",
        _M,
        "safelink.emails.azure.net",
        _parameter("destination", "/redirect/?"),
        _PERCENT,
        "Microsoft Azure, Links in emails",
        (
            (
                "https://nam.safelink.emails.azure.net/redirect/?destination=https%3A%2F%2Fcanal.example%2F&p=bT0x",
                "https://canal.example/",
            ),
        ),
    ),
    Gateway(
        "Mandrill",
        _M,
        "mandrillapp.com",
        _parameter("p", "/track/click/[^?#]*"),
        _JSON,
        "Mailchimp Transactional, Click tracking",
        (
            (
                "https://mandrillapp.com/track/click/3012/canal.example?p=eyJzIjoiWnE4UiIsInYiOjEsInAiOiJ7XCJ1XCI6MzAxMixc"
                "InZcIjoxLFwidXJsXCI6XCJodHRwczpcXFwvXFxcL2NhbmFsLmV4YW1wbGVcXFwvcGxhblwifSJ9",
                "https://canal.example/plan",
            ),
        ),
        keys=("p", "url"),
    ),
    Gateway(
        "Mandrill, before 2014",
        _M,
        "mandrillapp.com",
        _parameter("url", "/track/click\\.php"),
        _PERCENT,
        "Mailchimp Transactional, Click tracking",
        (
            (
                "http://mandrillapp.com/track/click.php?u=30184949&id=5384&url=http%3A%2F%2Fcanal.example&url_id=98ed",
                "http://canal.example",
            ),
        ),
    ),
    Gateway(
        "Customer.io",
        _M,
        "customeriomail.com",
        r"/e/c/([\w-]+)",
        _JSON,
        "Customer.io, Link tracking",
        (
            (
                "https://e.customeriomail.com/e/c/eyJlbWFpbF9pZCI6IlpxOFIiLCJocmVmIjoiaHR0cHM6Ly9jYW5hbC5leGFtcGxlL3BsYW4i"
                "LCJsaW5rX2lkIjoyNH0/07115b1fd7a1",
                "https://canal.example/plan",
            ),
        ),
        keys=("href",),
    ),
    Gateway(
        "Substack",
        _M,
        "substack.com",
        r"/redirect/2/([\w-]+)",
        _JSON,
        "Substack, Links in emails",
        (
            (
                "https://substack.com/redirect/2/eyJlIjoiaHR0cHM6Ly9jYW5hbC5leGFtcGxlL3BsYW4iLCJwIjoxfQ.eBQCybh8ocDt",
                "https://canal.example/plan",
            ),
        ),
        keys=("e",),
    ),
    Gateway(
        "Kit (ConvertKit)",
        _M,
        "click.convertkit-mail.com click.convertkit-mail2.com click.convertkit-mail3.com click.convertkit-mail4.com"
        " click.kit-mail3.com click.kit-mail6.com",
        r"/[^/?#]+/[^/?#]+/([^/?#]+)",
        _BASE64,
        "Kit Help Center, Link tracking",
        (
            (
                "https://click.convertkit-mail4.com/d0uvkov9k4/p8hehqu9xx/aHR0cHM6Ly9jYW5hbC5leGFtcGxlL3BsYW4=",
                "https://canal.example/plan",
            ),
        ),
    ),
    Gateway(
        "Mailjet",
        _M,
        "mjt.lu",
        r"/lnk/[^/?#]+/[^/?#]+/[^/?#]+/([^/?#]+)",
        _BASE64,
        "Mailjet, Click tracking",
        (
            (
                "http://x4tlp.mjt.lu/lnk/EAAAAYNqkEoAAAAA/1/NSvifgbS3M8GrhOf/aHR0cHM6Ly9jYW5hbC5leGFtcGxlL3BsYW4",
                "https://canal.example/plan",
            ),
        ),
    ),
    Gateway(
        "Postmark",
        _M,
        "click.pstmrk.it",
        r"/[0-9]+s/([^/?#]+)",
        _PERCENT,
        "Postmark, Link tracking",
        (("https://click.pstmrk.it/3s/canal.example%2Fplan/Zq8R/tLw4/AQ/9f86d081", "https://canal.example/plan"),),
        scheme="https://",
    ),
    Gateway(
        "Postmark, without TLS",
        _M,
        "click.pstmrk.it",
        r"/[0-9]+/([^/?#]+)",
        _PERCENT,
        "Postmark, Link tracking",
        (("https://click.pstmrk.it/3/canal.example%2Fplan/Zq8R/tLw4/AQ/9f86d081", "http://canal.example/plan"),),
        scheme="http://",
    ),
    Gateway(
        "Constant Contact, before 2012",
        _M,
        "rs6.net",
        _parameter("p", "/(?:tn|on)\\.jsp"),
        _PERCENT,
        "Constant Contact Community, Click tracking",
        (
            (
                "http://rs6.net/tn.jsp?t=9xnyybdab.0.0.x&ts=S0211&p=http%3A%2F%2Fcanal.example%2Fplan",
                "http://canal.example/plan",
            ),
        ),
    ),
    Gateway(
        "Constant Contact",
        _M,
        "rs6.net",
        r"/tn\.jsp",
        _OPAQUE,
        "Constant Contact Community, Click tracking",
        (("https://r20.rs6.net/tn.jsp?f=001r45186-_W6L8rvvWnmIUDiCWp&c=7qkl&ch=dW9", ""),),
    ),
    Gateway(
        "Campaigner (iContact)",
        _M,
        "icptrack.com",
        _parameter("destination", "/icp/relay\\.php"),
        _PERCENT,
        "iContact Help, Click tracking",
        (
            (
                "http://click.icptrack.com/icp/relay.php?r=1&msgid=2&act=Zq8R&c=3&destination=http%3A%2F%2Fcanal.example%2F",
                "http://canal.example/",
            ),
        ),
    ),
    Gateway(
        "SALESmanago",
        _M,
        "salesmanago.pl salesmanago.com",
        _parameter("url", "/smrd\\.htm"),
        _PERCENT,
        "SALESmanago, Link tracking",
        (
            (
                "https://app3.salesmanago.pl/smrd.htm?url=https%3A%2F%2Fcanal.example%2Fplan&smclient=d473a9ca&utm_medium=email",
                "https://canal.example/plan",
            ),
        ),
    ),
    Gateway(
        "Mailchimp",
        _M,
        "list-manage.com list-manage1.com list-manage2.com",
        r"/track/click",
        _OPAQUE,
        "Mailchimp, About click tracking",
        (("https://canal.us2.list-manage.com/track/click?u=a6300fadb6d053a9&id=37af30a655&e=5669f48b", ""),),
    ),
    Gateway(
        "SendGrid",
        _M,
        "sendgrid.net",
        r"/(?:ls|wf|uni|ss)/",
        _OPAQUE,
        "Twilio SendGrid, Click tracking",
        (("https://u1234567.ct.sendgrid.net/ls/click?upn=u001.HIVfGxvP6wopKkylY-2Fsl", ""),),
    ),
    Gateway(
        "HubSpot",
        _M,
        "hubspotlinks.com hubspotemail.net hs-sales-engage.com sidekickopen.com",
        r"/",
        _OPAQUE,
        "HubSpot, Understand tracking URLs",
        (("https://d2v8.eu1.hubspotlinks.com/Ctc/GA+113/d2v8Zq8R/VW5Xhd", ""),),
    ),
    Gateway(
        "Klaviyo",
        _M,
        "trk.klclick.com trk.klclick1.com trk.klclick2.com trk.klclick3.com",
        r"/",
        _OPAQUE,
        "Klaviyo Help Center, Click tracking",
        (("https://trk.klclick3.com/ls/click?upn=u001.Zq8R", ""),),
    ),
    Gateway(
        "beehiiv",
        _M,
        "link.mail.beehiiv.com",
        r"/",
        _OPAQUE,
        "beehiiv, Link tracking",
        (("https://link.mail.beehiiv.com/ss/c/u001.Zq8Rk2mX/4a1/Yxq/h0/h001.9f86", ""),),
    ),
    Gateway(
        "Campaign Monitor",
        _M,
        "createsend.com createsend1.com createsend2.com createsend3.com createsend4.com createsend5.com cmail1.com"
        " cmail2.com cmail19.com cmail20.com",
        r"/t/",
        _OPAQUE,
        "Campaign Monitor Help, Custom domain names",
        (("https://canal.createsend1.com/t/r-l-tyuhkyll-l-r/", ""),),
    ),
    Gateway(
        "Brevo (Sendinblue)",
        _M,
        "sendibt2.com sendibt3.com sendibm1.com sendibm2.com sendibm3.com",
        r"/(?:tr|mk)/cl/",
        _OPAQUE,
        "Brevo Help Center, Link tracking",
        (("https://7z8r.r.bh.d.sendibt3.com/tr/cl/Zq8Rk2mXv9TtLw4V", ""),),
    ),
    Gateway(
        "Mailgun",
        _M,
        "mailgun.org",
        r"/c/",
        _OPAQUE,
        "Mailgun Help Center, HTTPS Tracking & Links",
        (("https://email.mailgun.org/c/eJxkyTEOwyAMQNHTwI4yDg", ""),),
    ),
    Gateway(
        "Salesforce Marketing Cloud",
        _M,
        "exct.net",
        r"/\?qs=",
        _OPAQUE,
        "Salesforce Help, Email in Marketing Cloud Engagement, Link Tracking",
        (("https://cl.exct.net/?qs=9f8695ee94c8e1e287fcaa41", ""),),
    ),
    Gateway(
        "SparkPost",
        _M,
        "spgo.io",
        r"/[ef]/",
        _OPAQUE,
        "SparkPost API, Tracking Domains",
        (("https://eu.spgo.io/e/nZq8Rk2mXv9TtLw4V", ""),),
    ),
    Gateway(
        "Substack, before 2023",
        _M,
        "substack.com",
        r"/redirect/[0-9a-f]{8}-",
        _OPAQUE,
        "Substack, Links in emails",
        (("https://substack.com/redirect/621d4364-c22f-4404-93c2-c38cb3dee671?j=eyJ1IjoiOG81NG4ifQ", ""),),
    ),
    Gateway(
        "LinkedIn, links in messages",
        _R,
        "linkedin.com",
        r"/slink",
        _OPAQUE,
        "LinkedIn Help, LinkedIn URL shortener",
        (("https://www.linkedin.com/slink?code=dZq8Rk2m", ""),),
    ),
)
