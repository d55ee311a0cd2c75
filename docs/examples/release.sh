#!/bin/sh
# Sends the build of a remote to a site: plain shell, tar and curl, nothing of this repository. In the remote's folder, with its
# package.json, its remote.json, and the build in dist:
#
#     SITE=https://planner.example SPACE_TOKEN=space_… sh release.sh notes
#     … sh release.sh notes canary=10            # tries it on a tenth of all devices
#     … sh release.sh notes stage=true           # stages it: the link that is printed tries it
#
# Sent twice it is released once. Ends with 0 when it is done, else with the site's reason.
set -eu
remote=$1
query=${2:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Where it comes from, for the record of the release. Nothing else of git is sent.
commit=$(git rev-parse --short=10 HEAD)
built=$(date -u +%Y-%m-%dT%H:%M:%SZ)
printf '{ "commit": "%s", "builtAt": "%s" }\n' "$commit" "$built" > "$folder/origin.json"

# Nothing hidden goes along but Vite's manifest, which says what each page needs.
printf '%s\n' package.json remote.json > "$folder/list"
find dist -type f \( ! -path '*/.*' -o -path dist/.vite/manifest.json \) >> "$folder/list"
COPYFILE_DISABLE=1 tar -czf "$folder/build.tgz" -C "$folder" origin.json -C "$PWD" -T "$folder/list"

# The token is read from standard input: the list of processes shows what curl was told.
printf 'Authorization: Bearer %s\n' "$SPACE_TOKEN" |
  curl --silent --show-error --fail-with-body --retry 3 --max-time 600 \
    --header @- --header 'Accept: text/plain' --header 'Expect:' \
    --upload-file "$folder/build.tgz" "$SITE/_releases/$remote${query:+?$query}"
echo
