-- GET /user, every sign-in and every listing read what accounts say about themselves, so it has a bound. The service
-- takes 16 KiB as JSON; the table leaves room for the spaces of jsonb and for what identity providers add.
-- Of rows beyond it the smallest values stay: names and addresses of pictures, not what was stored to fill the disk.
create function pg_temp.bounded(data jsonb, max_bytes integer) returns jsonb language sql as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from (
    select key, value,
      sum(octet_length(to_jsonb(key)::text) + octet_length(value::text) + 4) over (order by octet_length(value::text), key) as bytes
    from jsonb_each(data)
  ) as fields where bytes + 2 <= max_bytes
$$;

update auth.users set raw_user_meta_data = pg_temp.bounded(raw_user_meta_data, 16384)
where octet_length(raw_user_meta_data::text) > 32768;

update auth.identities set identity_data = pg_temp.bounded(identity_data, 16384)
where octet_length(identity_data::text) > 49152;

drop function pg_temp.bounded(jsonb, integer);

alter table auth.users
  add constraint users_raw_user_meta_data_size check (octet_length(raw_user_meta_data::text) <= 32768);
alter table auth.identities
  add constraint identities_identity_data_size check (octet_length(identity_data::text) <= 49152);
