#!/usr/bin/env bash
# pgbouncer.sh: starts PgBouncer between the app's nodes and HAProxy's port for the primary, with the settings of
# deploy/pgbouncer and other addresses.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/settings.sh"
sed -e "s|^antojo = .*|antojo = host=127.0.0.1 port=$PRIMARY_PORT dbname=antojo|" \
  -e "s|^listen_port = .*|listen_port = $POOLER_PORT|" \
  -e "s|^auth_file = .*|auth_file = $CLUSTER_DIR/run/userlist.txt|" \
  "$here/../pgbouncer/pgbouncer.ini" >"$CLUSTER_DIR/pgbouncer.ini"
echo "\"antojo\" \"$PASSWORD\"" >"$CLUSTER_DIR/run/userlist.txt"
background pgbouncer $(user_prefix) pgbouncer "$CLUSTER_DIR/pgbouncer.ini"
