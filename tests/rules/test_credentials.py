"""Family 5: passwords, user names and other secrets in URLs."""

import re

from tables import each_row
from urlmend import find, fix, lint

REMOVE = "in URL: remove and change it"
REVOKE = "remove and revoke it"
TOKEN_USER = f"token as user name in URL: {REVOKE}"

# rule, text with « » around the reported part, message, fixed text (None if there is no fix)
REPORTED = [
    ("URL501", "ftp://«alice:h7Tq92x»@a.internal/b", f"password of user 'alice' {REMOVE}", None),
    ("URL501", "redis://«:h7Tq92x»@a.internal/0", f"password without user {REMOVE}", None),
    ("URL501", "redis://«:h7Tq92xy»@a.internal/0", f"password without user {REMOVE}", None),
    ("URL501", "ftp://«a:h7T:q92x»@a.internal/", f"password of user 'a' {REMOVE}", None),
    ("URL501", "ftp://«a:h7T@q92x»@a.internal/", f"password of user 'a' {REMOVE}", None),
    (
        "URL501",
        "see <ftp://«b:h7T»\n«q92x»@a.internal/>",
        f"password of user 'b' {REMOVE}",
        None,
    ),
    (
        "URL501",
        "http://«alice:h7Tq92x»@a.internal:8080",
        f"password of user 'alice' {REMOVE}",
        None,
    ),
    ("URL501", "https://«abcdefgh0123456789ijkl»@a.internal/b", TOKEN_USER, None),
    ("URL501", "https://«abcdefgh0123456789ijkl»:@a.internal/b", TOKEN_USER, None),
    ("URL501", "https://«abcdefgh0123456789ijkl»:x-oauth-basic@a.internal/b", TOKEN_USER, None),
    ("URL501", "https://«abcdefgh0123456789ijkl»:h7Tq92x@a.internal/b", TOKEN_USER, None),
    ("URL501", "see ftp://«alice:h7Tq-»\n«92x»@a.internal/b", f"password of user 'alice' {REMOVE}", None),
    ("URL501", "ssh://«abcdefgh0123456789ijkl»@a.internal/b", TOKEN_USER, None),
    ("URL501", "https://«svc.deploy.a8f7d6e5c4b3a2918273»@a.internal/b", TOKEN_USER, None),
    ("URL501", "https://«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.4Tq9bXw2LmZc7PvY»@a.internal/b", TOKEN_USER, None),
    ("URL501", "https://«SG.Rk2mXq9ZtLw4VbN8yCs1Df.6GhJ3pKe0AaQ-7tZ_2w8M1Lp»@a.internal/b", TOKEN_USER, None),
    (
        "URL501",
        "ftp://«alice:/h7T#q92x»@a.internal/b",
        f"password of user 'alice' {REMOVE}",
        None,
    ),
    ("URL501", "ftp://«alice:h7T?q92x»@a.internal/b", f"password of user 'alice' {REMOVE}", None),
    (
        "URL501",
        "http:///«alice:h7Tq92x»@a.internal/",
        f"password of user 'alice' {REMOVE}",
        None,
    ),
    ("URL501", "sip:«alice:h7Tq92x»@a.internal", f"password of user 'alice' {REMOVE}", None),
    ("URL501", "ftp://«a@b.de:h7Tq92x»@c.internal/", f"password of user 'a@b.de' {REMOVE}", None),
    ("URL501", "http://a.internal/?b=http%3A%2F%2Fc%3A«h7Tq92x»%40d.internal", f"password of user 'c' {REMOVE}", None),
    ("URL501", "http://«user:h7Tq92x»@a.internal", f"password of user 'user' {REMOVE}", None),
    ("URL502", "http://«alice»@a.internal/b", "user name 'alice' in http URL: remove it", "http://a.internal/b"),
    ("URL502", "https://«Me2»@a.internal/b", "user name 'Me2' in https URL: remove it", "https://a.internal/b"),
    ("URL502", "http://«alice»:@a.internal/b", "user name 'alice' in http URL: remove it", "http://a.internal/b"),
    (
        "URL506",
        "https://www.example.com/?to=https%3A%2F%2Fb.internal%2F%3Ftoken%3D«abcdefgh12345678»",
        f"secret in query parameter 'token': {REVOKE}",
        None,
    ),
    ("URL507", "https://www.example.com/b?access_token=«sldafh309sdf»", "placeholder as token in URL: remove it", None),
    ("URL507", "https://«abcdefgh0123456789ijkl»@git.example.org/b", "placeholder as token in URL: remove it", None),
    ("URL507", "http://localhost:8888/?token=«abcdefgh12345678»", "placeholder as token in URL: remove it", None),
    ("URL503", "see sftp://«alice»@a.internal/", "user name 'alice' in URL: remove it", None),
    ("URL503", "ssh://«me»@a.internal/", "user name 'me' in URL: remove it", None),
    ("URL504", "ftp://«alice:»@a.internal/b", "empty password: remove ':'", "ftp://alice@a.internal/b"),
    ("URL504", "x <ftp://«alice»\n«:»@a.internal>", "empty password: remove ':'", "x <ftp://alice\n@a.internal>"),
    ("URL505", "ftp://«@»a.internal/b", "empty user name: remove '@'", "ftp://a.internal/b"),
    ("URL505", "ftp://«:@»a.internal/b", "empty user name: remove '@'", "ftp://a.internal/b"),
    (
        "URL506",
        "http://a.internal/?token=«abcdefgh12345678»",
        f"secret in query parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/b?Expires=d&SIG=«abcdefgh12345678»&e#f",
        f"secret in query parameter 'SIG': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/#token=«abcdefgh12345678»",
        f"secret in parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/?b#token=«abcdefgh12345678»",
        f"secret in parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/;token=«abcdefgh12345678»?b",
        f"secret in parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/?b=|#token=«abcdefgh12345678»",
        f"secret in parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/?url=b&se=c&sig=«abcdefgh12345678»",
        f"secret in query parameter 'sig': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/?to=https%3A%2F%2Fb.internal&token=«abcdefgh12345678»",
        f"secret in query parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://clicks.internal/?to=/click/&token=«abcdefgh12345678»",
        f"secret in query parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/unsubscriber?token=«abcdefgh12345678»",
        f"secret in query parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/clicker?token=«abcdefgh12345678»",
        f"secret in query parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/unsubscribe?password=«h7T»",
        f"secret in query parameter 'password': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/?password=«h7T»&b",
        f"secret in query parameter 'password': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "http://a.internal/?b=%26token%3D«abcdefgh12345678»",
        f"secret in query parameter 'token': {REVOKE}",
        None,
    ),
    (
        "URL506",
        "https://hooks.zapier.com/hooks/catch/«1029384/b3x7q2k»/",
        f"webhook of Zapier in URL: {REVOKE}",
        None,
    ),
    (
        "URL506",
        "jdbc:sqlserver://a.internal;user=b;password=«{Som;mer}»;encrypt=true",
        f"secret in parameter 'password': {REVOKE}",
        None,
    ),
    ("URL507", "http://a.internal/?password=«$PASS»", "placeholder as password in URL: remove it", None),
    ("URL507", "ftp://«alice:$PASS»@a.internal/", "placeholder as password in URL: remove it", None),
    ("URL507", "ftp://«guest:guest»@a.internal/", "placeholder as password in URL: remove it", None),
    ("URL507", "ftp://«:$PASS»@a.internal/", "placeholder as password in URL: remove it", None),
    ("URL507", "ftp://«alice:h7Tq92x»@a.example/", "placeholder as password in URL: remove it", None),
    ("URL508", "gopher://«alice@»a.internal/1b", "user name or password in gopher URL: remove it", None),
    ("URL508", "nntp://«a:b@»a.internal/c.d/1", "user name or password in nntp URL: remove it", None),
    ("URL508", "wais://«@»a.internal/b", "user name or password in wais URL: remove it", None),
    ("URL508", "file://«alice@»a.internal/b", "user name or password in file URL: remove it", None),
    ("URL508", "prospero://«alice:@»a.internal/b", "user name or password in prospero URL: remove it", None),
]


