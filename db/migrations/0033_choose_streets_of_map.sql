-- An administrator's press: the map shows the streets of OpenFreeMap. A setting of the server goes first.
alter table app.installation add column shows_streets boolean not null default false;
