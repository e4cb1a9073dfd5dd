# Addresses of the cluster; read by the other scripts here.
# Debian installs haproxy and pgbouncer outside an ordinary user's PATH.
PATH=$PATH:/usr/sbin:/sbin
CLUSTER_DIR=$(realpath -m "${CLUSTER_DIR:-/var/tmp/antojo-cluster}")
export CLUSTER_DIR
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
NODE=${NODE:-$ROOT/node_modules/.bin/node}
# All on this machine, unless the caller sets an address for each Postgres, and one of etcd that they can reach.
read -ra POSTGRES_HOSTS <<<"${MACHINES:-127.0.0.1 127.0.0.1 127.0.0.1}"
HUB_HOST=${HUB_HOST:-127.0.0.1}
NETWORK=${NETWORK:-127.0.0.1/32}
ETCD_PORT=24379
ETCD_PEER_PORT=24380
POSTGRES_PORTS=(24501 24502 24503)
PATRONI_PORTS=(24601 24602 24603)
# HAProxy: the ports of the current primary and of the app.
PRIMARY_PORT=24500
APP_PORT=24700
POOLER_PORT=24550
WEB_PORTS=(24711 24712)
WORKER_PORTS=(24721 24722)
# Good for this machine only: these databases listen on loopback.
PASSWORD=antojo-cluster
DATABASE_URL=postgres://antojo:$PASSWORD@127.0.0.1:$POOLER_PORT/antojo

# Postgres and PgBouncer refuse to run as root: then they run as the user postgres.
user_prefix() {
  [ "$(id -u)" != 0 ] || echo setpriv --reuid=postgres --regid=postgres --init-groups
}

# Whether the program that `background` started under this name is running. After a restart of the machine another process
# may have its id: ours have CLUSTER_DIR in their environment.
runs() {
  local pid
  pid=$(cat "$CLUSTER_DIR/pid/$1" 2>/dev/null) || return 1
  tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | grep -qx "CLUSTER_DIR=$CLUSTER_DIR"
}

# Starts a program in the background unless it is running, and stores its process id under the name.
background() {
  local name=$1; shift
  ! runs "$name" || return 0
  # In another directory, because the user postgres may not be able to enter the current one.
  (cd "$CLUSTER_DIR" && exec setsid "$@") >>"$CLUSTER_DIR/log/$name.log" 2>&1 </dev/null &
  echo $! >"$CLUSTER_DIR/pid/$name"
}

# Stops what `background` started under the name, and waits for its end.
end() {
  local name=$1 signal=${2:-TERM} pid
  if runs "$name"; then
    pid=$(cat "$CLUSTER_DIR/pid/$name")
    kill "-$signal" "$pid" 2>/dev/null || true
    for _ in $(seq 100); do runs "$name" || break; sleep 0.1; done
    ! runs "$name" || kill -KILL "$pid" 2>/dev/null || true
  fi
  rm -f "$CLUSTER_DIR/pid/$name"
}

wait_for() {
  local what=$1 limit=$2; shift 2
  for _ in $(seq $((limit * 4))); do "$@" >/dev/null 2>&1 && return 0; sleep 0.25; done
  echo "Not ready after $limit s: $what. See $CLUSTER_DIR/log." >&2
  return 1
}
