#!/bin/sh
# Run once, when the primary of compose.yaml is made: the standby may copy it, from the network of the containers.
set -eu
echo 'host replication carillon samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