@each_row(("code", "marked", "message", "fixed"), REPORTED)
def test_message_position_and_fix(code, marked, message, fixed):
    text = re.sub("[«»]", "", marked)
    (finding,) = lint(text, select=[code])
    assert finding.message == message
    assert [text[start:stop] for start, stop in finding.spans] == re.findall("«(.*?)»", marked)
    starts = [match.start() - 2 * number for number, match in enumerate(re.finditer("«", marked))]
    assert [span.start for span in finding.spans] == starts
    assert fix(text, select=[code], unsafe=True) == (fixed or text)
    assert fix(text, select=[code]) == text, "applied an unsafe fix"


NOT_REPORTED = [
    ("URL501", "ftp://alice@a.internal/"),
    ("URL501", "ftp://alice:@a.internal/"),
    ("URL501", "ftp://:@a.internal/"),
    ("URL501", "ftp://alice:h7Tq92x@a.example/"),
    ("URL501", "ftp://:h7Tq92x@a.example/"),
    ("URL501", "ftp://guest:guest@a.internal/"),
    ("URL501", "http://a.internal:8080/b:h7Tq92x@c"),
    ("URL501", "https://user:he%2F%2Fo@a.internal/ mongodb+srv://username:badpw@a.internal/"),
    ("URL506", "http://a.internal/?j_username=guest4&j_password=guest"),
    ("URL501", "http://a.internal/?b=c:h7Tq92x@d"),
    ("URL502", "http://a.internal/alice@b"),
    ("URL502", "ftp://alice@a.internal/"),
    ("URL502", "http://@a.internal/"),
    ("URL502", "http://alice:h7Tq92x@a.internal/"),
    ("URL502", "http://$USER@a.internal/"),
    ("URL502", "http://{user}@a.internal/"),
    ("URL502", "http://%USER%@a.internal/"),
    ("URL502", "http://you@a.internal/"),
    ("URL502", "http://Username@a.internal/"),
    ("URL502", "http://alice@a.example/"),
    ("URL503", "ssh://a.internal/"),
    ("URL503", "http://alice@a.internal/"),
    ("URL503", "https://alice@a.internal/"),
    ("URL503", "gopher://alice@a.internal/"),
    ("URL503", "file://alice@a.internal/b"),
    ("URL503", "ssh://alice:@a.internal/"),
    ("URL503", "ssh://@a.internal/"),
    ("URL504", "ftp://alice@a.internal/"),
    ("URL504", "ftp://:@a.internal/"),
    ("URL504", "ftp://alice:h7Tq92x@a.internal/"),
    ("URL505", "ftp://alice@a.internal/"),
    ("URL505", "ftp://alice:@a.internal/"),
    ("URL505", "ftp://:h7Tq92x@a.internal/"),
    ("URL505", "ftp://a.internal/@b"),
    ("URL506", "http://a.internal/?token=TOKEN"),
    ("URL506", "http://a.internal/?token=12345678"),
    ("URL506", "jdbc:sqlserver://a.internal;user=b;password={som-mer};encrypt=true"),
    ("URL506", "http://a.internal/b{;password}"),
    ("URL506", "http://a.internal/?username=guest4&password=guest"),
    ("URL506", "http://a.internal/?page=abcdefgh12345678"),
    ("URL506", "http://a.internal/unsubscribe?token=abcdefgh12345678"),
    ("URL506", "http://a.internal/?token=abcdefgh12345678&action=opt-out"),
    ("URL506", "http://a.internal/image?url=https%3A%2F%2Fb.internal%2Fc.png&t=1&sig=abcdefgh12345678"),
    ("URL506", "http://a.internal/b/click?signature=abcdefgh12345678&url=https%3A%2F%2Fb.internal%2F"),
    ("URL506", "http://a.internal/pagead/aclk?sa=L&sig=abcdefgh12345678"),
    ("URL506", "http://a.internal/tracker/link?token=abcdefgh12345678"),
    ("URL506", "http://b.click.a.internal/c?signature=abcdefgh12345678"),
    ("URL506", "http://a.internal/unsubscribe_email?token=abcdefgh12345678"),
    ("URL506", "http://a.internal/go?to=aHR0cHM6Ly9iLmludGVybmFsLw&hmac=abcdefgh12345678"),
    ("URL501", "https://www.bank.com-premium21991617@a.internal"),
    ("URL507", "ftp://alice:h7Tq92x@a.internal/"),
    ("URL507", "ftp://alice:@a.internal/"),
    ("URL507", "ftp://$USER@a.internal/"),
    ("URL507", "ftp://$PASS@a.internal/"),
    ("URL508", "gopher://a.internal/1b@c"),
    ("URL508", "ftp://alice@a.internal/"),
    ("URL508", "http://alice:b@a.internal/"),
]


