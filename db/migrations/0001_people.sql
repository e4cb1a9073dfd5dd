-- People: their profiles, settings and pictures, and the rows that are made with an account.
--
-- How row security is written in these files: `by_owner` for the person the row belongs to, `by_service` for the server's
-- own work, `by_link`, `by_list` and `by_member` for others, `by_person` for the owner of rows that only the server shows
-- and writes for them: requests to its own routes have the role antojo_person, which the data API does not know. Postgres tries the policies of a table in reverse order of
-- their names, so the cheap one for owners comes first and the subqueries of the others do not run for them.
-- `(select auth.uid())` is read once per statement; without the brackets it would be read once per row.
--
-- Functions that look past row security belong to the service role, whose rights are written in policies. They stand
-- between `set local role service_role` and `reset role`.
grant create on schema app to service_role;

create function app.touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;

/*
 * Refuses a time of the future, and one before there were posts. The order of public rows is by these times, so nobody
 * may stand first until 2099. The server's own writes have the time of now, or of a file that was checked.
 */
create function app.check_created_at() returns trigger language plpgsql as $$
begin
  if new.created_at > now() or new.created_at < '2005-01-01' then
    raise exception 'created_at has to be between 2005 and now' using errcode = '23514', column = 'created_at';
  end if;
  return new;
end
$$;

/*
 * Refuses rows beyond the most of a kind: the arguments are the columns that such rows have in common, and their number.
 * Once per statement, so that many rows at once are counted once.
 */
create function app.refuse_too_many() returns trigger language plpgsql as $$
declare
  is_over boolean;
begin
  execute format(
    'select exists (select from (select distinct %1$s from added) a join %2$I.%3$I using (%1$s)
                     group by %1$s having count(*) > %4$s)',
    tg_argv[0], tg_table_schema, tg_table_name, tg_argv[1]) into is_over;
  if is_over then
    raise exception 'at most % rows of % have the same %', tg_argv[1], tg_table_name, tg_argv[0]
      using errcode = '23514', hint = 'Delete some of them first.';
  end if;
  return null;
end
$$;

/*
 * Accounts whose rows the caller does not see. An account that waits for its deletion (auth.users.delete_after) is shown
 * to nobody, not even to its owner: the restrictive policies `not_hidden` hide its rows, also from functions that run as
 * the service for somebody else. The server's own work, such as backups and the deletion itself, still sees everything.
 */
create function app.hidden_users() returns uuid[]
language plpgsql stable parallel safe as $$
begin
  if auth.role() in ('anon', 'authenticated') then
    return auth.users_to_delete();
  end if;
  return '{}';
end
$$;

