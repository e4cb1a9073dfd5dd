#!/usr/bin/env bash
# Ends what up.sh started; with --remove also deletes its data.
set -eu
. "$(dirname "$0")/settings.sh"
for name in web1 web2 worker1 worker2 pgbouncer; do end $name; done
# Replicas first, so that nobody takes over on the way down.
for n in 3 2 1; do end postgres$n; done
end haproxy
end etcd
[ "${1:-}" != --remove ] || rm -rf "$CLUSTER_DIR"
