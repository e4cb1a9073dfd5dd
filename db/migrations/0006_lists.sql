-- Lists, what is in them, who else works on them, and what clients call about them. The id of an unlisted list is a
-- capability: whoever names it may read (app.capabilities, packages/db).
grant create on schema app, public to service_role;

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

create trigger check_created_at before insert or update of created_at on video_lists
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.check_created_at();
create trigger keep_id before update of id on video_lists
  for each row when (new.id is distinct from old.id) execute function app.keep_id();
create trigger refuse_retired_id before insert on video_lists
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.refuse_retired_id();
create trigger touch before update on video_lists for each row execute function app.touch();
create trigger retire_ids after delete on video_lists
  referencing old table as deleted for each statement execute function app.retire_ids();

alter table video_lists enable row level security;
alter table video_lists force row level security;
create policy by_owner_select on video_lists for select to authenticated using (user_id = (select auth.uid()));
create policy by_owner_insert on video_lists for insert to authenticated
  with check (user_id = (select auth.uid()) and kind = 'custom');
create policy by_owner_update on video_lists for update to authenticated using (user_id = (select auth.uid()));
create policy by_owner_delete on video_lists for delete to authenticated
  using (user_id = (select auth.uid()) and kind = 'custom');
create policy by_service on video_lists to service_role using (true) with check (true);
create policy by_link on video_lists for select to anon, authenticated using (
  (visibility = 'public' and app.shows_creator(share_options)) or id in (select * from app.lists_in_reach())
);
create policy not_hidden on video_lists as restrictive to anon, authenticated, service_role
  using (user_id <> all ((select app.hidden_users())::uuid[]));
revoke all on video_lists from public, anon, authenticated;
grant select on video_lists to anon;
grant select, insert, delete, update (id, user_id, name, description, visibility, share_options, position)
  on video_lists to authenticated;
grant select, insert, update, delete on video_lists to service_role;

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

alter table list_invites enable row level security;
alter table list_invites force row level security;
create policy by_owner on list_invites to authenticated using (user_id = (select auth.uid()));
create policy by_service on list_invites to service_role using (true) with check (true);
revoke all on list_invites from public, anon, authenticated;
grant select, delete on list_invites to authenticated;
grant select, insert, update, delete on list_invites to service_role;

/*
 * An invitation is for whoever holds its link. Whom the owner takes off a list, or lets only look from now on, may
 * still hold it: the list's invitations end with that.
 */
create function app.end_invites() returns trigger language plpgsql as $$
begin
  -- Somebody who leaves by themselves owns no invitations of the list.
  delete from public.list_invites where list_id = old.list_id and user_id = auth.uid();
  return null;
end
$$;

create table list_members (
  list_id uuid not null references video_lists (id) on delete cascade,
  user_id uuid not null default auth.uid() references users (id) on delete cascade,
  access text not null check (access in ('view', 'edit')),
  created_at timestamptz not null default now(),
  primary key (user_id, list_id)
);
create index list_members_by_list on list_members (list_id);
create trigger end_invites after delete on list_members for each row execute function app.end_invites();
create trigger end_invites_to_edit after update of access on list_members
  for each row when (old.access = 'edit' and new.access = 'view') execute function app.end_invites();

alter table list_members enable row level security;
alter table list_members force row level security;
create policy by_member_select on list_members for select to authenticated using (user_id = (select auth.uid()));
create policy by_member_delete on list_members for delete to authenticated using (user_id = (select auth.uid()));
create policy by_owner on list_members to authenticated
  using (exists (select from video_lists l where l.user_id = (select auth.uid()) and l.id = list_id));
create policy by_service on list_members to service_role using (true) with check (true);
create policy not_hidden on list_members as restrictive to anon, authenticated, service_role
  using (user_id <> all ((select app.hidden_users())::uuid[]));
revoke all on list_members from public, anon, authenticated;
-- One becomes a member by accepting an invitation only (accept_list_invite).
grant select, delete, update (access) on list_members to authenticated;
grant select, insert, update, delete on list_members to service_role;

set local role service_role;

/* Lists whose contents the actor may change: their own, and those shared with them for editing. */
create function app.lists_to_edit() returns setof uuid
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  select id from video_lists where user_id = auth.uid()
  union all
  select list_id from list_members where user_id = auth.uid() and access = 'edit'
$$;

