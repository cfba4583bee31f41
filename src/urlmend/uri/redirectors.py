"""Hosts that forward their visitors: gateways that check links, click tracking of mail services, short links."""

from __future__ import annotations

GATEWAY, TRACKING, SHORT = "security gateway", "click tracking", "short link"

REDIRECTORS = {
    # Gateways rewrite the links of incoming mail.
    "safelinks.protection.outlook.com": (GATEWAY, "learn.microsoft.com/defender-office-365/safe-links-about"),
    "urldefense.com": (GATEWAY, "help.proofpoint.com: URL Defense"),
    "urldefense.us": (GATEWAY, "help.proofpoint.com: URL Defense"),
    "urldefense.proofpoint.com": (GATEWAY, "help.proofpoint.com: URL Defense"),
    "mimecast.com": (GATEWAY, "community.mimecast.com: URL Protect"),
    "mimecastprotect.com": (GATEWAY, "community.mimecast.com: URL Protect"),
    "linkprotect.cudasvc.com": (GATEWAY, "campus.barracuda.com: Link Protection"),
    "secure-web.cisco.com": (GATEWAY, "cisco.com: Secure Email, Outbreak Filters"),
    "clicktime.symantec.com": (GATEWAY, "techdocs.broadcom.com: Click-time URL Protection"),
    "protection.sophos.com": (GATEWAY, "docs.sophos.com: Time of click protection"),
    "protect2.fireeye.com": (GATEWAY, "docs.trellix.com: Advanced URL Defense"),
    # Mail services count clicks.
    "list-manage.com": (TRACKING, "mailchimp.com/help/enable-and-view-click-tracking"),
    "mandrillapp.com": (TRACKING, "mailchimp.com/developer/transactional"),
    "sendgrid.net": (TRACKING, "docs.sendgrid.com: Click tracking"),
    "awstrack.me": (TRACKING, "docs.aws.amazon.com/ses: Custom domains for open and click tracking"),
    "mailgun.org": (TRACKING, "documentation.mailgun.com: Tracking clicks"),
    "mjt.lu": (TRACKING, "documentation.mailjet.com: Link tracking"),
    "rs6.net": (TRACKING, "knowledgebase.constantcontact.com: Click tracking"),
    "hubspotlinks.com": (TRACKING, "knowledge.hubspot.com: Email tracking"),
    "klclick.com": (TRACKING, "help.klaviyo.com: Click tracking"),
    "createsend.com": (TRACKING, "help.campaignmonitor.com: Link tracking"),
    "exct.net": (TRACKING, "help.salesforce.com: Marketing Cloud, link tracking"),
    "sparkpostmail.com": (TRACKING, "support.sparkpost.com: Engagement tracking"),
    "sendibt2.com": (TRACKING, "help.brevo.com: Tracking links"),
    "sendibt3.com": (TRACKING, "help.brevo.com: Tracking links"),
    # Short links.
    "bit.ly": (SHORT, "bitly.com"),
    "goo.gl": (SHORT, "developers.googleblog.com: Google URL Shortener"),
    "lnkd.in": (SHORT, "linkedin.com/help: Shortened links"),
    "ow.ly": (SHORT, "help.hootsuite.com: Ow.ly"),
    "t.co": (SHORT, "help.x.com: t.co links"),
    "tinyurl.com": (SHORT, "tinyurl.com"),
}
"""Host -> what it is, and where its operator says so; the hosts below it count, too."""


def redirector_kind(host: str) -> str:
    """Return what a host that forwards its visitors is, such as `click tracking`; empty for other hosts."""
    labels = host.lower().split(".")[-5:]
    for start in range(len(labels) - 1):
        if row := REDIRECTORS.get(".".join(labels[start:])):
            return row[0]
    return ""
