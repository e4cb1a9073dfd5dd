#!/usr/bin/env bash
# app-node.sh web|worker N: starts the N-th (1–2) app node of that role.
set -eu
. "$(dirname "$0")/settings.sh"
role=$1 n=$2
ports=("${WEB_PORTS[@]}")
[ "$role" = web ] || ports=("${WORKER_PORTS[@]}")
# All nodes use one directory, and so share keys and copies of pictures.
# shellcheck disable=SC1091
[ ! -f "$CLUSTER_DIR/app.env" ] || set -a && . "$CLUSTER_DIR/app.env" && set +a
export ROLE=$role PORT=${ports[$((n - 1))]} DATA_DIR=$CLUSTER_DIR/app DATABASE_URL TRUST_PROXY=127.0.0.1
export PUBLIC_URL=${PUBLIC_URL:-http://127.0.0.1:$APP_PORT} LOG_LEVEL=${LOG_LEVEL:-warn}
background "$role$n" "$NODE" "$ROOT/apps/server/src/main.ts"
