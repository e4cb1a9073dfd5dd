-- Who does not show who made a list or a video is not to be found out by it: their rows are not read directly by
-- people outside the list. `read_list`, `read_list_videos`, `read_list_places` and `public_videos` give what such a
-- row shows, without ids and instants by which it could be told to be the same person's as another.

create function app.shows_creator(share_options jsonb) returns boolean
  language sql immutable parallel safe
  return share_options @> '{"show_creator": true}';

drop policy by_link on video_lists;
create policy by_link on video_lists for select to anon, authenticated using (
  (visibility = 'public' and app.shows_creator(share_options)) or id in (select app.lists_in_reach())
);
drop policy by_link on videos;
create policy by_link on videos for select to anon, authenticated using (
  app.shows_creator(share_options)
  and (visibility = 'public' or (visibility = 'unlisted' and id = any ((select app.capabilities())::uuid[])))
);

grant create on schema app, public to service_role;
set local role service_role;

/*
 * Lists of others that the actor may read directly: those of which they are a member, and shared ones that show who
 * made them and that the request names.
 */
create or replace function app.lists_in_reach() returns setof uuid
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  select list_id from list_members where user_id = auth.uid()
  union
  select id from video_lists
   where id = any (app.capabilities()) and visibility in ('unlisted', 'public') and app.shows_creator(share_options)
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

/*
 * A video as strangers see it whose creator is hidden. `id` is made from its address, which they see as well; `twin`
 * tells videos of one address apart. What only its owner needs, and what is theirs alone, is empty.
 */
create function app.without_creator(video videos, twin bigint) returns videos
language plpgsql immutable parallel safe as $$
begin
  video.id := md5(video.canonical_url || ' ' || twin)::uuid;
  video.user_id := null;
  video.created_at := date_trunc('day', video.created_at, 'UTC');
  video.updated_at := video.created_at;
  video.visibility := 'unlisted';
  video.share_options := '{"show_creator": false}';
  video.analysis_id := null;
  video.decision := null;
  video.evidence_queries_used := '[]';
  video.evidence_city_hint := null;
  video.enrich_suggestions := '[]';
  -- Where its owner was.
  video.distance_km := null;
  video.distance_label := null;
  return video;
end
$$;

/* A list by its id for whoever may open it. Naming the id is the capability. */
create function read_list(list_id uuid)
returns table (id uuid, name text, description text, kind text, visibility text, share_options jsonb,
  "position" double precision, created_at timestamptz, video_count integer, cover_images text[], creator_name text,
  access text)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select l.id, l.name, l.description, l.kind, l.visibility, l.share_options, l.position,
         case when o.hidden then date_trunc('day', l.created_at, 'UTC') else l.created_at end,
         video_count(l), cover_images(l),
         (select u.display_name from users u where u.id = l.user_id and app.shows_creator(l.share_options)),
         o.access
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

/* The newest 200 public videos, newest first: what people without an account look through. */
create function public_videos() returns setof videos
language sql stable security definer rows 200 set search_path = public, pg_temp as $$
  select case when app.shows_creator(v.share_options) then v else app.without_creator(v, 1) end
    from videos v
   where v.visibility = 'public' and not v.is_diagnostic
   order by v.created_at desc, v.id desc limit 200
$$;

/*
 * The caller's videos that match the words, best first: stems of all words in Spanish or English, the text as
 * a part of a name, or, when neither finds anything, names that differ by a slip (word similarity ≥ 0.5).
 * A caller without an account searches the newest 1,000 public videos by stems, so that a search costs the same
 * however many there are. Of a text that fits very many videos, 5,000 are ranked.
 */
create or replace function search_videos(q text) returns setof videos
language plpgsql stable security definer rows 50 set search_path = public, pg_temp
set pg_trgm.word_similarity_threshold = 0.5 as $$
declare
  me uuid := auth.uid();
  words text := app.fold(left(q, 200));
  wanted tsquery := plainto_tsquery('spanish', words) || plainto_tsquery('english', words);
begin
  if coalesce(words, '') = '' then
    return;
  end if;
  if me is null then
    return query
      select (shown.video).*
        from (
          select case when app.shows_creator((found.v).share_options) then found.v
                      else app.without_creator(found.v, 1) end as video
            from (
              select v
                from (
                  select p.user_id, p.id from videos p where p.visibility = 'public' and not p.is_diagnostic
                   order by p.created_at desc, p.id desc limit 1000
                ) as newest
                join app.video_search s on s.user_id = newest.user_id and s.video_id = newest.id
                join videos v on v.user_id = newest.user_id and v.id = newest.id
               where s.stems @@ wanted
               order by ts_rank(s.stems, wanted) desc, v.created_at desc limit 50
            ) as found
          offset 0
        ) as shown;
    return;
  end if;
  return query
    select v.*
      from (
        select * from app.video_search f
         where f.user_id = me and (f.stems @@ wanted or f.names like '%' || words || '%') limit 5000
      ) as s join videos v on v.user_id = s.user_id and v.id = s.video_id
     where not v.is_diagnostic
     order by ts_rank(s.stems, wanted) + word_similarity(words, s.names) desc, v.created_at desc, v.id limit 1000;
  if found or length(words) < 4 then
    return;
  end if;
  return query
    select v.* from app.video_search s join videos v on v.user_id = s.user_id and v.id = s.video_id
     where s.user_id = me and words <% s.names and not v.is_diagnostic
     order by word_similarity(words, s.names) desc, v.created_at desc, v.id limit 50;
end
$$;

/* The comments of a list, oldest first, for whoever may open it. A hidden creator has no name here either. */
create or replace function read_list_comments(list_id uuid)
returns table (id uuid, author_name text, author_picture text, body text, created_at timestamptz, removable boolean)
language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  select c.id, case when not by.hidden then u.display_name end, case when not by.hidden then u.avatar_url end, c.body,
         c.created_at, coalesce(c.user_id = auth.uid() or o.user_id = auth.uid(), false)
    from app.opened(read_list_comments.list_id) o
    join list_comments c on c.list_id = read_list_comments.list_id
    cross join lateral (select o.hidden and c.user_id = o.user_id as hidden) as by
    join users u on u.id = c.user_id
   where app.list_takes_comments(read_list_comments.list_id)
   order by c.created_at, c.id limit 500
$$;

reset role;
revoke create on schema app, public from service_role;
