# Addresses of the cluster on one machine; read by up.sh, node.sh, down.sh. Everything listens on 127.0.0.1.
CLUSTER_DIR=${CLUSTER_DIR:-/var/tmp/antojo-cluster}
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
NODE=${NODE:-$ROOT/node_modules/.bin/node}
ETCD_PORT=24379
ETCD_PEER_PORT=24380
POSTGRES_PORTS=(24501 24502 24503)
PATRONI_PORTS=(24601 24602 24603)
# HAProxy: where the primary is, whatever node that is; where the app is.
PRIMARY_PORT=24500
APP_PORT=24700
WEB_PORTS=(24711 24712)
WORKER_PORTS=(24721 24722)
# For this machine only: nothing but loopback reaches these databases.
PASSWORD=antojo-cluster
DATABASE_URL=postgres://antojo:$PASSWORD@127.0.0.1:$PRIMARY_PORT/antojo

# Postgres does not run as root: its processes belong to the user postgres then.
user_prefix() {
  [ "$(id -u)" != 0 ] || echo setpriv --reuid=postgres --regid=postgres --init-groups
}

# Starts a program in the background and keeps its process id under its name.
background() {
  local name=$1; shift
  setsid "$@" >>"$CLUSTER_DIR/log/$name.log" 2>&1 </dev/null &
  echo $! >"$CLUSTER_DIR/pid/$name"
}

# Ends what `background` started under the name, and waits for it.
end() {
  local name=$1 signal=${2:-TERM} pid
  pid=$(cat "$CLUSTER_DIR/pid/$name" 2>/dev/null) || return 0
  kill "-$signal" "$pid" 2>/dev/null || true
  for _ in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  kill -KILL "$pid" 2>/dev/null || true
  rm -f "$CLUSTER_DIR/pid/$name"
}

wait_for() {
  local what=$1 limit=$2; shift 2
  for _ in $(seq $((limit * 4))); do "$@" >/dev/null 2>&1 && return 0; sleep 0.25; done
  echo "Not ready after $limit s: $what. See $CLUSTER_DIR/log." >&2
  return 1
}
