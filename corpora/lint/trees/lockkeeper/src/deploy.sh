#!/bin/sh
# Publish the pages. The account is that of the build server.
set -e
for page in build/*.html; do
    curl -fsS -T "$page" "https://publisher:xV7q2LmT9wRz4KfB@upload.sluis-software.org/lockkeeper/"
done
curl -fsS "https://hooks.sluis-software.org/purge?site=lockkeeper&token=$PURGE_TOKEN"
curl "https://deploy:$PASSWORD@upload.sluis-software.org/done"