/* The list's owner for a new entry; null when there is no such list, which the table then refuses. */
create function app.complete_list_video() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.user_id := (select user_id from video_lists where id = new.list_id);
  return new;
end
$$;

reset role;

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
create trigger complete before insert on list_videos for each row execute function app.complete_list_video();
create trigger refuse_too_many after insert on list_videos
  referencing new table as added for each statement execute function app.refuse_too_many('user_id, list_id', '20000');
create trigger keep_entry before update on list_videos for each row execute function app.keep_entry();

alter table list_videos enable row level security;
alter table list_videos force row level security;
create policy by_owner_select on list_videos for select to authenticated
  using (user_id = (select auth.uid()) or added_by = (select auth.uid()));
create policy by_editor_insert on list_videos for insert to authenticated with check (
  list_id in (select * from app.lists_to_edit())
  and added_by = (select auth.uid())
  and exists (select from videos v
               where v.user_id = (select auth.uid()) and v.id = video_id and v.identify_state = 'identified')
);
create policy by_editor_update on list_videos for update to authenticated using (list_id in (select * from app.lists_to_edit()));
create policy by_editor_delete on list_videos for delete to authenticated
  using (list_id in (select * from app.lists_to_edit()) or added_by = (select auth.uid()));
create policy by_service on list_videos to service_role using (true) with check (true);
create policy by_link on list_videos for select to anon, authenticated using (list_id in (select * from app.lists_in_reach()));
create policy not_hidden on list_videos as restrictive to anon, authenticated, service_role
  using (added_by <> all ((select app.hidden_users())::uuid[]));
revoke all on list_videos from public, anon, authenticated;
grant select on list_videos to anon;
-- list_id and video_id may be written again with the same value, as an upsert does.
grant select, insert (list_id, video_id, position), delete, update (list_id, video_id, position) on list_videos
  to authenticated;
grant select, insert, update, delete on list_videos to service_role;

/*
 * Computed columns of `video_lists`: how many videos and, of an own list, members the caller sees in it, and the
 * pictures of the first four.
 */
create function video_count(list video_lists) returns integer language sql stable as $$
  select count(*)::integer from list_videos e where e.user_id = list.user_id and e.list_id = list.id
$$;

create function member_count(list video_lists) returns integer language sql stable as $$
  select count(*)::integer from list_members m where m.list_id = list.id
$$;

create function cover_images(list video_lists) returns text[] language sql stable as $$
  select coalesce(array_agg(first.image), '{}')
    from (
      select coalesce(v.thumbnail_url, v.provider_thumbnail_url, v.places_photo_url) as image
        from list_videos e join videos v on v.id = e.video_id
       where e.user_id = list.user_id and e.list_id = list.id
         and coalesce(v.thumbnail_url, v.provider_thumbnail_url, v.places_photo_url) is not null
       order by e.position, e.created_at, e.video_id limit 4
    ) as first
$$;

-- What clients call. All check for themselves what the caller may do.
set local role service_role;

/*
 * The name of a list's owner as a computed column of `video_lists`, null unless the list shows it. Reads the
 * list by its id, so a made-up row names nobody.
 */
create function creator_name(list video_lists) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select u.display_name
    from video_lists l join users u on u.id = l.user_id
   where l.id = list.id and (l.share_options ->> 'show_creator')::boolean
     and (l.visibility = 'public' or l.user_id = auth.uid() or l.id in (select * from app.lists_in_reach()))
$$;

/*
 * A list that the caller names, when it is open to them: what they may do (own, edit, view, visit), and whether its
 * creator is hidden from them.
 */
create function app.opened(list_id uuid) returns table (user_id uuid, access text, hidden boolean)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select l.user_id, a.access, a.access = 'visitor' and not app.shows_creator(l.share_options)
    from video_lists l
    left join list_members m on m.user_id = auth.uid() and m.list_id = l.id
    cross join lateral (
      select case when l.user_id = auth.uid() then 'owner'
                  when m.access is not null then m.access
                  when l.visibility in ('unlisted', 'public') then 'visitor' end as access
    ) as a
   where l.id = opened.list_id and a.access is not null
$$;

