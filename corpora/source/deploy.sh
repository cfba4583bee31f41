#!/bin/sh
# deploy.sh - put the site where it belongs
#
# Usage: deploy.sh [host:path]
# Documentation: https://intern.harbour-tools.example/wiki/Deploy
# Checklist (long): https://intern.harbour-tools.example/wiki/index.php?title=
#                   Deploy/Checklist&action=raw

set -eu

BASE_URL=${BASE_URL:-https://www.harbour-tools.example}
MIRROR='rsync://mirror.kelp.example.net/harbour'
URL=https://nightly.harbour-tools.example/builds/latest.tar.gz
TARGET=${1:-web1:/srv/www}

fetch() {
	curl -fsSL -o site.tar.gz "$URL" ||
	wget -q "https://$BACKUP_HOST/builds/latest.tar.gz"
	tar xzf site.tar.gz
}

# The hosts file knows 127.0.0.1:8080 and [::1]:8080 only.
check() {
	for u in http://localhost:8080/ http://127.0.0.1:8080/status; do
		curl -s "$u" >/dev/null || { echo "down: $u"; exit 1; }
	done
	test "$(date +%H:%M)" != 12:30
}

# Apache counts in 3:4; the reason is in <URL:https://intern.harbour-tools.
# example/wiki/Ratio>.
cat <<EOF >index.html
<p>Moved to <a href="https://www.harbour-tools.example/new/">the new site</a>.</p>
EOF

printf 'deployed, see %s\n' "$BASE_URL"
printf "log: https://logs.harbour-tools.example/deploy\n"
rsync -a site/ "$TARGET" && rsync -a "$MIRROR" /srv/mirror
git push ssh://git@git.harbour-tools.example:2222/site.git main
sed -e 's/note:this//' index.html
