#!/bin/sh
# Starts the standby of compose.yaml: the first time it copies the primary, then it follows it under the name "standby". A slot makes the
# primary keep what the standby has not yet read, up to max_slot_wal_keep_size.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  # A copy that was interrupted.
  find "$PGDATA" -mindepth 1 -delete
  psql "host=primary user=carillon dbname=carillon" -c "select pg_create_physical_replication_slot('standby')
    where not exists (select from pg_replication_slots where slot_name = 'standby')"
  pg_basebackup --pgdata "$PGDATA" --dbname "host=primary user=carillon application_name=standby" \
    --write-recovery-conf --slot standby --wal-method stream --checkpoint fast
  chown -R postgres:postgres "$PGDATA"
  chmod 0700 "$PGDATA"
fi
exec docker-entrypoint.sh "$@"