@each_row(("code", "text"), NOT_REPORTED)
def test_no_finding(code, text):
    assert lint(text, select=[code]) == []


# rule, text, severity under the RFCs' profiles and under `whatwg`; None if the rule is off
SEVERITIES = [
    ("URL501", "ftp://alice:h7Tq92x@a.internal/", "error", "warning"),
    ("URL502", "http://alice@a.internal/", None, None),
    ("URL503", "ssh://alice@a.internal/", None, None),
    ("URL504", "ftp://alice:@a.internal/", None, None),
    ("URL505", "ftp://@a.internal/", None, None),
    ("URL506", "http://a.internal/?token=abcdefgh12345678", "warning", "warning"),
    ("URL507", "ftp://alice:$PASS@a.internal/", None, None),
    ("URL508", "gopher://alice@a.internal/1b", None, None),
]


@each_row(("code", "text", "default", "in_whatwg"), SEVERITIES)
def test_severity(code, text, default, in_whatwg):
    for profile, severity in (("rfc3986", default), ("whatwg", in_whatwg)):
        found = [finding.severity for finding in lint(text, profile=profile) if finding.code == code]
        assert found == [severity] * bool(severity), profile


@each_row(
    ("code", "text"),
    [
        ("URL502", "http://alice@a.internal/"),
        ("URL504", "ftp://alice:@a.internal/"),
        ("URL505", "ftp://@a.internal/"),
        ("URL508", "gopher://alice@a.internal/1b"),
    ],
)
def test_rfc1738_forbids_what_others_tolerate(code, text):
    assert code in [finding.code for finding in lint(text, profile="rfc1738")]