create table users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text,
  display_name text check (char_length(btrim(display_name)) between 1 and 80),
  avatar_url text check (char_length(avatar_url) <= 2048 and avatar_url ~* '^(https?://|/)'),
  is_admin boolean not null default false,
  is_subscribed boolean not null default false,
  trial_ends_at timestamptz,
  extraction_count integer not null default 0 check (extraction_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The server fetches a picture only when some video or profile shows it. By hash, since addresses may be longer than an
-- ordinary index takes. Most pictures are addresses of our own copies, which are left out.
create index users_by_foreign_picture on users using hash (avatar_url) where avatar_url like 'http%';
create trigger touch before update on users for each row execute function app.touch();

alter table users enable row level security;
alter table users force row level security;
create policy by_owner_select on users for select to authenticated using (id = (select auth.uid()));
create policy by_owner_insert on users for insert to authenticated
  with check (id = (select auth.uid()) and email is not distinct from (select auth.jwt() ->> 'email'));
create policy by_owner_update on users for update to authenticated using (id = (select auth.uid()));
create policy by_service on users to service_role using (true) with check (true);
create policy not_hidden on users as restrictive to anon, authenticated, service_role
  using (id <> all ((select app.hidden_users())::uuid[]));
revoke all on users from public, anon, authenticated;
-- Tier, counters and rights are the server's; a person changes how they are shown and nothing else.
grant select, insert (id, email, display_name, avatar_url), update (display_name, avatar_url) on users to authenticated;
grant select, insert, update, delete on users to service_role;

/* True for an object with nothing but the three options, each true or false. */
create function app.is_share_options(options jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof(options) = 'object'
    and options - 'allow_comments' - 'allow_collaborators' - 'show_creator' = '{}'
    and not jsonb_path_exists(options, '$.* ? (@.type() != "boolean")');

create function app.shows_creator(share_options jsonb) returns boolean
  language sql immutable parallel safe
  return share_options @> '{"show_creator": true}';

create function app.default_share_options() returns jsonb
  language sql immutable parallel safe
  return '{"allow_comments": true, "allow_collaborators": false, "show_creator": true}'::jsonb;

-- Settings are saved as they are changed. Postgres reads a table's checks anew for every statement that writes it, and
-- thirteen of them took it a third of the time of a save; a domain's check it reads once per connection. Lists keep
-- theirs: clients know a domain over text, but not one over a list.
create domain app.theme as text check (value in ('system', 'light', 'dark', 'contrast'));
create domain app.density as text check (value in ('comfortable', 'compact'));
create domain app.layout as text check (value in ('grid', 'list', 'map'));
create domain app.video_order as text check (value in ('distance', 'rating', 'recent', 'popular'));
create domain app.radius_km as double precision check (value between 1 and 100);
create domain app.language as text check (value in ('en', 'es'));
create domain app.map_style as text check (value in ('standard', 'satellite'));
create domain app.directions_app as text check (value in ('google', 'apple', 'waze', 'uber'));
create domain app.visibility as text check (value in ('private', 'unlisted', 'public'));
create domain app.share_options as jsonb check (app.is_share_options(value));

create table user_settings (
  user_id uuid primary key default auth.uid() references users (id) on delete cascade,
  theme app.theme not null default 'system',
  density app.density not null default 'comfortable',
  layout app.layout not null default 'grid',
  reduce_motion boolean not null default false,
  default_sort app.video_order not null default 'distance',
  radius_km app.radius_km not null default 10,
  platforms text[] not null default '{TikTok,Instagram,YouTube,Facebook}'
    check (platforms <@ '{TikTok,Instagram,YouTube,Facebook}' and cardinality(platforms) <= 4),
  cuisines text[] not null default '{}' check (cardinality(cuisines) <= 100),
  dietary_filters text[] not null default '{}' check (cardinality(dietary_filters) <= 100),
  language app.language not null default 'es',
  map_style app.map_style not null default 'standard',
  directions_pref app.directions_app not null default 'google',
  default_visibility app.visibility not null default 'private',
  share_options app.share_options not null default app.default_share_options(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One card for all videos of a place.
  group_by_place boolean not null default false
);
create trigger touch before update on user_settings for each row execute function app.touch();

alter table user_settings enable row level security;
alter table user_settings force row level security;
create policy by_owner on user_settings to authenticated using (user_id = (select auth.uid()));
create policy by_service on user_settings to service_role using (true) with check (true);
create policy not_hidden on user_settings as restrictive to anon, authenticated, service_role
  using (user_id <> all ((select app.hidden_users())::uuid[]));
revoke all on user_settings from public, anon, authenticated;
grant select, insert, update, delete on user_settings to authenticated, service_role;

-- The picture that a person chose for their profile. In the database, so that every node serves it.
create table user_pictures (
  user_id uuid primary key references users (id) on delete cascade,
  webp bytea not null check (octet_length(webp) <= 200000),
  updated_at timestamptz not null default now()
);
create trigger touch before update on user_pictures for each row execute function app.touch();

alter table user_pictures enable row level security;
alter table user_pictures force row level security;
create policy by_person on user_pictures to antojo_person using (user_id = (select auth.uid()));
create policy by_service on user_pictures to service_role using (true) with check (true);
revoke all on user_pictures from public, anon, authenticated;
grant select, insert, update, delete on user_pictures to service_role;
grant select, insert, update, delete on user_pictures to antojo_person;

set local role service_role;

/* The picture that a person chose, for everybody who sees that person. */
create function app.profile_picture(user_id uuid) returns bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select p.webp from user_pictures p join users u on u.id = p.user_id where u.id = profile_picture.user_id
$$;

reset role;

-- One row, written by the first account. An administrator is an account with the flag and no other. The very first
-- account of an installation gets the flag, once: that an account is the oldest that is left, or the only one, makes
-- nobody an administrator.
create table app.installation (
  only_row boolean primary key default true check (only_row),
  first_account_at timestamptz not null default now(),
  -- An administrator's press: the map does not show the streets of OpenFreeMap. A setting of the server goes first.
  hides_streets boolean not null default false
);

alter table app.installation enable row level security;
alter table app.installation force row level security;
create policy by_service on app.installation to service_role using (true) with check (true);
revoke all on app.installation from public;
grant select, insert, update, delete on app.installation to service_role;

set local role service_role;

/* The account's profile and built-in lists, made with the account; its address, kept in step. */
create function app.on_account() returns trigger
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

/*
 * The name and picture that came with the sign-up which proved the address of an account. Until then they wait: nobody
 * names the profile of an address that is not theirs.
 */
create function app.on_account_proven() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set
    display_name = nullif(btrim(left(new.raw_user_meta_data ->> 'full_name', 80)), ''),
    avatar_url = (select url from (select new.raw_user_meta_data ->> 'avatar_url' as url) as given
      where url ~* '^https?://' and char_length(url) <= 2048)
  where id = new.id;
  return null;
end
$$;

reset role;

create trigger app_account_created after insert on auth.users for each row execute function app.on_account();
create trigger app_account_changed after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function app.on_account();
-- What a visitor wrote into their profile stays when they prove an address.
create trigger app_account_proven after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (
    old.email_confirmed_at is null and old.phone_confirmed_at is null and not old.is_anonymous
    and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
  ) execute function app.on_account_proven();

revoke create on schema app from service_role;
