"""The examples of the table of secret forms, each with a secret of its own, planted in containers of every kind."""

import base64
import io
import quopri
import random
import re
import string
import zipfile

from urlmend.redaction.forms import FORMS, KNOWN_BEGINNINGS, Kind

# A leak is this many consecutive characters of a secret.
LEAK_LENGTH = 8
_BEGINNINGS = "|".join(map(re.escape, KNOWN_BEGINNINGS))
_KEPT = re.compile(
    rf"%[0-9A-Fa-f]{{2}}|[^A-Za-z0-9]+|^sk-ant-|^(?:{_BEGINNINGS})|^[A-Za-z]{{2,5}}(?=[_-])|(?<=\.)eyJ|IncomingWebhook"
)
_ALPHABETS = (string.digits, "abcdef", string.ascii_lowercase, string.ascii_uppercase)


class Plant:
    """An example of a form, with a secret that no other one has."""

    def __init__(self, form, example):
        self.form = form
        self.example = example
        self.before, self.secret, self.after = re.split("[«»]", example)
        self.secret = _own(self.secret, example)

    def __str__(self):
        return self.example

    @property
    def url(self):
        return self.before + self.secret + self.after

    def broken(self, at, end="\n"):
        """The URL with a line break at an offset of the secret."""
        at += len(self.before)
        return self.url[:at] + end + self.url[at:]

    def leaked(self, data):
        """Whether a part of the secret is in the bytes."""
        pieces = {self.secret[at : at + LEAK_LENGTH] for at in range(len(self.secret) - LEAK_LENGTH + 1)}
        return any(
            piece.encode() in data for piece in pieces if not re.search("IncomingW|comingWeb|gWebhook|Webhook/", piece)
        )


def _own(secret, seed):
    """A secret of the same shape; the value of basic authentication would be none."""
    if "Basic" in seed:
        return secret
    source = random.Random(seed)
    kept = {at for match in _KEPT.finditer(secret) for at in range(*match.span())}
    return "".join(char if at in kept else _other(char, source) for at, char in enumerate(secret))


def _other(char, source):
    (alphabet, *_) = [alphabet for alphabet in _ALPHABETS if char in alphabet]
    return source.choice(alphabet)


PLANTS = [Plant(form, example) for form in FORMS for example in form.examples]


def message(plant):
    """A message with the URL in its header, folded and not, and in bodies of every content type and encoding."""
    text = f"see {plant.url} there\n\n<URL:{plant.broken(3)}>\n\n"
    page = f'<p>see <a href="{plant.url}|">there</a> <img src={plant.url}></p>'
    parts = [
        ("text/plain", "7bit", text.encode()),
        ("text/plain", "quoted-printable", quopri.encodestring(text.encode())),
        ("text/plain", "base64", base64.encodebytes(text.encode())),
        ("text/html", "7bit", page.encode()),
    ]
    lines = [
        b"From a@b.example Mon Jan  5 10:00:00 2004",
        b"From: a@b.example",
        f"Subject: see {plant.broken(0, chr(10) + ' ')}| there".encode(),
        f"Message-ID: <{plant.url}>".encode(),
        f"X-Other: see {plant.broken(4, chr(10) + ' ')}|".encode(),
        b"Content-Type: multipart/mixed; boundary=xx",
        b"",
    ]
    for kind, encoding, data in parts:
        lines += [b"--xx", f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n".encode(), data]
    return b"\n".join([*lines, b"--xx--", b""])


def texts(plant):
    """Texts with the URL in running text, wrapped, broken, quoted, in markup and in a patch; name -> bytes."""
    url = plant.url
    fault = "and http://a.internal/b|c\n"
    found = {
        "plain.txt": f"see {url} there\n{fault}",
        "fault.txt": f"see {url}| there\n",
        "wrapped.txt": f"<URL:{url}|>\n",
        "broken.txt": f"<URL:{plant.broken(4)}|>\n",
        "before.txt": f"<URL:{plant.broken(0)}|>\n",
        "quoted.txt": f"> <URL:{plant.broken(4, chr(10) + '> ')}|>\n",
        "patch.diff": f"+see <URL:{plant.broken(4, chr(10) + '+')}|>\n {fault}",
        "page.html": f'<p>see <a href="{url}|">there</a> {url}</p>\n',
        "link.md": f"[there]({url}) {fault}",
        "data.json": f'{{"url": "{url}", "other": "http://a.internal/b|c"}}\n',
    }
    if plant.form.kind is Kind.PASSWORD:
        found["bare.txt"] = f"see {plant.broken(0)} there {fault}"
        found["bare.diff"] = (
            f"-see {plant.broken(0, chr(10) + '-')} there\n+see {plant.broken(4, chr(10) + '+')}\n {fault}"
        )
    return {name: text.encode() for name, text in found.items()}


def zipped(plant):
    """An archive with a member whose name is the URL."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(plant.url, "see http://a.internal/b|c\n")
    return out.getvalue()


def plant_all(folder, plants):
    """Write all containers of some plants into a folder."""
    for number, plant in enumerate(plants):
        place = folder / str(number)
        place.mkdir(parents=True)
        for name, data in {**texts(plant), "box": message(plant), "old.zip": zipped(plant)}.items():
            (place / name).write_bytes(data)
        named = place / "names" / plant.url
        named.parent.mkdir(parents=True, exist_ok=True)
        if not named.exists() and not plant.url.endswith("/"):
            named.write_text("see http://a.internal/b|c\n")