def codes(text):
    return [finding.code for finding in lint(text)]


@each_row(
    "text",
    [
        "http://proxyuser:proxypass@a.internal/",
        "http://b:aws_secret@a.internal/",
        "http://b:a%20secret@a.internal/",
        "http://b:h7tq@default/",
        "http://b:h7tq@proxyhost:80/",
        "http://scott:tiger@127.0.0.1:1521/",
        "oracle://scott:tiger@db.a.internal/",
        "postgresql://%(secret:user)s:%(secret:password)s@db.a.internal/",
        "ftp://[[user][:pass]@]host[:port]/",
        "http://usuario:contraseña@servidor:puerto/",
        "http://$BUILD_HOST:8000@g",
        "http://localhost:@PORT@/b",
        "http://db:@DB_PORT@/b",
        "https://@HOST@:@HTTPS_PORT@/b",
        "postgresql://app:%(secret:db_password)s@db.a.internal/",
        "postgresql://app:%(vault-7:db.password)s@db.a.internal/",
        "postgresql://%(secret:login)s@db.a.internal/",
        "postgresql://${LOGIN:-app}@db.a.internal/",
        "http://foo:bar@a.internal/",
        "http://app:foobar@a.internal/",
        "http://app:s3cr3t@a.internal/",
        "http://app:P4ssw0rd@a.internal/",
        "http://app:pa55word@a.internal/",
        "http://user:s3cr3tt0k3n@a.internal/",
        "http://app:my-s3cret-t0ken@a.internal/",
        "http://test:basic@a.internal/",
        "http://app:h7Tq92xKw4Vb@127.0.0.1:8080/",
        "http://app:h7Tq92xKw4Vb@127.8.0.7/",
        "http://app:h7Tq92xKw4Vb@[::1]:8080/",
        "http://abcdefgh0123456789ijkl@127.0.0.1:8080/",
        "mysql://root:openplan1@192.0.0.1/b",
        "mysql://root:canalboat@192.0.2.7/b",
        "mysql://root:canalboat@[2001:db8::7]/b",
        "mysql://app:app@198.18.0.7/b",
    ],
)
def test_placeholders_of_manuals(text):
    assert "URL501" not in codes(text)


@each_row(
    "text",
    [
        "http://user:passport-h7@a.internal/",
        "http://b:secretary@a.internal/",
        "http://scott:lion@10.0.0.1:1521/",
        "http://tiger:scott@10.0.0.1:1521/",
        "http://scott:h7Tq92xKw4Vb@10.0.0.1:1521/",
        "http://$USER:h7tq92x@a.internal/",
        "http://${USER}:h7tq92x@a.internal/",
        "http://%(secret:login)s:h7tq92x@a.internal/",
        "http://app:%(h7tq92x@a.internal/",
        "postgresql://app:@h7tq92x@/b",
        "http://localhost:@PORT@a.internal/b",
        "http://app:h7s3cr3t@a.internal/",
        "http://app:test@a.internal/",
        "http://app:S3cr3tT0k3n@a.internal/",
        "http://app:s3cr3t92@a.internal/",
        "http://app:t0k3nh7q@a.internal/",
        "http://app:foobarbecue@a.internal/",
        "http://test:h7tq92@a.internal/",
        "http://test:basicallyreal@a.internal/",
        "http://app:h7tq92x@127.0.0.1.a.internal/",
        "http://app:h7tq92x@128.0.0.1/",
        "http://app:h7tq92x@[2001:db8::1]/",
        "http://usuario:h7tq92x@servidor:80/",
        "http://bhost:h7tq92x@a.internal/",
        "mysql://root:h7tq92x@192.0.0.1/b",
        "mysql://root:canalboat@192.0.3.7/b",
        "mysql://root:canalboat@[2001:db9::7]/b",
        "mysql://root:canalboat1@10.0.0.7/b",
        "mysql://app:app@198.20.0.7/b",
    ],
)
def test_passwords_that_resemble_placeholders(text):
    assert "URL501" in codes(text)


