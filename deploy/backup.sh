#!/bin/sh
# Makes a backup of Daybook beside the running service, examines it, copies it elsewhere and removes the oldest ones.
#
#   DAYBOOK_DATA     the data folder of the service, as everywhere
#   BACKUP_FOLDER    where backups go; made when missing
#   BACKUP_KEEP      how many are kept: 14 unless set
#   BACKUP_COPY_TO   another place for all of them, as rsync names it: /mnt/disk/daybook or user@host:daybook
#
# A backup that cannot be made, or is damaged, ends it with an exit code that is not 0 and removes no older one.
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
# The name of a backup has seconds: one that follows another within the same second waits for the next.
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

# The names sort by time. A backup is the file and, where there are files, the folder beside it.
ls "$BACKUP_FOLDER" | grep -x 'daybook-[0-9TZ-]*\.db' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -rf "${BACKUP_FOLDER:?}/$old" "${BACKUP_FOLDER:?}/$old.files"
done

# Contents that several backups share are sent and stored once (-H); what was removed here is removed there.
if [ -n "${BACKUP_COPY_TO-}" ]; then
  rsync -aH --delete "$BACKUP_FOLDER/" "$BACKUP_COPY_TO/"
fi
