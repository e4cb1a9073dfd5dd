-- A page of guests has 18 videos and 4 MiB at most, so that no video may be heavier than this. Escapes count: it is the
-- JSON that goes out. `not valid`: rows that are there stay, every later write is checked.
alter table videos add constraint weight_in_bounds check (octet_length(row_to_json(videos.*)::text) <= 200000) not valid;

-- Ids of deleted rows are kept for good, but not without end: the newest 10,000 of an account, and a million of accounts
-- that are gone.
alter table app.retired_ids add column retired_at timestamptz not null default now();
create index retired_ids_by_age on app.retired_ids (owner, retired_at, id);
drop index app.retired_ids_of_owner;

grant create on schema app to service_role;
set local role service_role;
create or replace function app.retire_ids() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleter uuid;
begin
  -- No user any more when the rows go with their account.
  insert into app.retired_ids (id, owner)
    select d.id, u.id from deleted d left join users u on u.id = d.user_id
  on conflict (id) do update set owner = excluded.owner, retired_at = excluded.retired_at;
  for deleter in select distinct u.id from deleted d left join users u on u.id = d.user_id loop
    if deleter is null then
      delete from app.retired_ids r
       where r.owner is null and (r.retired_at, r.id) <= (
         select n.retired_at, n.id from app.retired_ids n
          where n.owner is null order by n.retired_at desc, n.id desc offset 1000000 limit 1);
    else
      delete from app.retired_ids r
       where r.owner = deleter and (r.retired_at, r.id) <= (
         select n.retired_at, n.id from app.retired_ids n
          where n.owner = deleter order by n.retired_at desc, n.id desc offset 10000 limit 1);
    end if;
  end loop;
  return null;
end
$$;
reset role;
revoke create on schema app from service_role;
