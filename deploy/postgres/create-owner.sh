#!/bin/sh
# The owner of the app's database is no superuser: row security holds for it too.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/postgres-password)" --username postgres <<'SQL'
create role antojo login createrole password :'password';
create database antojo owner antojo;
SQL
