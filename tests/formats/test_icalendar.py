import email.message

import pytest
from tests.formats.marked import check

import urlmend
from tables import each_row

CASES = [
    "URL:«https://a.example/calendar/\r\n event.html»=«https://a.example/calendar/event.html»\r\nEND:VEVENT",
    "ATTENDEE;CN=Contac\n ts;X-NUM=0:«mailto:ann@a\n .example»=«mailto:ann@a.example»\nCLASS:PUBLIC\n",
    "URL:«https://a.example/b?p=a\\,b\\;c»=«https://a.example/b?p=a,b;c»\n",
    "DESCRIPTION:Join\\n«https://a.example/j/1»\\n\\nOr call\\n+1 234\\Nsee «https://b.example/»\\, please\n",
    "DESCRIPTION:Join <«https://a.example/j\n\t/1»=«https://a.example/j/1»>\\; or not\n",
    "DESCRIPTION:a\\\n n«https://a.example/»\\\n\tn\n",
    'ORGANIZER;SENT-BY="«mailto:ann@a.example»":«mailto:ben@a.example»\nATTACH:«https://a.example/b.pdf»\n',
    # A content line ends a URL.
    "URL:«https://a.example/calendar/»\nindex:x\nURL:«https://a.example/calendar-»\nb.html;X=1:y\n",
    # Names of properties are no schemes.
    "TEL:+1-234-567\nitem1.TEL:+1-234-567\nTEL;VALUE=uri:«tel:+1-234-567»\n",
    "AGENT:BEGIN:VCARD\\nTEL:+1-234\\nURL:«https://a.example/»\\nEND:VCARD\n",
    # The first versions fold at spaces.
    "BEGIN:VCARD\nVERSION:2.1\nNOTE:see «https://a.example/b»\n and more\nEND:VCARD\n",
    # No fold, and no escape.
    "URL:«https://a.example/b»\n\nURL:«https://a.example/c»",
]


@each_row("name", ["calendar.ics", "contacts.vcf", "busy.ifb"])
@each_row("marked", CASES)
def test_urls(marked, name, tmp_path):
    check(marked, tmp_path, name)


@pytest.mark.parametrize("beginning", ["BEGIN:VCALENDAR", "BEGIN:VCARD"])
def test_recognised_by_its_beginning(beginning, tmp_path):
    check(f"{beginning}\nURL:«https://a.example/b\n c»=«https://a.example/bc»\n", tmp_path, "data")


@each_row("encoding", ["7bit", "quoted-printable", "base64"])
@each_row("content_type", ["text/calendar; method=REQUEST", "text/vcard", "text/x-vcard"])
def test_parts_of_mail(encoding, content_type, tmp_path):
    body = "BEGIN:VCALENDAR\nURL:https://a.example/b\\,\n c?d=1\nEND:VCALENDAR\n"
    message = email.message.EmailMessage()
    message["Subject"] = "Invitation"
    message.set_content(body, subtype="plain", cte=encoding)
    message.replace_header("Content-Type", f'{content_type}; charset="utf-8"')
    file = tmp_path / "invitation.eml"
    file.write_bytes(b"From: ann@a.example\n" + message.as_bytes())
    (found,) = urlmend.find_in(file)
    assert found.url.text == "https://a.example/b,c?d=1"
    assert found.part.path == "1"
    lines = file.read_text().splitlines()
    if encoding != "base64":
        assert lines[found.location.line - 1][found.location.column - 1 :].startswith("https://a.example/b\\,")
    (document,) = urlmend.documents(file)
    assert document.region is None


def test_other_parts_of_mail_are_not_unfolded(tmp_path):
    file = tmp_path / "message.eml"
    file.write_text("From: ann@a.example\nSubject: x\n\nsee https://a.example/b\n c\n")
    assert [found.url.text for found in urlmend.find_in(file)] == ["https://a.example/b"]
