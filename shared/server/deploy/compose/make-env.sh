#!/bin/sh
# Writes the .env of compose.yaml beside it, with new secrets: sh make-env.sh https://planner.example
# It never replaces an existing file, because the database was created with the secrets in it.
set -eu
umask 077
case "${1:-}" in
  https://*/* | http://*/* | '') echo "Usage: sh make-env.sh https://planner.example" >&2 && exit 1 ;;
  https://?* | http://127.0.0.1:?*) ;;
  *) echo "$1 is not an address that starts with https:// (or with http://127.0.0.1: for a try)." >&2 && exit 1 ;;
esac
secret() { openssl rand -hex 32; }
set -C
cat > "$(dirname "$0")/.env" <<END
# Where people open the site.
SITE_URL=$1
# The proxy with the certificate passes everything on to 127.0.0.1 with this port.
GATEWAY_PORT=8000
# The folder with migrations; with remotes that have tables, that of \`npm run store -- migrations <folder>\`.
MIGRATIONS=../../../../supabase/migrations

# true: no mail is needed to sign up. Set it to false once mail is sent.
AUTOCONFIRM=true
SMTP_HOST=
SMTP_PORT=587
SMTP_USER=
SMTP_PASSWORD=
SMTP_FROM=

GOOGLE_ENABLED=false
GOOGLE_CLIENT_ID=
GOOGLE_CLIENT_SECRET=

# In every page.
SUPABASE_KEY=sb_publishable_$(openssl rand -hex 16)
# Secrets.
JWT_SECRET=$(secret)
POSTGRES_PASSWORD=$(secret)
AUTH_PASSWORD=$(secret)
REST_PASSWORD=$(secret)
END
