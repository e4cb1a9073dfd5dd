-- The id of a list or a video is the capability to open it. What was open once may be known: nobody but its former
-- owner can give the id of a deleted row to another one, else an old link would show a stranger's content.
create table app.retired_ids (
  id uuid primary key,
  -- Who may use it again; null when the account is gone.
  owner uuid references public.users (id) on delete set null
);
create index retired_ids_of_owner on app.retired_ids (owner);

alter table app.retired_ids enable row level security;
alter table app.retired_ids force row level security;
create policy by_service on app.retired_ids to service_role using (true) with check (true);
revoke all on app.retired_ids from public;
grant select, insert, update, delete on app.retired_ids to service_role;

grant create on schema app, public to service_role;

create function app.retire_ids() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- No user any more when the rows go with their account.
  insert into app.retired_ids (id, owner)
    select d.id, u.id from deleted d left join users u on u.id = d.user_id
  on conflict (id) do update set owner = excluded.owner;
  return null;
end
$$;
alter function app.retire_ids() owner to service_role;
create trigger retire_ids after delete on video_lists
  referencing old table as deleted for each statement execute function app.retire_ids();
create trigger retire_ids after delete on videos
  referencing old table as deleted for each statement execute function app.retire_ids();

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
alter function app.refuse_retired_id() owner to service_role;
create trigger refuse_retired_id before insert on video_lists
  for each row when (current_user = 'authenticated') execute function app.refuse_retired_id();
create trigger refuse_retired_id before insert on videos
  for each row when (current_user = 'authenticated') execute function app.refuse_retired_id();

/* A changed id would be a chosen one, and would leave the old one to anybody. An upsert writes the same id again. */
create function app.keep_id() returns trigger language plpgsql as $$
begin
  raise exception 'an id does not change' using errcode = '42501';
end
$$;
create trigger keep_id before update of id on video_lists
  for each row when (new.id is distinct from old.id) execute function app.keep_id();
create trigger keep_id before update of id on videos
  for each row when (new.id is distinct from old.id) execute function app.keep_id();

revoke create on schema app, public from service_role;
