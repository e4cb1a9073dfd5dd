-- A person's profile and settings. How row security is written in these files: `by_owner` for the person the
-- row belongs to, `by_service` for the server's own work, `by_link`, `by_list` and `by_member` for others.
-- Postgres tries the policies of a table in reverse order of their names, so the cheap one for owners comes
-- first and the subqueries of the others do not run for them.
-- `(select auth.uid())` is read once per statement; without the brackets it would be read once per row.

/* True for an object with nothing but the three options, each true or false. */
create function app.is_share_options(options jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof(options) = 'object'
    and options - 'allow_comments' - 'allow_collaborators' - 'show_creator' = '{}'
    and not jsonb_path_exists(options, '$.* ? (@.type() != "boolean")');

create function app.default_share_options() returns jsonb
  language sql immutable parallel safe
  return '{"allow_comments": true, "allow_collaborators": false, "show_creator": true}'::jsonb;

create function app.touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
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
create trigger touch before update on users for each row execute function app.touch();

alter table users enable row level security;
alter table users force row level security;
create policy by_owner_select on users for select to authenticated using (id = (select auth.uid()));
create policy by_owner_insert on users for insert to authenticated
  with check (id = (select auth.uid()) and email is not distinct from (select auth.jwt() ->> 'email'));
create policy by_owner_update on users for update to authenticated using (id = (select auth.uid()));
create policy by_service on users to service_role using (true) with check (true);
revoke all on users from public, anon, authenticated;
-- Tier, counters and rights are the server's; a person changes how they are shown and nothing else.
grant select, insert (id, email, display_name, avatar_url), update (display_name, avatar_url) on users to authenticated;
grant select, insert, update, delete on users to service_role;

create table user_settings (
  user_id uuid primary key default auth.uid() references users (id) on delete cascade,
  theme text not null default 'system' check (theme in ('system', 'light', 'dark', 'contrast')),
  density text not null default 'comfortable' check (density in ('comfortable', 'compact')),
  layout text not null default 'grid' check (layout in ('grid', 'list', 'map')),
  reduce_motion boolean not null default false,
  default_sort text not null default 'distance' check (default_sort in ('distance', 'rating', 'recent', 'popular')),
  radius_km double precision not null default 10 check (radius_km between 1 and 100),
  platforms text[] not null default '{TikTok,Instagram,YouTube,Facebook}'
    check (platforms <@ '{TikTok,Instagram,YouTube,Facebook}' and cardinality(platforms) <= 4),
  cuisines text[] not null default '{}' check (cardinality(cuisines) <= 100),
  dietary_filters text[] not null default '{}' check (cardinality(dietary_filters) <= 100),
  language text not null default 'es' check (language in ('en', 'es')),
  map_style text not null default 'standard' check (map_style in ('standard', 'satellite')),
  directions_pref text not null default 'google' check (directions_pref in ('google', 'apple', 'waze', 'uber')),
  default_visibility text not null default 'private' check (default_visibility in ('private', 'unlisted', 'public')),
  share_options jsonb not null default app.default_share_options() check (app.is_share_options(share_options)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch before update on user_settings for each row execute function app.touch();

alter table user_settings enable row level security;
alter table user_settings force row level security;
create policy by_owner on user_settings to authenticated using (user_id = (select auth.uid()));
create policy by_service on user_settings to service_role using (true) with check (true);
revoke all on user_settings from public, anon, authenticated;
grant select, insert, update, delete on user_settings to authenticated, service_role;
