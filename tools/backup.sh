#!/bin/sh
# Back up the database of a club: one compressed dump, and no more than KEEP of them.
#   backup.sh FOLDER        once
#   backup.sh FOLDER 86400  now, and again after so many seconds, until it is stopped
# The address of the database is in BOCAGE_DATABASE. Restore with: pg_restore -d ADDRESS FILE
set -eu
folder=$1
every=${2:-}
keep=${KEEP:-14}
while :; do
    name="$folder/bocage-$(date -u +%Y%m%dT%H%M%SZ).dump"
    # A dump that is cut short never bears the name of a whole one.
    pg_dump --format=custom --no-owner --file="$name.part" "$BOCAGE_DATABASE"
    mv "$name.part" "$name"
    echo "wrote $name"
    ls -1 "$folder"/bocage-*.dump | sort -r | tail -n +"$((keep + 1))" | while read -r old; do rm -- "$old"; done
    [ -n "$every" ] || exit 0
    sleep "$every" & wait $!
done
