#!/bin/sh
# Makes a backup of Daybook while the service runs, checks it, removes the oldest backups and copies the rest.
#
#   DAYBOOK_DATA     data folder of the service
#   BACKUP_FOLDER    folder for backups; created if missing
#   BACKUP_KEEP      number of backups to keep; default 14
#   BACKUP_COPY_TO   rsync target for a copy of all backups: /mnt/disk/daybook or user@host:daybook
#
# If a backup cannot be made or is damaged, the exit code is not 0 and no older backup is removed.
set -eu
umask 077
daybook=$(cd "$(dirname "$0")/.." && pwd)/daybook
: "${BACKUP_FOLDER:?must name the folder for backups}"
keep=${BACKUP_KEEP:-14}
case $keep in
  '' | 0 | *[!0-9]*)
    echo "backup.sh: BACKUP_KEEP=$keep: must be a number above 0." >&2
    exit 2
    ;;
esac

mkdir -p "$BACKUP_FOLDER"
# The name of a backup contains the second: a second backup within the same second waits for the next one.
while
  new=$BACKUP_FOLDER/daybook-$(date -u +%Y-%m-%dT%H-%M-%SZ).db
  [ -e "$new" ]
do
  sleep 1
done
"$daybook" backup "$new"
report=$("$daybook" doctor --database "$new") || {
  printf '%s\n' "$report" >&2
  exit 1
}

# The names sort by time. A backup is the file and, if there are contents, the folder next to it.
ls "$BACKUP_FOLDER" | grep -x 'daybook-[0-9TZ-]*\.db' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -rf "${BACKUP_FOLDER:?}/$old" "${BACKUP_FOLDER:?}/$old.files"
done

# Contents that several backups share are sent and stored once (-H); backups that were removed here are removed there.
if [ -n "${BACKUP_COPY_TO-}" ]; then
  rsync -aH --delete "$BACKUP_FOLDER/" "$BACKUP_COPY_TO/"
fi
