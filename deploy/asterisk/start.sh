#!/bin/sh
# Takes over the configuration, with the password of ARI_PASSWORD, and runs Asterisk as its own account.
set -eu
for file in /configuration/*.conf; do
  sed "s/@ARI_PASSWORD@/$ARI_PASSWORD/" "$file" > "/etc/asterisk/${file##*/}"
done
mkdir -p /var/run/asterisk
chown -R asterisk:asterisk /etc/asterisk /var/run/asterisk /var/lib/asterisk /var/log/asterisk /var/spool/asterisk
exec asterisk -f -U asterisk -G asterisk