/* A list by its id for whoever may open it. Naming the id is the capability. */
create function read_list(list_id uuid)
returns table (id uuid, name text, description text, kind text, visibility text, share_options jsonb,
  "position" double precision, created_at timestamptz, video_count integer, cover_images text[], creator_name text,
  access text, member_count integer)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select l.id, l.name, l.description, l.kind, l.visibility, l.share_options, l.position,
         case when o.hidden then date_trunc('day', l.created_at, 'UTC') else l.created_at end,
         video_count(l), cover_images(l),
         (select u.display_name from users u where u.id = l.user_id and app.shows_creator(l.share_options)),
         o.access, case when o.access = 'owner' then member_count(l) else 0 end
    from app.opened(read_list.list_id) o
    join video_lists l on l.user_id = o.user_id and l.id = read_list.list_id
$$;

/* The videos of a list in its order, for whoever may open it. */
create function read_list_videos(list_id uuid) returns setof videos
language sql stable security definer rows 100 set search_path = public, pg_temp as $$
  select case when o.hidden
              then app.without_creator(v, row_number() over (partition by v.canonical_url order by e.created_at))
              else v end
    from app.opened(read_list_videos.list_id) o
    join list_videos e on e.user_id = o.user_id and e.list_id = read_list_videos.list_id
    join videos v on v.id = e.video_id
   where not v.is_diagnostic
   order by e.position, e.created_at desc, e.video_id
$$;

/* The places of a list's video of that address, for whoever may open the list. */
create function read_list_places(list_id uuid, video_url text)
returns table (place_id text, name text, address text, lat double precision, lng double precision, evidence jsonb)
language sql stable security definer rows 5 set search_path = public, pg_temp as $$
  select p.place_id, p.name, p.address, p.lat, p.lng, p.evidence
    from app.opened(read_list_places.list_id) o
    join list_videos e on e.user_id = o.user_id and e.list_id = read_list_places.list_id
    join videos v on v.id = e.video_id and v.video_url = read_list_places.video_url and not v.is_diagnostic
    join video_places p on p.user_id = v.user_id and p.video_id = v.id
   order by p.position, p.place_id limit 100
$$;

/* The people of a list, for its owner and its members. */
create function list_people(list_id uuid)
returns table (user_id uuid, display_name text, avatar_url text, access text, created_at timestamptz)
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  with people as (
    select l.user_id, 'owner' as access, l.created_at from video_lists l where l.id = list_people.list_id
    union all
    select m.user_id, m.access, m.created_at from list_members m where m.list_id = list_people.list_id
  )
  select p.user_id, u.display_name, u.avatar_url, p.access, p.created_at
    from people p join users u on u.id = p.user_id
   where exists (select from people where user_id = auth.uid())
   order by p.access = 'owner' desc, p.created_at
$$;

/*
 * Makes an invitation to a list of the caller's whose share options allow collaborators, and returns its
 * token, which is shown once. Two random uuids: 244 bits.
 */
