#!/usr/bin/env bash
# Starts on this machine: etcd, three Postgres under Patroni with synchronous commit, HAProxy, PgBouncer, two web
# nodes and two workers; running ones are left alone. docs/operating.md lists the required packages.
# $CLUSTER_DIR/app.env may contain settings of the app. NODES=database starts only the database.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/settings.sh"

missing=$(for program in etcd patroni haproxy pgbouncer psql curl; do command -v $program >/dev/null || echo "$program"; done)
if [ -n "$missing" ]; then
  echo "Not installed:" $missing >&2
  echo 'On Debian 13: apt-get install curl etcd-server haproxy patroni pgbouncer postgresql python3-etcd' >&2
  exit 1
fi
if [ "${NODES:-all}" != database ] && ! { [ -x "$NODE" ] && [ -d "$ROOT/apps/web/dist" ]; }; then
  echo 'The app is not built: start it once with npm start, and stop it with Ctrl+C when it serves.' >&2
  exit 1
fi

mkdir -p "$CLUSTER_DIR"/{log,pid,run,app,etcd}
chmod 711 "$CLUSTER_DIR"
[ "$(id -u)" != 0 ] || chown postgres "$CLUSTER_DIR" "$CLUSTER_DIR/run"
touch "$CLUSTER_DIR/app.env"

etcd=http://$HUB_HOST:$ETCD_PORT
peer=http://127.0.0.1:$ETCD_PEER_PORT
background etcd etcd --name antojo --data-dir "$CLUSTER_DIR/etcd" \
  --listen-client-urls "$etcd" --advertise-client-urls "$etcd" \
  --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" --initial-cluster "antojo=$peer"
wait_for etcd 60 curl -fs "$etcd/health"

cp "$here/haproxy.cfg" "$CLUSTER_DIR/haproxy.cfg"
for n in 1 2 3; do
  sed -i "s|server postgres$n 127.0.0.1:|server postgres$n ${POSTGRES_HOSTS[$((n - 1))]}:|" "$CLUSTER_DIR/haproxy.cfg"
done
background haproxy haproxy -db -f "$CLUSTER_DIR/haproxy.cfg"
"$here/pgbouncer.sh"

patroni_says() { curl -fs "http://${POSTGRES_HOSTS[$(($1 - 1))]}:${PATRONI_PORTS[$(($1 - 1))]}/$2"; }
has_primary() { patroni_says 1 primary || patroni_says 2 primary || patroni_says 3 primary; }
for n in 1 2 3; do
  "$here/patroni.sh" $n
  # At the first start the first Postgres creates the cluster and the others copy it; later the last primary starts first.
  [ $n != 1 ] || [ -d "$CLUSTER_DIR/postgres2" ] || wait_for 'the primary' 120 patroni_says 1 primary
done
wait_for 'a primary' 120 has_primary
for n in 1 2 3; do wait_for "postgres$n" 180 patroni_says $n health; done

as_superuser() { PGPASSWORD=$PASSWORD psql -qAt -h 127.0.0.1 -p $PRIMARY_PORT -U postgres "$@"; }
wait_for 'the primary through HAProxy' 30 as_superuser -c 'select 1'
if [ "$(as_superuser -c "select count(*) from pg_roles where rolname = 'antojo'")" = 0 ]; then
  as_superuser -c "create role antojo login createrole password '$PASSWORD'"
  as_superuser -c 'create database antojo owner antojo'
fi
wait_for 'Postgres through PgBouncer' 30 psql -qAt "$DATABASE_URL" -c 'select 1'
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
