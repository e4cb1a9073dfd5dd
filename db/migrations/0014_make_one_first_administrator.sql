-- An administrator is an account with the flag and no other. The very first account of an installation gets the flag,
-- once: that an account is the oldest that is left, or the only one, makes nobody an administrator.

-- One row, written by the first account.
create table app.installation (
  only_row boolean primary key default true check (only_row),
  first_account_at timestamptz not null default now()
);
alter table app.installation enable row level security;
alter table app.installation force row level security;
create policy by_service on app.installation to service_role using (true) with check (true);
revoke all on app.installation from public;
grant select, insert, update, delete on app.installation to service_role;

grant create on schema app to service_role;
set local role service_role;

-- Until now the oldest account administered without the flag.
update users set is_admin = true
 where id = (select id from users where email is not null order by created_at, id limit 1)
   and not exists (select from users where is_admin);
insert into app.installation (first_account_at) select min(created_at) from users where email is not null having count(*) > 0;

/* The account's profile and built-in lists, made with the account; its address, kept in step. */
create or replace function app.on_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first boolean := false;
begin
  if tg_op = 'UPDATE' then
    update users set email = new.email where id = new.id;
    return null;
  end if;
  if not new.is_anonymous then
    -- Of first accounts made at the same moment one writes the row; the others wait for it and then find it.
    insert into app.installation default values on conflict do nothing;
    -- A backup from before this table brings accounts without the row.
    first := found and not exists (select from users where is_admin or email is not null);
  end if;
  insert into users (id, email, display_name, avatar_url, is_admin) values (
    new.id,
    new.email,
    nullif(btrim(left(new.raw_user_meta_data ->> 'full_name', 80)), ''),
    (select url from (select new.raw_user_meta_data ->> 'avatar_url' as url) as given
      where url ~* '^https?://' and char_length(url) <= 2048),
    first
  );
  insert into video_lists (user_id, name, kind, position) values
    (new.id, 'Favoritos', 'favorites', 0),
    (new.id, 'Quiero ir', 'want_to_try', 1),
    (new.id, 'Visitados', 'visited', 2);
  return null;
end
$$;

reset role;
revoke create on schema app from service_role;