create function create_list_invite(list_id uuid, access text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform from video_lists l
    where l.id = create_list_invite.list_id and l.user_id = auth.uid()
      and (l.share_options ->> 'allow_collaborators')::boolean;
  if not found then
    raise exception 'collaborators_not_allowed' using errcode = '42501';
  end if;
  insert into list_invites (user_id, list_id, access, token_hash)
    values (auth.uid(), create_list_invite.list_id, create_list_invite.access, sha256(token::bytea));
  return token;
end
$$;
revoke execute on function create_list_invite(uuid, text) from public;
grant execute on function create_list_invite(uuid, text) to authenticated;

/* An invitation, for whoever holds its token, with an account or not yet: the list, who invites to it, and what they may do there. */
create function read_list_invite(token text)
returns table (name text, kind text, cover_images text[], video_count integer, creator_name text, access text)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select l.name, l.kind, cover_images(l), video_count(l), u.display_name, i.access
    from list_invites i
    join video_lists l on l.user_id = i.user_id and l.id = i.list_id
    join users u on u.id = i.user_id
   where i.token_hash = sha256(read_list_invite.token::bytea) and i.expires_at > now()
     and (l.share_options ->> 'allow_collaborators')::boolean
$$;

/*
 * Makes the caller a member by an invitation and returns the list's id. Opening it again keeps the higher
 * right; the owner stays the owner.
 */
create function accept_list_invite(token text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invite list_invites;
begin
  if auth.uid() is null then
    raise exception 'not_signed_in' using errcode = '42501';
  end if;
  select i.* into invite
    from list_invites i join video_lists l on l.user_id = i.user_id and l.id = i.list_id
   where i.token_hash = sha256(accept_list_invite.token::bytea) and i.expires_at > now()
     and (l.share_options ->> 'allow_collaborators')::boolean;
  if not found then
    raise exception 'invite_not_valid' using errcode = '42501';
  end if;
  if invite.user_id <> auth.uid() then
    insert into list_members as m (list_id, user_id, access) values (invite.list_id, auth.uid(), invite.access)
      on conflict (user_id, list_id) do update
        set access = case when m.access = 'edit' then 'edit' else excluded.access end;
  end if;
  return invite.list_id;
end
$$;
revoke execute on function accept_list_invite(text) from public;
grant execute on function accept_list_invite(text) to authenticated;

/*
 * Copies the videos of a list that the caller can read into a list of the caller's, keeping their order, and
 * returns how many entries are new. What the caller has already is not copied twice. The copies belong to
 * the caller; the shared analysis and the public facts of the place go along, the other person's own do not.
 */
create function copy_list(from_list uuid, to_list uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  me uuid := auth.uid();
  copied integer;
begin
  perform from video_lists l where l.id = from_list
    and (l.user_id = me or l.visibility in ('unlisted', 'public')
         or exists (select from list_members m where m.list_id = l.id and m.user_id = me));
  if not found then
    raise exception 'list_not_found' using errcode = '42501';
  end if;
  perform from video_lists l where l.id = to_list and l.user_id = me;
  if not found then
    raise exception 'list_not_found' using errcode = '42501';
  end if;
  insert into videos (
      user_id, platform, video_url, canonical_url, thumbnail_url, provider_thumbnail_url, places_photo_url,
      photo_attribution_html, title, creator_name, description, views, likes, embed_html, restaurant_name,
      restaurant_address, restaurant_location, restaurant_cuisine, restaurant_rating, user_ratings_total,
      restaurant_price_range, restaurant_phone, restaurant_website, diet_tags, google_maps_url, open_now,
      opening_hours_weekday_text, opening_hours, time_zone, reviews, extracted_dish_name, extracted_ingredients,
      extracted_estimated_price, extracted_price_currency, enrich_place_id, enrich_place_name,
      enrich_place_address, enrich_place_lat, enrich_place_lng, enrich_confidence, enrich_state, enrich_progress,
      decision, analysis_id)
    select
      me, platform, video_url, canonical_url, thumbnail_url, provider_thumbnail_url, places_photo_url,
      photo_attribution_html, title, v.creator_name, description, views, likes, embed_html, restaurant_name,
      restaurant_address, restaurant_location, restaurant_cuisine, restaurant_rating, user_ratings_total,
      restaurant_price_range, restaurant_phone, restaurant_website, diet_tags, google_maps_url, open_now,
      opening_hours_weekday_text, opening_hours, time_zone, reviews, extracted_dish_name, extracted_ingredients,
      extracted_estimated_price, extracted_price_currency, enrich_place_id, enrich_place_name,
      enrich_place_address, enrich_place_lat, enrich_place_lng, enrich_confidence, enrich_state, enrich_progress,
      decision, analysis_id
    from list_videos e join videos v on v.id = e.video_id
    where e.list_id = from_list and v.user_id <> me and not v.is_diagnostic
  on conflict (user_id, canonical_url) do nothing;
  insert into video_places (user_id, video_id, place_id, position, name, address, location, lat, lng, cuisine,
      confidence, evidence)
    select me, mine.id, p.place_id, p.position, p.name, p.address, p.location, p.lat, p.lng, p.cuisine,
           p.confidence, p.evidence
      from list_videos e
      join videos v on v.id = e.video_id
      join videos mine on mine.user_id = me and mine.canonical_url = v.canonical_url
      join video_places p on p.user_id = v.user_id and p.video_id = v.id
     where e.list_id = from_list and v.user_id <> me
       and not exists (select from video_places q where q.user_id = me and q.video_id = mine.id)
  on conflict do nothing;
  insert into list_videos (list_id, video_id, user_id, added_by, position)
    select to_list, mine.id, me, me, e.position
      from list_videos e
      join videos v on v.id = e.video_id
      join videos mine on mine.user_id = me and mine.canonical_url = v.canonical_url
       and mine.identify_state = 'identified'
     where e.list_id = from_list
  on conflict do nothing;
  get diagnostics copied = row_count;
  return copied;
end
$$;
revoke execute on function copy_list(uuid, uuid) from public;
grant execute on function copy_list(uuid, uuid) to authenticated;

reset role;
revoke create on schema app, public from service_role;
