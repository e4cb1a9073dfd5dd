#!/usr/bin/env bash
# Brings up, on loopback: etcd, three Postgres under Patroni with synchronous commit, HAProxy, two web nodes and two
# workers. Wants Debian 13 or newer: apt-get install patroni etcd-server etcd-client haproxy postgresql postgresql-contrib
# python3-etcd; and `npm start` once before, which installs and builds. Settings of the app may stand in
# $CLUSTER_DIR/app.env. NODES=database leaves the app out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/settings.sh"
mkdir -p "$CLUSTER_DIR"/{log,pid,run,app,etcd}
chmod 711 "$CLUSTER_DIR"
[ "$(id -u)" != 0 ] || chown postgres "$CLUSTER_DIR" "$CLUSTER_DIR/run"
touch "$CLUSTER_DIR/app.env"

background etcd etcd --name antojo --data-dir "$CLUSTER_DIR/etcd" \
  --listen-client-urls "http://127.0.0.1:$ETCD_PORT" --advertise-client-urls "http://127.0.0.1:$ETCD_PORT" \
  --listen-peer-urls "http://127.0.0.1:$ETCD_PEER_PORT" --initial-advertise-peer-urls "http://127.0.0.1:$ETCD_PEER_PORT" \
  --initial-cluster "antojo=http://127.0.0.1:$ETCD_PEER_PORT"
wait_for etcd 30 curl -fs "http://127.0.0.1:$ETCD_PORT/health"

sed -e "s|@CLUSTER_DIR@|$CLUSTER_DIR|g" "$here/haproxy.cfg" >"$CLUSTER_DIR/haproxy.cfg"
background haproxy haproxy -db -f "$CLUSTER_DIR/haproxy.cfg"

for n in 1 2 3; do
  "$here/patroni.sh" $n
  # The first makes the cluster, the others copy it.
  [ $n != 1 ] || wait_for 'the primary' 120 curl -fs "http://127.0.0.1:${PATRONI_PORTS[0]}/primary"
done
for n in 2 3; do wait_for "postgres$n" 180 curl -fs "http://127.0.0.1:${PATRONI_PORTS[$((n - 1))]}/replica"; done

as_superuser() { PGPASSWORD=$PASSWORD psql -qAt -h 127.0.0.1 -p $PRIMARY_PORT -U postgres "$@"; }
wait_for 'the primary through HAProxy' 30 as_superuser -c 'select 1'
if [ "$(as_superuser -c "select count(*) from pg_roles where rolname = 'antojo'")" = 0 ]; then
  as_superuser -c "create role antojo login createrole password '$PASSWORD'"
  as_superuser -c 'create database antojo owner antojo'
fi
echo "Postgres: $DATABASE_URL"
[ "${NODES:-all}" != database ] || exit 0

"$here/app-node.sh" web 1
wait_for 'the first web node' 180 curl -fs "http://127.0.0.1:${WEB_PORTS[0]}/readyz"
"$here/app-node.sh" web 2
"$here/app-node.sh" worker 1
"$here/app-node.sh" worker 2
for port in "${WEB_PORTS[@]}" "${WORKER_PORTS[@]}"; do
  wait_for "the node on $port" 180 curl -fs "http://127.0.0.1:$port/readyz"
done
wait_for 'the app through HAProxy' 30 curl -fs "http://127.0.0.1:$APP_PORT/healthz"
echo "Antojo: http://127.0.0.1:$APP_PORT"
