#!/usr/bin/env bash
# Stops what up.sh started; with --remove also deletes its data.
set -eu
. "$(dirname "$0")/settings.sh"
for name in web1 web2 worker1 worker2 pgbouncer; do end $name; done
# Replicas first, so that none of them takes over.
for n in 3 2 1; do end postgres$n; done
end haproxy
end etcd
[ "${1:-}" != --remove ] || rm -rf "$CLUSTER_DIR"
