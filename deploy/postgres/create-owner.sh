#!/bin/sh
# The owner of the app's database is not a superuser, so row security applies to it too.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/postgres-password)" --username postgres <<'SQL'
create role antojo login createrole password :'password';
create database antojo owner antojo;
SQL
