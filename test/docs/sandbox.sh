#!/bin/sh
# Runs a command in a sandbox: a network that has only its loopback, an empty /tmp with a copy of this project in
# /tmp/home/daybook, where the command runs, and names of example.org that lead to the loopback. The documentation can
# then be run as it is written, with its own ports and folders, and nothing outside is reached or changed.
# Needs Linux and root.
set -eu

if [ "${1-}" = --inside ]; then
  folder=$2
  shift 2
  ip link set lo up
  mount --bind "$folder/hosts" /etc/hosts
  mount --bind "$folder/nsswitch.conf" /etc/nsswitch.conf
  mount --bind "$folder/tmp" /tmp
  cd /tmp/home/daybook
  PATH=$PWD/node_modules/.bin:$PATH
  [ -z "${DAYBOOK_TEST_REPORT-}" ] || export DAYBOOK_TEST_REPORT=/tmp/report.json
  exec "$@"
fi

if ! unshare --net --mount true 2>/dev/null; then
  echo "The documentation is run in a network of its own, which needs Linux and root." >&2
  exit 1
fi
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
copy=$folder/tmp/home/daybook
mkdir -p "$copy"
chmod 755 "$folder"
chmod 1777 "$folder/tmp"
printf '127.0.0.1 localhost smtp.example.org imap.example.org db.example.org daybook.example.org\n' >"$folder/hosts"
printf 'hosts: files\n' >"$folder/nsswitch.conf"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --target-directory="$copy" --
for modules in node_modules client/node_modules test/generators/node_modules; do # of the workspaces, too
  [ ! -d "$modules" ] || cp -al "$modules" "$copy/$modules" 2>/dev/null || cp -a "$modules" "$copy/$modules"
done

code=0
unshare --net --mount "$copy/test/docs/sandbox.sh" --inside "$folder" "$@" || code=$?
[ ! -e "$folder/tmp/report.json" ] || cp "$folder/tmp/report.json" "$DAYBOOK_TEST_REPORT"
exit $code
