"""Credentials as the documentation of services and programs writes them are reported, and harmless lines are not."""

import pytest

from urlmend import lint
from urlmend.redaction.redact import redact

CODES = ("URL501", "URL506")

CREDENTIALS = r"""
git clone https://ghp_16C7e42F292c6912E7710c838347Ae178B4a@github.com/acme/app.git
git remote set-url origin https://x-access-token:ghs_9fK2mXq7ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ1@github.com/acme/app
pip install git+https://oauth2:glpat-Xy7Qm2Rk9ZtLw4VbN8yC@gitlab.com/acme/lib.git
npm config set registry https://deploy:S3cr3tPa55@npm.acme.io/
DATABASE_URL=postgres://webapp:vN8yCs1D@db.acme.io:5432/prod
SQLALCHEMY_DATABASE_URI = "mysql+pymysql://root:rootpw7@10.1.2.3/shop"
mongodb+srv://admin:Tr0ub4dor@cluster0.ab1cd.mongodb.net/test?retryWrites=true
redis://:p4ssw0rd-x@cache.acme.io:6379/0
amqp://rabbit:hop-hop-77@mq.acme.io:5672/%2f
CELERY_BROKER_URL=amqps://svc:Zx9kLm2p@b-1234.mq.us-east-1.amazonaws.com:5671
smtp://mailer:9uTr-1kk@smtp.acme.io:587
smtps://AKIAQ3EGXAMPL7KZ4JDM:BMz8Rk2mXv9TtLw4VbN7yCs1Df6GhJ3pKe0@email-smtp.eu-west-1.amazonaws.com:465
ftp://backup:nightly2019@ftp.acme.io/dumps
sftp://deploy:k33p-out@files.acme.io/home
jdbc:postgresql://db.acme.io/app?user=app&password=Winter2024
jdbc:mysql://db.acme.io:3306/app?user=app&password=pa55-word&useSSL=false
jdbc:sqlserver://sql.acme.io:1433;databaseName=crm;user=sa;password=Adm1n-77;encrypt=true
mssql+pyodbc:///?odbc_connect=DRIVER%3D%7BODBC+Driver+17%7D%3BSERVER%3Dsql.acme.io%3BUID%3Dsa%3BPWD%3DAdm1n-77
curl "https://api.acme.io/v1/users?api_key=4f9d2c7b8a1e6035c4d7e9f1a2b3c4d5"
curl 'https://gitlab.com/api/v4/projects?private_token=glpat-b7Rk2mXq9ZtLw4VbN8yC'
https://graph.facebook.com/me?access_token=EAACEdEose0cBAHk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0Aa
https://api.acme.io/feed?accessToken=a8f5f167f44f4964e6c998dee827110c
https://api.acme.io/feed?x-api-key=a8f5f167f44f4964e6c998dee827110c
https://api.acme.io/login?user[password]=Sonne-19
https://api.acme.io/x?access%5Ftoken=a8f5f167f44f4964e6c998dee827110c
https://app.acme.io/cb?code=4%2F0AX4XfWh7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0A&scope=email
https://app.acme.io/cb?code=b1946ac92492d2347c6235b4d2611184&state=xyz
https://app.acme.io/cb#access_token=ya29.a0AfH6SMBx7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0A&token_type=Bearer
https://app.acme.io/sso?jwt=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U
https://hooks.slack.com/services/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
https://hooks.slack.com:443/services//T024BE7LD/B0ABCD123/x7Qm2Rk9ZtLw4VbN8yCs1Df6
https://discord.com/api/webhooks/834012345678901234/x7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ-Xy7Qm2Rk9ZtLw4VbN8yCs1Df6G
https://discordapp.com/api/v9/webhooks/834012345678901234/x7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ
https://api.telegram.org/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw7/getMe
https://acme.webhook.office.com/webhookb2/f2b1a9d0-1c2d-4e3f-8a9b-0c1d2e3f4a5b@a1b2c3d4-1111-4222-9333-444455556666/IncomingWebhook/0f1e2d3c4b5a69788796a5b4c3d2e1f0/9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d
https://outlook.office.com/webhook/f2b1a9d0-1c2d-4e3f-8a9b-0c1d2e3f4a5b@a1b2c3d4-1111-4222-9333-444455556666/IncomingWebhook/0f1e2d3c4b5a69788796a5b4c3d2e1f0/9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d
https://hooks.zapier.com/hooks/catch/5678901/o7r2xkq/
https://maker.ifttt.com/trigger/build_failed/with/key/dXy7Qm2Rk9ZtLw4VbN8yCs
https://prod-12.westeurope.logic.azure.com:443/workflows/0f1e2d3c/triggers/manual/paths/invoke?api-version=2016-10-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=x7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ-Xy7Qm2R
https://acmestore.blob.core.windows.net/backups/db.bak?sv=2020-08-04&se=2024-01-01&sr=b&sp=r&sig=x7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQXy7Qm2R%3D
https://acme.s3.amazonaws.com/plan.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=3b1f5c7d9e2a4f6081b3c5d7e9fa1b2c3d4e5f60718293a4b5c6d7e8f9012345
https://storage.googleapis.com/acme/plan.pdf?GoogleAccessId=svc@acme.iam.gserviceaccount.com&Expires=1700000000&Signature=x7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQXy7Qm2R
https://maps.googleapis.com/maps/api/geocode/json?address=Bonn&key=AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q
https://chat.googleapis.com/v1/spaces/AAAA1b2C3d4/messages?key=AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q&token=x7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ%3D
https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7c4d-4bc4-97a0-0ec2b1fa5aaa
https://oapi.dingtalk.com/robot/send?access_token=566cc69da782ec33e42541b09b08551f09fbe864eb8008112e994b43887c1234
https://sk_live_51Hx7Qm2Rk9ZtLw4VbN8yCs1:@api.stripe.com/v1/charges
https://api_key_0a1b2c3d4e5f60718293a4b5c6d7e8f9:x@acme.freshdesk.com/api/v2/tickets
https://proxy.acme.io/fetch?u=https%3A%2F%2Fadmin%3As3cr3t-9%40intranet.acme.io%2F
https://proxy.acme.io/fetch?u=https://admin%3As3cr3t-9%40intranet.acme.io/
https://login.acme.io/?next=https%253A%252F%252Fadmin%253As3cr3t-9%2540intranet.acme.io
https:///admin:s3cr3t-9@intranet.acme.io/
postgresql://app:/s3cr3t-9@db.acme.io/app
postgresql://app:#s3cr3t-9@db.acme.io/app
postgresql://app:?s3cr3t-9@db.acme.io/app
sip:1001:s3cr3t-9@pbx.acme.io
http://192.168.1.10:8080/login.cgi?username=admin&password=letmein7
rtsp://admin:camera-12@192.168.1.64:554/Streaming/Channels/101
https://www.dropbox.com/cb?oauth_token_secret=b9q1n5il4lcc7Qm2&oauth_token=ccswr4ivfhn2Xy77
https://example-app.firebaseio.com/users.json?auth=x7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQXy7Qm
https://api.openweathermap.org/data/2.5/weather?q=Bonn&appid=b6907d289e10d714a6e88b30761fae22
https://newsapi.org/v2/top-headlines?country=us&apiKey=7d3f9a1b2c4e5d6f8a9b0c1d2e3f4a5b
https://mainnet.infura.io/v3/9aa3d95b3bc440fa88ea12eaa4456161
https://sentry-user:pw7x@sentry.acme.io/42
""".strip().splitlines()

