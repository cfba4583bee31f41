"""Credentials as the documentation of services and programs writes them are reported, and harmless lines are not."""

from tables import each_row
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
https://acme.s3.amazonaws.com/plan.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=3b1f5c7d9e2a4f6081b3c5d7e9fa1b2c3d4e5f60718293a4b5c6d7e8f9012345
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
curl -X POST "https://api.pagerduty.com/x?routing_key=3b8f1e7a9c2d4f6058e1b7c3a9d2f4e6"
SENTRY_DSN=https://6f3c8a1b9d2e4f70518c3b6a9e7d2f41:9a1b7c3d5e2f4860a8c6b4d2e0f19375@sentry.acme.io/42
https://api.mapbox.com/styles/v1/mapbox/streets-v11?access_token=sk.eyJ1IjoiYWNtZSIsImEiOiJjazg3Nmh4In0.V8vYjL2kPq9ZtRw4mXbN7g
https://api.mapbox.com/geocoding/v5/x.json?access_token=sk.eyJ1IjoiYWNtZSIsImEiOiJjazg3Nmh4In0.V8vYjL2kPq9ZtRw4mXbN7g
index-url = https://__token__:pypi-AgEIcHlwaS5vcmcCJDk3Yzk0Yz@upload.pypi.org/simple
pip install --extra-index-url https://aws:eyJwYXlsb2FkIjoiSDdrcXl4@acme-123456789012.d.codeartifact.eu-west-1.amazonaws.com/
registry=https://npm_7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7x@registry.npmjs.org/
git clone https://oauth2:gho_7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7x@github.com/acme/x.git
git clone https://x-token-auth:ATCTT3xFfGN0abc7Qm2Rk9ZtLw4VbN8yCs@bitbucket.org/acme/x.git
git clone https://gitlab-ci-token:glcbt-64_7Qm2Rk9ZtLw4VbN8y@gitlab.acme.io/acme/x.git
git clone https://anything:7qm2rk9ztlw4vbn8ycs1df6ghj3pke0aaqxy7m2rk9ztlw4vbn8y@dev.azure.com/acme/_git/x
git push https://heroku:8d3f1c7a-2b4e-4f60-9a8c-7e5d1b3f2a9c@git.heroku.com/app.git
https://acme.pkgs.visualstudio.com/_packaging/x/pypi/simple/?sv=2022-11-02&sig=7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7x
DATABASE_URL="mysql://u8f3k:k2-J8sPq@eu-cdbr-west-01.cleardb.com/heroku_1?reconnect=true"
mongodb://acme:f00B4r-Baz@node1.acme.io:27017,node2.acme.io:27017/db?replicaSet=rs0
clickhouse://default:q9W-e7Rt@ch.acme.io:9000/stats
cockroachdb://maxroach:q9W-e7Rt@free-tier.gcp-us-central1.cockroachlabs.cloud:26257/defaultdb
snowflake://bob:q9We7Rt@acme-xy12345/db/schema?warehouse=wh
jdbc:snowflake://acme.snowflakecomputing.com/?user=bob&password=q9We7Rt&db=x
jdbc:db2://db.acme.io:50000/SAMPLE:user=db2inst1;password=q9We7Rt;
jdbc:mariadb://db.acme.io/app?user=root&password=q9We7Rt
jdbc:h2:tcp://db.acme.io/~/test;USER=sa;PASSWORD=q9We7Rt
ldap://cn=admin,dc=acme:q9We7Rt@ldap.acme.io/
ldaps://ldap.acme.io/ou=People?bindname=cn=admin&bindpw=q9We7Rt
imaps://joe:q9We7Rt@imap.acme.io/INBOX
imap://joe%40acme.io:q9We7Rt@imap.acme.io
smb://WORKGROUP;joe:q9We7Rt@nas.acme.io/share
ssh://root:q9We7Rt@10.0.0.3
vnc://:q9We7Rt@10.0.0.3:5901
socks5://joe:q9We7Rt@proxy.acme.io:1080
HTTP_PROXY=http://joe:q9We7Rt@proxy.acme.io:3128
http_proxy: http://ACME%5Cjoe:q9We7Rt@proxy.acme.io:3128
ws://api.acme.io/stream?token=b8f1e7a9c2d4f6058e1b7c3a9d2f4e61
wss://api.acme.io/stream?X-Plex-Token=7Qm2Rk9ZtLw4VbN8yCs1
http://nas.acme.io:32400/library/sections?X-Plex-Token=7Qm2Rk9ZtLw4VbN8yCs1
https://www.reddit.com/.rss?feed=b8f1e7a9c2d4f6058e1b7c3a9d2f4e61bd0a7c33&user=joe
https://github.com/joe.private.atom?token=AAB7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe
https://gitlab.acme.io/dashboard/projects.atom?feed_token=7Qm2Rk9ZtLw4VbN8yCs1
https://gitlab.acme.io/dashboard/projects.atom?rss_token=7Qm2Rk9ZtLw4VbN8yCs1
https://raw.githubusercontent.com/acme/x/main/y?token=GHSAT0AAAAAAB7Qm2Rk9ZtLw4VbN8yCs1Df6Gh
https://trello.com/1/boards?key=0a1b2c3d4e5f60718293a4b5c6d7e8f9&token=b8f1e7a9c2d4f6058e1b7c3a9d2f4e61b8f1e7a9c2d4f6058e1b7c3a9d2f4e61
https://api.themoviedb.org/3/movie/550?api_key=0a1b2c3d4e5f60718293a4b5c6d7e8f9
https://www.googleapis.com/youtube/v3/search?part=snippet&key=AIzaSyB7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0A
https://generativelanguage.googleapis.com/v1beta/models/x:generateContent?key=AIzaSyB7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0A
https://www.google.com/recaptcha/api/siteverify?secret=6LcB7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQxy&response=x
https://acme.signalr.net/client/?hub=x&access_token=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJhIn0.q7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7xBc
https://acme.s3.amazonaws.com/x?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAQ3EGRTNB7KZ4JDMQ%2F20240105%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Security-Token=FwoGZXIvYXdzEB7Qm2Rk9ZtLw4VbN8yCs1Df6&X-Amz-Signature=9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015
https://storage.googleapis.com/acme/x?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Signature=9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2f
https://mandrillapp.com/api?key=md-7Qm2Rk9ZtLw4VbN8yCs1D
https://api:key-3ax6xnjp29jd6fds4gc373sgvjxteol0@api.mailgun.net/v3/samples.mailgun.org/log
https://AC7f3b9d1e5c2a4f60818b6d4e2c0f9a37:d7a9e3c1b5f2408696e4c2a0b8d6f413@api.twilio.com/2010-04-01/Accounts
https://rest.nexmo.com/sms/json?api_key=7f3b9d1e&api_secret=k7Rm2Xq9ZtLw4VbN
https://api.stripe.com/v1/charges?key=sk_test_4eC39HqLyjWDarjtT1zdp7dc
https://hooks.slack.com/services/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
https://hooks.slack.com/workflows/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
https://discord.com/api/webhooks/1029384756/q7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7xBc/github?wait=true
https://webhooks.gitlab.acme.io/x?private-token=glpat-q7Rk2mX9ZtLw4VbN8yCs
https://hooks.airtable.com/workflows/v1/genericWebhook/appq7Rk2mX9ZtLw4V/wflbN8yCs1Df6GhJ3p/wtrKe0AaQ7xBc9ZtLw
https://hc-ping.com/8d3f1c7a-2b4e-4f60-9a8c-7e5d1b3f2a9c
https://api.opsgenie.com/v1/json/x?apiKey=8d3f1c7a-2b4e-4f60-9a8c-7e5d1b3f2a9c
https://events.pagerduty.com/integration/8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c/enqueue
https://eth-mainnet.g.alchemy.com/v2/q7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0
https://chat.googleapis.com/v1/spaces/AAAAq7Rk2mX/messages?key=AIzaSyDdI0hCZtE6vySjMm-WEfRq3CPzqKqqsHI&token=q7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7xBcq7R%3D
https://outlook.office365.com/owa/calendar/8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c@acme.io/4f609a8c7e5d1b3f2a9c8d3f1c7a2b4e18273645/calendar.ics
https://app.acme.io/reset?reset_password_token=q7Rk2mX9ZtLw4VbN8yCs
https://app.acme.io/confirm?confirmation_token=q7Rk2mX9ZtLw4VbN8yCs
https://app.acme.io/magic?magic_link_token=q7Rk2mX9ZtLw4VbN8yCs
https://accounts.acme.io/cb#id_token=eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.q7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7xBc&state=7
https://accounts.acme.io/cb?code=AQB7q7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7xBc&state=7
https://login.microsoftonline.com/common/oauth2/v2.0/token?client_id=8d3f1c7a&client_secret=q7R8Q~k2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7x&grant_type=client_credentials
https://api.acme.io/oauth/token?refresh_token=1//0gq7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7xBc
https://api.telegram.org/bot5412345678:AAFq7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0/setWebhook?url=https://acme.io/x
https://graph.facebook.com/v18.0/me?access_token=1234567890|q7Rk2mX9ZtLw4VbN8yCs1Df6Gh
https://graph.facebook.com/oauth/access_token?client_id=1&client_secret=8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c
https://api.github.com/user?client_id=8d3f1c7a2b4e4f609a8c&client_secret=8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c8d3f1c7a
https://circleci.com/api/v1/me?circle-token=8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c8d3f1c7a
https://img.shields.io/x?codecov_token=8d3f1c7a-2b4e-4f60-9a8c-7e5d1b3f2a9c
https://www.pivotaltracker.com/x?token=8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c
https://app.datadoghq.com/api/v1/series?api_key=8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c&application_key=8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c8d3f1c7a
https://api.honeybadger.io/v1/x?api_key=hbp_q7Rk2mX9ZtLw4VbN8yCs1Df6GhJ3pKe0Aa
https://maps.acme.io/wms?authkey=8d3f1c7a-2b4e-4f60-9a8c-7e5d1b3f2a9c
https://tile.thunderforest.com/cycle/1/2/3.png?apikey=8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c
https://acme.webex.com/acme/j.php?MTID=m8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c&pw=q7Rk2m
https://teams.acme.io/l/meetup?passcode=q7Rk2m
http://192.168.1.20/cgi-bin/snapshot.cgi?loginuse=admin&loginpas=q7Rk2m
http://192.168.1.20/videostream.cgi?user=admin&pwd=q7Rk2m
http://192.168.1.20/snap.jpg?usr=admin&pwd=q7Rk2m
rtsp://192.168.1.20/user=admin_password=q7Rk2m_channel=1_stream=0.sdp
http://router.acme.io/goform?UserName=admin&Password=q7Rk2m
https://vpn.acme.io/?SAMLResponse=PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2Fz
ftp://joe%40acme.io:q9We7Rt%21@ftp.acme.io/pub
wget --user x ftp://joe:q9We7Rt;type=a@ftp.acme.io
svn+ssh://joe:q9We7Rt@svn.acme.io/trunk
davs://joe:q9We7Rt@dav.acme.io/
mqtt://sensor:q9We7Rt@mq.acme.io:1883
nats://sensor:q9We7Rt@nats.acme.io:4222
kafka://sensor:q9We7Rt@kafka.acme.io:9092
memcached://sensor:q9We7Rt@cache.acme.io
elasticsearch: https://elastic:q9We7RtXy2@es.acme.io:9243
rediss://default:q9We7RtXy2@eu1-acme.upstash.io:31234
cloudinary://874837483274837:a676b67565c6767a6767d6767f676fe1@acme
cassandra://joe:q9We7Rt@cass.acme.io/ks
neo4j+s://neo4j:q9We7Rt@x.databases.neo4j.io
couchdb http://admin:q9We7Rt@10.0.0.7:5984/db
s3://AKIAQ3EGRTNB7KZ4JDMQ:wJalrXUtnFEMIK7MDENGbPxRfiCY9aQx7Lm2@acme-bucket/path
postgresql://db.acme.io/app?user=joe&password=q9We7Rt&sslmode=require
otpauth://totp/acme:joe?secret=JBSWY3DPEHPK3PXPJBSWY3DP&issuer=acme
tg://socks?server=1.2.3.4&port=443&user=joe&pass=q9We7Rt
tg://proxy?server=1.2.3.4&port=443&secret=ee8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c
magic: https://urldefense.proofpoint.com/v2/url?u=https-3A__joe-3Aq9We7Rt-40git.acme.io_x&d=DwMFAg&c=x
""".strip().splitlines()

# For everyone who reads them, or valid for a time only.
SPENT = r"""
https://acmestore.blob.core.windows.net/backups/db.bak?sv=2020-08-04&se=2024-01-01&sr=b&sp=r&sig=x7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQXy7Qm2R%3D
https://storage.googleapis.com/acme/plan.pdf?GoogleAccessId=svc@acme.iam.gserviceaccount.com&Expires=1700000000&Signature=x7Qm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQXy7Qm2R
https://acme.file.core.windows.net/share?sv=2021-06-08&ss=f&srt=sco&sp=rwdlc&se=2024-05-01T00:00:00Z&spr=https&sig=Zq7x%2FQm2Rk9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ7x%3D
https://acme.s3.eu-west-1.amazonaws.com/x?AWSAccessKeyId=AKIAQ3EGRTNB7KZ4JDMQ&Signature=vjbyPxybdZaNmGa%2ByT272YEAiv4%3D&Expires=1175139620
https://d111111abcdef8.cloudfront.net/x?Expires=1700000000&Signature=nitfHRCrtziwO2HwPfWw~yYDhUF5EwRunQA-j19DzZr&Key-Pair-Id=K2JCJMDEHXQW5F
https://circleci.com/gh/acme/x.svg?style=svg&circle-token=8d3f1c7a2b4e4f609a8c7e5d1b3f2a9c8d3f1c7a
https://zoom.us/j/1234567890?pwd=Q3J5cHRvVG9rZW43Nw
https://acme.zoom.us/wc/join/1234567890?pwd=q7Rk2mX9ZtLw4V.1
https://cas.acme.io/x?ticket=ST-956-Lyg0BdLkgdrBO9W17bXS-acme
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
https://www.example.com/login?password=<password>
https://api.acme.io/x?api_key=$API_KEY
https://api.acme.io/x?api_key=${API_KEY}&z=1
https://api.acme.io/x?token=%TOKEN%
https://api.acme.io/x?token=abc
https://api.acme.io/x?token=test
https://api.acme.io/x?key=value
https://api.acme.io/x?access_token={access_token}
https://api.acme.io/x?access_token=:token
https://api.acme.io/x?access_token=xxxxx-xxxxx-xxxxx
https://docs.acme.io/guides/rotate-api-keys#api-key
https://docs.acme.io/auth?code=invalid_request_error
https://acme.io/x?key=com.acme.project.setting
https://acme.io/keys?fingerprint=9f86d081884c7d659a2feaa0c55ad015
https://acme.io/x?commit=9c41d2e07b6f4a358d1e20c7fab4963be5d80712
https://acme.io/download?sha256=9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015
https://acme.io/x?utm_source=token&utm_campaign=a1b2c3d4e5f6
https://youtu.be/dQw4w9WgXcQ?si=q7Rk2mX9ZtLw4VbN
https://www.amazon.de/dp/B08N5WRWNW?pf_rd_r=7QM2RK9ZTLW4VBN8YCS1
https://acme.io/x?keyword=password&pass=1
https://acme.io/x?passport=C01X0006H&bypass=true
https://acme.io/x?compass=north&password_reset=1
https://acme.io/x?passwordless=true&password_policy=strict
https://acme.io/x?tokenizer=bert-base-uncased-2018
https://acme.io/x?max_tokens=4096&tokens=12
https://acme.io/x?signature_version=s3v4
https://acme.io/x?author=joe&authority=1
https://acme.io/x?design=a1b2c3d4e5f6a7b8
https://acme.io/x?monkey=q7Rk2mX9ZtLw4VbN
https://acme.io/x?turkey=q7Rk2mX9ZtLw4VbN
https://acme.io/x?sort_key=created_at_2024-01
https://acme.io/x?next_page_token=q7Rk2mX9ZtLw4VbN8yCs
https://acme.io/x?csrf_token=
https://acme.io/x?zipcode=12345&langcode=de_DE
https://acme.io/x?qrcode=q7Rk2mX9ZtLw4VbN8yCs
https://hooks.slack.com/services/XXX/YYY/ZZZ
https://hooks.slack.com/services/T000/B000/XXXX
https://hooks.slack.com/services/$SLACK_PATH
https://discord.com/api/webhooks/<id>/<token>
https://discord.com/api/webhooks/123/abc
https://api.telegram.org/bot$TOKEN/sendMessage
https://a1b2c3d4e5f60718293a4b5c6d7e8f90@o123456.ingest.sentry.io/1234567
https://public@sentry.example.com/1
https://examplePublicKey@o0.ingest.sentry.io/0
postgres://user:pass@localhost/db
postgres://user:password@db:5432/app
postgres://root:root@localhost:5432/db
postgres://test:test@127.0.0.1/test
mysql://root:root@127.0.0.1:3306/db
amqp://guest:guest@localhost//
redis://:password@redis:6379/0
mongodb://username:password@host:27017/db
mongodb+srv://<username>:<password>@cluster0.mongodb.net/
https://user:pass@www.example.com
https://[user]:[password]@acme.io/
https://user:PASSWORD@acme.io/
https://user:MY_PASSWORD@acme.io/
https://$GITHUB_TOKEN@github.com/acme/x
https://x-access-token:${{ secrets.GITHUB_TOKEN }}@github.com/acme/x
https://oauth2:$GITLAB_TOKEN@gitlab.com/acme/x
https://oauth2:TOKEN@gitlab.com/acme/x
https://"$USER":"$PASS"@acme.io/
ssh://git@github.com:22/acme/x.git
https://twitter.com/@joe
https://web.archive.org/web/20200101000000/https://joe@acme.io/
https://medium.com/@joe/how-to-12345
https://acme.io/mailto:joe@acme.io
https://acme.io/?u=mailto:joe@acme.io
https://matrix.to/#/@joe:acme.io
https://matrix.to/#/!q7Rk2mX9ZtLw4VbN:acme.io?via=acme.io
https://unpkg.com/react@17.0.2/umd/react.js
https://cdn.jsdelivr.net/npm/vue@3.2.47/dist/vue.js
https://go.dev/x@v0.0.0-20240105000000-9f86d081884c
https://maps.google.com/maps/@52.5,13.4,15z
https://www.google.com/maps/place/x/@52.5170365,13.3888599,17z/data=!3m1!4b1
https://acme.io/a:b/c@d
https://accounts.google.com/o/oauth2/auth?client_id=12345-abc.apps.googleusercontent.com&redirect_uri=http%3A//localhost%3A8080/
https://acme.io/oauth/authorize?response_type=code&client_id=q7Rk2mX9ZtLw&state=8d3f1c7a2b4e4f609a8c
https://teams.microsoft.com/l/channel/19%3Aq7Rk2mX9ZtLw%40thread.skype/General
https://mailarchive.acme.io/msg?id=%3Cq7Rk2m%40acme.io%3E
https://urldefense.proofpoint.com/v2/url?u=https-3A__www.acme.io_x-5Fy&d=DwMFAg&c=Bq7Rk2mX9ZtLw&r=Lw4VbN8yCs1Df6
https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.acme.io%2F&data=05%7C01%7Cjoe%40acme.io%7C8d3f1c7a%7C1&sdata=q7Rk2mX9ZtLw4VbN8yCs1Df6%3D&reserved=0
""".strip().splitlines()


@each_row("line", CREDENTIALS)
def test_credentials_are_reported_and_hidden(line):
    found = [finding for finding in lint(f"{line}\n") if finding.code in CODES]
    assert found
    text = f"{line}\n"
    for finding in found:
        for start, stop in finding.spans:
            assert text[start:stop].rpartition(":")[2] not in redact(text)


@each_row("line", SPENT)
def test_spent_credentials_are_hidden_only(line):
    assert [finding.message for finding in lint(f"{line}\n") if finding.code in CODES] == []
    assert redact(line) != line


@each_row("line", HARMLESS)
def test_harmless_lines_are_not_reported(line):
    assert [finding.message for finding in lint(f"{line}\n") if finding.code in CODES] == []


def test_there_are_enough_lines():
    assert len(CREDENTIALS) >= 150
    assert len(HARMLESS) >= 100
