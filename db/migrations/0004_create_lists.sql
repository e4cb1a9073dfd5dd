-- Lists, what is in them, who else works on them, and the policies by which a list shows its videos.
-- The id of an unlisted list is a capability: whoever names it may read (app.capabilities, packages/db).

create table video_lists (
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null default auth.uid() references users (id) on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 120),
  description text check (char_length(description) <= 2000),
  -- All but custom are made with the account, one of each, and stay.
  kind text not null default 'custom' check (kind in ('custom', 'favorites', 'want_to_try', 'visited')),
  visibility text not null default 'private' check (visibility in ('private', 'unlisted', 'public')),
  share_options jsonb not null default app.default_share_options() check (app.is_share_options(share_options)),
  position double precision not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index video_lists_built_in on video_lists (user_id, kind) where kind <> 'custom';
create index video_lists_newest on video_lists (user_id, created_at desc, id desc);
create trigger touch before update on video_lists for each row execute function app.touch();

create table list_videos (
  list_id uuid not null,
  video_id uuid not null references videos (id) on delete cascade,
  -- Owner of the list, filled in from it.
  user_id uuid not null,
  -- Owner of the video: people add videos of their own only, so a list never opens somebody else's.
  added_by uuid not null default auth.uid(),
  position double precision not null default 0,
  created_at timestamptz not null default now(),
  primary key (user_id, list_id, video_id),
  unique (list_id, video_id),
  foreign key (user_id, list_id) references video_lists (user_id, id) on delete cascade
);
create index list_videos_by_video on list_videos (video_id);

create table list_members (
  list_id uuid not null references video_lists (id) on delete cascade,
  user_id uuid not null default auth.uid() references users (id) on delete cascade,
  access text not null check (access in ('view', 'edit')),
  created_at timestamptz not null default now(),
  primary key (user_id, list_id)
);
create index list_members_by_list on list_members (list_id);

-- A link that makes whoever opens it a member. Only the token's hash is kept.
create table list_invites (
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null default auth.uid(),
  list_id uuid not null,
  access text not null check (access in ('view', 'edit')),
  token_hash bytea not null unique,
  expires_at timestamptz not null default now() + interval '30 days',
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, list_id) references video_lists (user_id, id) on delete cascade
);
create index list_invites_by_list on list_invites (user_id, list_id);

/*
 * Lists of others that the actor may read: those of which they are a member, and shared ones that the
 * request names. Runs as the service, because lists and members could otherwise only be checked through
 * each other's policies.
 */
create function app.lists_in_reach() returns setof uuid
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  select list_id from list_members where user_id = auth.uid()
  union
  select id from video_lists where id = any (app.capabilities()) and visibility in ('unlisted', 'public')
$$;

/* Lists whose contents the actor may change: their own, and those shared with them for editing. */
create function app.lists_to_edit() returns setof uuid
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  select id from video_lists where user_id = auth.uid()
  union all
  select list_id from list_members where user_id = auth.uid() and access = 'edit'
$$;

/* Videos of others that the actor may read because a list shows them: one in reach, or one of their own. */
create function app.videos_in_reach() returns setof uuid
language sql stable security definer rows 100 set search_path = public, pg_temp as $$
  select video_id from list_videos where list_id in (select app.lists_in_reach())
  union all
  select video_id from list_videos where user_id = auth.uid() and added_by <> user_id
$$;

/* The list's owner for a new entry; null when there is no such list, which the table then refuses. */
create function app.complete_list_video() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.user_id := (select user_id from video_lists where id = new.list_id);
  return new;
end
$$;
create trigger complete before insert on list_videos for each row execute function app.complete_list_video();

/* An entry moves within its list; in another list it would show a video to people whom nobody asked. */
create function app.keep_entry() returns trigger language plpgsql as $$
begin
  if (new.list_id, new.video_id, new.user_id, new.added_by)
       is distinct from (old.list_id, old.video_id, old.user_id, old.added_by) then
    raise exception 'an entry of a list keeps its list and its video' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger keep_entry before update on list_videos for each row execute function app.keep_entry();

alter table video_lists enable row level security;
alter table video_lists force row level security;
create policy by_owner_select on video_lists for select to authenticated using (user_id = (select auth.uid()));
create policy by_owner_insert on video_lists for insert to authenticated
  with check (user_id = (select auth.uid()) and kind = 'custom');
create policy by_owner_update on video_lists for update to authenticated using (user_id = (select auth.uid()));
create policy by_owner_delete on video_lists for delete to authenticated
  using (user_id = (select auth.uid()) and kind = 'custom');
create policy by_service on video_lists to service_role using (true) with check (true);
create policy by_link on video_lists for select to anon, authenticated
  using (visibility = 'public' or id in (select app.lists_in_reach()));
revoke all on video_lists from public, anon, authenticated;
grant select on video_lists to anon;
grant select, insert, delete, update (id, user_id, name, description, visibility, share_options, position)
  on video_lists to authenticated;
grant select, insert, update, delete on video_lists to service_role;

alter table list_videos enable row level security;
alter table list_videos force row level security;
create policy by_owner_select on list_videos for select to authenticated
  using (user_id = (select auth.uid()) or added_by = (select auth.uid()));
create policy by_editor_insert on list_videos for insert to authenticated with check (
  list_id in (select app.lists_to_edit())
  and added_by = (select auth.uid())
  and exists (select from videos v where v.user_id = (select auth.uid()) and v.id = video_id)
);
create policy by_editor_update on list_videos for update to authenticated using (list_id in (select app.lists_to_edit()));
create policy by_editor_delete on list_videos for delete to authenticated
  using (list_id in (select app.lists_to_edit()) or added_by = (select auth.uid()));
create policy by_service on list_videos to service_role using (true) with check (true);
create policy by_link on list_videos for select to anon, authenticated using (list_id in (select app.lists_in_reach()));
revoke all on list_videos from public, anon, authenticated;
grant select on list_videos to anon;
-- list_id and video_id may be written again with the same value, as an upsert does.
grant select, insert (list_id, video_id, position), delete, update (list_id, video_id, position) on list_videos
  to authenticated;
grant select, insert, update, delete on list_videos to service_role;

alter table list_members enable row level security;
alter table list_members force row level security;
create policy by_member_select on list_members for select to authenticated using (user_id = (select auth.uid()));
create policy by_member_delete on list_members for delete to authenticated using (user_id = (select auth.uid()));
create policy by_owner on list_members to authenticated
  using (exists (select from video_lists l where l.user_id = (select auth.uid()) and l.id = list_id));
create policy by_service on list_members to service_role using (true) with check (true);
revoke all on list_members from public, anon, authenticated;
-- One becomes a member by accepting an invitation only (accept_list_invite).
grant select, delete, update (access) on list_members to authenticated;
grant select, insert, update, delete on list_members to service_role;

alter table list_invites enable row level security;
alter table list_invites force row level security;
create policy by_owner on list_invites to authenticated using (user_id = (select auth.uid()));
create policy by_service on list_invites to service_role using (true) with check (true);
revoke all on list_invites from public, anon, authenticated;
grant select, delete on list_invites to authenticated;
grant select, insert, update, delete on list_invites to service_role;

create policy by_list on videos for select to anon, authenticated using (id in (select app.videos_in_reach()));
