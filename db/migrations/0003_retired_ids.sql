-- Ids of deleted lists and videos. The id of a list or a video is the capability to open it. What was open once may be
-- known: nobody but its former owner can give the id of a deleted row to another one, else an old link would show a
-- stranger's content. They are kept for good, but not without end: the newest 10,000 of an account, and a million of
-- accounts that are gone.
create table app.retired_ids (
  id uuid primary key,
  -- Who may use it again; null when the account is gone.
  owner uuid references public.users (id) on delete set null,
  retired_at timestamptz not null default now()
);
create index retired_ids_by_age on app.retired_ids (owner, retired_at, id);

alter table app.retired_ids enable row level security;
alter table app.retired_ids force row level security;
create policy by_service on app.retired_ids to service_role using (true) with check (true);
revoke all on app.retired_ids from public;
grant select, insert, update, delete on app.retired_ids to service_role;

-- The triggers of videos and lists.
grant create on schema app to service_role;
set local role service_role;

create function app.retire_ids() returns trigger
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

/* Answers as for an id that is in use: whether it ever was is nobody's business. */
create function app.refuse_retired_id() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from app.retired_ids r where r.id = new.id and r.owner is distinct from new.user_id;
  if found then
    raise exception 'this id is not available' using errcode = 'unique_violation';
  end if;
  return new;
end
$$;

reset role;
revoke create on schema app from service_role;

/* A changed id would be a chosen one, and would leave the old one to anybody. An upsert writes the same id again. */
create function app.keep_id() returns trigger language plpgsql as $$
begin
  raise exception 'an id does not change' using errcode = '42501';
end
$$;