_SIG, _CODE = "sig=abcdefgh12345678IJ", "code=4AX4XfWh7Qm2Rk9ZtLw4VbN8yCs1Df6G"
_KEY = "Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaAzFuQ7tZ2w8M1LpXx5Kq=="


@each_row(
    "url",
    [
        f"https://a.internal/b.zip?sv=2022-11-02&se=2030-01-01&sp=r&sr=b&{_SIG}",
        f"https://a.internal/b.zip?{_SIG}&Expires=9999999999",
        "https://a.internal/b.zip?Expires=9999999999&Signature=abcdefgh12345678IJ&Key-Pair-Id=K2",
        "https://a.internal/b?X-Amz-Date=29990105T000000Z&X-Amz-Signature=abcdefgh12345678IJ",
        "https://a.internal/b?GoogleAccessId=c&Signature=abcdefgh12345678IJ",
        f"https://a.internal/?to=https%3A%2F%2Fb.internal%2Fc%3Fsv%3D1%26se%3D2%26{_SIG.replace('=', '%3D')}",
        f"https://a.internal/callback?{_CODE}&state=b",
        f"https://a.internal/?state=b&{_CODE}",
        f"https://a.internal/oauth2/callback?{_CODE}",
        f"https://plan.azurewebsites.net/api/b?code={_KEY}",
        f"https://plan.a.internal/api/b?c=d&code={_KEY}",
        "https://api.a.internal/weather?q=b&appid=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/b?access_token=sk.abcdefgh12345678IJ",
        "https://tiles.a.internal/b.png?access_token=pk.abcdefgh12345678IJ",  # an account pays for its use
        "https://a.internal/sharepoint/b?access_token=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/research?token=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/share/b?api_secret=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/b?access_token=abcdefgh12345678IJ&Expires=1600000000",
        "https://a.internal/b?AWSAccessKeyId=AKQ7RK2MX9ZTLW4VBN8Y&Expires=9999999999",
        "https://a.internal/b?to=/join/&pwd=Rk2mXq9ZtLw4VbN8",
        "https://a.internal/joined?pwd=Rk2mXq9ZtLw4VbN8",
        "https://meet.a.internal/j/7/admin?pwd=Rk2mXq9ZtLw4VbN8",
        "https://files.a.internal/s/api/plan?pwd=Rk2mXq9ZtLw4VbN8",
        "https://a.internal/b?c=eyJhbGciOiJIUzI1NiJ9.Rk2mXq9ZtLw4VbN8yCs1Df6G.q7Rk2mX9ZtLw4Vq7",
        "https://a.internal/subscribers?key=abcdefgh12345678IJKL",
        "https://a.internal/invitations/accept/Rk2mXq9ZtLw4VbN8yCs1Df",
        "https://ci.a.internal/plan.svg.gz?circle-token=abcdefgh12345678IJ",
        "https://ci.a.internal/badgers?token=abcdefgh12345678IJ",
        "https://login.a.internal/plan?ticket=TGT-1856-abcdefgh12345678IJKL-node7",
        "https://login.a.internal/plan?ticket=abcdefgh12345678IJKLmn",
        "https://a.internal/?to=https%3A%2F%2Fb.internal%2Fjoin%3Ftoken%3Dabcdefgh12345678IJ",
    ],
)
def test_secrets_with_a_common_name(url):
    assert "URL506" in codes(url)


