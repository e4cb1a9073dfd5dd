-- What a database of the last files before the release lacks to be as these files make it: see baseline.json.
alter table place_keys rename column jam to joined;
alter index place_keys_jam rename to place_keys_joined;
drop index place_keys_head, place_keys_tail, place_tokens_head, place_tokens_tail;
drop function place_key_head, place_key_tail;
create function place_key_head(joined text) returns text language sql immutable parallel safe
  return length(joined)::text || ' ' || left(joined, length(joined) / 2);
create function place_key_tail(joined text) returns text language sql immutable parallel safe
  return length(joined)::text || ' ' || substr(joined, length(joined) / 2 + 1);
create index place_keys_head on place_keys (place_key_head(joined));
create index place_keys_tail on place_keys (place_key_tail(joined));
create index place_tokens_head on place_tokens (place_key_head(token)) where length(token) >= 4;
create index place_tokens_tail on place_tokens (place_key_tail(token)) where length(token) >= 4;
