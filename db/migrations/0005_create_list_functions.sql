-- What clients call about lists. All run as the service and check for themselves what the caller may do.

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

/* The people of a list, for its owner and its members. */
create function list_people(list_id uuid)
returns table (user_id uuid, display_name text, avatar_url text, access text, created_at timestamptz)
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  with people as (
    select l.user_id, 'owner' as access, l.created_at from video_lists l where l.id = list_people.list_id
    union all
    select m.user_id, m.access, m.created_at from list_members m where m.list_id = list_people.list_id
  )
  select p.user_id, coalesce(u.display_name, split_part(u.email, '@', 1)), u.avatar_url, p.access, p.created_at
    from people p join users u on u.id = p.user_id
   where exists (select from people where user_id = auth.uid())
   order by p.access = 'owner' desc, p.created_at
$$;

/*
 * The name of a list's owner as a computed column of `video_lists`, null unless the list shows it. Reads the
 * list by its id, so a made-up row names nobody.
 */
create function creator_name(list video_lists) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select u.display_name
    from video_lists l join users u on u.id = l.user_id
   where l.id = list.id and (l.share_options ->> 'show_creator')::boolean
     and (l.visibility = 'public' or l.user_id = auth.uid() or l.id in (select app.lists_in_reach()))
$$;

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
     where e.list_id = from_list
  on conflict do nothing;
  get diagnostics copied = row_count;
  return copied;
end
$$;

/* The account's profile and built-in lists, made with the account; its address, kept in step. */
create function app.on_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first boolean;
begin
  if tg_op = 'UPDATE' then
    update users set email = new.email where id = new.id;
    return null;
  end if;
  -- The first account that is more than a visit administers the installation. The lock makes two first ones
  -- wait for each other.
  first := not new.is_anonymous and not exists (select from users where is_admin or email is not null);
  if first then
    perform pg_advisory_xact_lock(hashtext('antojo first account'));
    first := not exists (select from users where is_admin or email is not null);
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
create trigger app_account_created after insert on auth.users for each row execute function app.on_account();
create trigger app_account_changed after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function app.on_account();

revoke execute on function create_list_invite(uuid, text), accept_list_invite(text), copy_list(uuid, uuid) from public;
grant execute on function create_list_invite(uuid, text), accept_list_invite(text), copy_list(uuid, uuid) to authenticated;

-- All functions that look past row security belong to the service role, whose rights are written in policies.
grant create on schema app, public to service_role;
alter function app.count_extractions() owner to service_role;
alter function app.lists_in_reach() owner to service_role;
alter function app.lists_to_edit() owner to service_role;
alter function app.videos_in_reach() owner to service_role;
alter function app.complete_list_video() owner to service_role;
alter function app.on_account() owner to service_role;
alter function create_list_invite(uuid, text) owner to service_role;
alter function accept_list_invite(text) owner to service_role;
alter function list_people(uuid) owner to service_role;
alter function creator_name(video_lists) owner to service_role;
alter function copy_list(uuid, uuid) owner to service_role;
revoke create on schema app, public from service_role;