@each_row(
    "url",
    [
        "http://books.a.internal/books?id=a&ots=b&sig=lUAQPgAHkX-SH2uVjE",
        "http://books.a.internal/books?id=a&pg=PA7&lpg=PA7&dq=b&source=bl&sig=lUAQPgAHkX-SH2uVjE&hl=en&ei=c&sa=X",
        "https://a.internal/b.png?w=300&signature=abcdefgh12345678IJ",
        f"https://play.a.internal/?{_CODE}",
        f"https://play.a.internal/?version=2&{_CODE}&strict=true",
        f"https://play.a.internal/#ts=5&{_CODE}",
        "https://a.internal/detail.html?code=A788DF4210BC99E1F0A1",
        "https://a.internal/api/product?code=A788DF4210BC99E1F0A1",
        "https://shop.a.internal/launch?appId=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/jobs?searchToken=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/list?search_session_id=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/share/item?accessToken=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/shared/b?sstoken=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/s/b?share_token=9f86d081884c7d659a2feaa0c55ad015",
        "https://a.internal/b.js?key=pk_live_abcdefgh12345678IJ",
        f"https://a.internal/b.zip?{_SIG}&Expires=1600000000",
        f"https://a.internal/b.zip?sv=2022-11-02&se=2023-01-01&sp=r&sr=b&{_SIG}",
        "https://a.internal/b?X-Amz-Date=20190105T000000Z&X-Amz-Signature=abcdefgh12345678IJ",
        "https://a.internal/b?X-Amz-Date=20190105T000000Z&X-Amz-Security-Token=abcdefgh12345678IJ",
        "https://a.internal/b?AWSAccessKeyId=AKQ7RK2MX9ZTLW4VBN8Y&Expires=1600000000&Signature=abcdefgh12345678IJ",
        "https://meet.a.internal/j/98765432101?pwd=Rk2mXq9ZtLw4VbN8",
        "https://files.a.internal/s/1Fk3yB7xQ?pwd=k3vt",
        "https://a.internal/b?c=eyJ2IjoiMSJ9.Rk2mXq9ZtLw4VbN8yCs1Df6G.q7Rk2mX9ZtLw4Vq7",
        "https://meet.a.internal/wc/join/98765432101?pwd=Rk2mXq9Z.1",
        "https://notes.a.internal/subscribe?key=abcdefgh12345678IJKL",
        "https://school.a.internal/enrol.php?key=abcdefgh12345678IJKL",
        "https://ci.a.internal/plan.svg?style=flat&circle-token=abcdefgh12345678IJ",
        "https://ci.a.internal/badge/plan?token=abcdefgh12345678IJ",
        "https://login.a.internal/plan?ticket=ST-1856-abcdefgh12345678IJ-node7",
        "https://login.a.internal/plan?ticket=PT-1856-abcdefgh12345678IJ-node7",
    ],
)
def test_public_values_of_parameters_with_such_a_name(url):
    assert "URL506" not in codes(url)


_RANDOM = "9f86d081884c7d659a2feaa0c55ad015"


@each_row(
    "marked",
    [
        f"url: /oauth/2.0/token?grant_type=b&client_secret=«{_RANDOM}»",
        f"POST /oauth/token?client_secret=«{_RANDOM}»&b=c HTTP/1.1",
        f'fetch("/token?app=1&app_secret=«{_RANDOM}»")',
        f"[a](/token?client_secret=«{_RANDOM}»)",
        f"get /token?to=/b&client_secret=«{_RANDOM}», and more",
        f"/token?client_secret=«{_RANDOM}»&app_secret=b",
        f"http://a.internal/ and /token?client_secret=«{_RANDOM}»",
    ],
)
@each_row("long", [False, True])
def test_secrets_of_paths_with_a_query(marked, long):
    text = "x " * 100_000 * long + marked
    (finding,) = lint(re.sub("[«»]", "", text))
    assert finding.code == "URL506"
    assert [span.start for span in finding.spans] == [text.index("«")]
    assert find(re.sub("[«»]", "", marked).partition(" and ")[2] or marked) == []


@each_row(
    "text",
    [
        "url: /oauth/token?client_secret=YOUR_SECRET",
        "url: /oauth/token?client_secret=${SECRET}",
        "url: /oauth/token?client_secret={secret}",
        "url: /oauth/token?client_secret=",
        "url: /oauth/token?client_secret=the-secret",
        f"set client_secret={_RANDOM}",
        f"set /oauth?client_secret = {_RANDOM}",
        f"//a/b?client_secret={_RANDOM}",
        f"a/b?client_secret={_RANDOM}",
        f"{'/a' * 300}?client_secret={_RANDOM}",
    ],
)
def test_other_paths_with_a_query(text):
    assert codes(text) == []
