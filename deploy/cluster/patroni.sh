#!/usr/bin/env bash
# patroni.sh N: starts the N-th (1–3) Postgres of the cluster under Patroni.
set -eu
. "$(dirname "$0")/settings.sh"
n=$1
name=postgres$n
host=${POSTGRES_HOSTS[$((n - 1))]}
port=${POSTGRES_PORTS[$((n - 1))]}
rest=$host:${PATRONI_PORTS[$((n - 1))]}
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
cat >"$CLUSTER_DIR/$name.yml" <<YAML
scope: antojo
name: $name
restapi: { listen: $rest, connect_address: $rest }
etcd3: { host: $HUB_HOST:$ETCD_PORT }
bootstrap:
  dcs:
    # Patroni replaces a primary after ttl seconds without a sign of life; the minimum is 20.
    ttl: 20
    loop_wait: 2
    retry_timeout: 4
    maximum_lag_on_failover: 0
    # An acknowledged write is on two machines, and only these can take over.
    synchronous_mode: true
    synchronous_node_count: 1
    postgresql:
      use_pg_rewind: true
      parameters:
        { max_connections: 100, wal_log_hints: on, synchronous_commit: on, shared_buffers: 64MB,
          # When a primary without network steps down, it waits this long for its standbys before it stops.
          wal_sender_timeout: 15s, wal_receiver_timeout: 15s }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: $host:$port
  connect_address: $host:$port
  data_dir: $CLUSTER_DIR/$name
  bin_dir: $bin
  # Here and not under bootstrap: it is written at each start, so a kill during a rewind cannot leave it empty.
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 scram-sha-256
    - host all all $NETWORK scram-sha-256
    - host replication all $NETWORK scram-sha-256
  pgpass: $CLUSTER_DIR/run/$name.pgpass
  parameters: { unix_socket_directories: $CLUSTER_DIR/run }
  authentication:
    superuser: { username: postgres, password: $PASSWORD }
    replication: { username: replicator, password: $PASSWORD }
    rewind: { username: rewinder, password: $PASSWORD }
YAML
# ON_MACHINE: a command that runs a program on the machine with that number, when it is not this one.
background "$name" ${ON_MACHINE:+$ON_MACHINE$n} $(user_prefix) patroni "$CLUSTER_DIR/$name.yml"