HARMLESS = r"""
postgres://app:${PASS}@db.acme.io/app
https://user:<password>@git.acme.io/repo
https://user:xxx@git.acme.io/repo
https://user:***@git.acme.io/repo
https://user:password@host/path
mysql://%s:%s@%s/%s
postgres://postgres:postgres@localhost:5432/test
amqp://guest:guest@rabbit:5672//
https://USERNAME:PASSWORD@registry.acme.io/
https://api.acme.io/?api_key=YOUR_API_KEY
https://api.acme.io/?token={{ token }}
https://api.acme.io/?access_token=ACCESS_TOKEN
https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX
https://hooks.slack.com/services/YOUR/WEBHOOK/URL
https://api.telegram.org/bot<token>/getMe
https://api.telegram.org/botTOKEN/getMe
https://discord.com/api/webhooks/{webhook.id}/{webhook.token}
https://maker.ifttt.com/trigger/{event}/with/key/{key}
https://shop.acme.io/?code=SUMMER2024
https://shop.acme.io/item?key=section-3-introduction-2024
https://jira.acme.io/browse?key=PROJ-1234
https://www.acme.io/?postcode=53113&country_code=DE
https://api.acme.io/list?page_token=CAUQAA8fK2mXq7ZtLw4VbN
https://docs.acme.io/reset-password?password=password
http://localhost:8080/@vite/client
http://host:3000/@user/repo
https://medium.com/@someone123/how-to-rotate-a-token-9f86d081884c
git+ssh://git@github.com:org/repo.git@v1.2
https://acme.io/login?next=/account&email=joe%40acme.io
https://play.acme.io/?code=print(1)
https://example.com/?password=hunter2
https://acme.io/?password=true
https://acme.io/a?session=closed&auth=basic
http://[::1]:8080/a@b
https://$USER:$TOKEN@git.acme.io/
https://acme.io/?sig=none&signature=false
https://token:x-oauth-basic@github.com/acme
https://acme.io/search?q=user:foo@bar
https://git.acme.io/commit/9c41d2e07b6f4a358d1e20c7fab4963be5d80712
https://registry.acme.io/v2/app@sha256:9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015
https://user:pass@example.com/ in the manual
https://acme.io/?pwd=/home/joe/src
redis://:${REDIS_PASSWORD}@cache.acme.io
https://api.acme.io/?sig=...
https://api.acme.io/?access_token=xxxxxxxxxxxxxxxxxxxxxxxx
https://api.acme.io/?api_key=0000000000000000
postgres://user:%s@db.acme.io/x
https://acme.io/?reset_password=1&x=2
https://acme.io/?q=https%3A%2F%2Fmaps.acme.io%3A8080%2F%40joe
https://acme.io/design=abcdef0123456789abcdef
""".strip().splitlines()


@pytest.mark.parametrize("line", CREDENTIALS)
def test_credentials_are_reported_and_hidden(line):
    found = [finding for finding in lint(f"{line}\n") if finding.code in CODES]
    assert found
    text = f"{line}\n"
    for finding in found:
        for start, stop in finding.spans:
            assert text[start:stop].rpartition(":")[2] not in redact(text)


@pytest.mark.parametrize("line", HARMLESS)
def test_harmless_lines_are_not_reported(line):
    assert [finding.message for finding in lint(f"{line}\n") if finding.code in CODES] == []


def test_there_are_enough_lines():
    assert len(CREDENTIALS) >= 50
    assert len(HARMLESS) >= 25
