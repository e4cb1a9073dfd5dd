-- Search that understands. A trigram index is not used for `ilike` under row security (the operator is not leakproof), so
-- search is a function that names the owner itself.
create extension if not exists btree_gin;
grant create on schema app, public to service_role;

/* Lower case, without accents, apostrophes and punctuation: the form in which names are compared. */
create function app.fold(words text) returns text
  language sql immutable parallel safe strict
  return btrim(regexp_replace(
    translate(lower(public.unaccent('public.unaccent'::regdictionary, words)), '''’‘`´', ''),
    '[^[:alnum:]]+', ' ', 'g'));

/* Words of the text under the stems of both languages. */
create function app.stems(words text, weight "char") returns tsvector
  language sql immutable parallel safe
  return setweight(
    to_tsvector('pg_catalog.spanish', app.fold(coalesce(words, '')))
      || to_tsvector('pg_catalog.english', app.fold(coalesce(words, ''))),
    weight);

-- What can be found of a video; only the functions of this file and the trigger app.index_video use it.
create table app.video_search (
  user_id uuid not null,
  video_id uuid not null,
  -- Folded name, title, cuisine, dish, place and creator, for parts of words and for slips.
  names text not null,
  stems tsvector not null,
  primary key (user_id, video_id),
  foreign key (user_id, video_id) references public.videos (user_id, id) on delete cascade
);
-- A short list of pending entries, in kB, because every search reads it through.
create index video_search_names on app.video_search
  using gin (user_id, names gin_trgm_ops) with (gin_pending_list_limit = 256);
create index video_search_stems on app.video_search using gin (user_id, stems) with (gin_pending_list_limit = 256);

alter table app.video_search enable row level security;
alter table app.video_search force row level security;
create policy by_service on app.video_search to service_role using (true) with check (true);
revoke all on app.video_search from public;
grant select, insert, update, delete on app.video_search to service_role;

set local role service_role;

/*
 * A cuisine under the names that the card shows in each language. Rows hold the key of a cuisine, which is its English
 * name; the Spanish names are those of the app's messages.
 */
create function app.cuisine_names(keys text) returns text language sql immutable parallel safe
  return keys || coalesce((
    select ' ' || string_agg(names.spanish, ' ')
      from (values
        ('Japanese', 'japonesa'), ('Mexican', 'mexicana'), ('Italian', 'italiana'), ('Thai', 'tailandesa'),
        ('Korean', 'coreana'), ('Chinese', 'china'), ('Indian', 'india'), ('Mediterranean', 'mediterránea'),
        ('Seafood', 'mariscos'), ('Steakhouse', 'carnes'), ('Burgers', 'hamburguesas'), ('Barbecue', 'barbacoa'),
        ('Cafe', 'café'), ('Bakery', 'panadería'), ('Dessert', 'postres'), ('French', 'francesa'), ('Spanish', 'española'),
        ('Peruvian', 'peruana'), ('Argentine', 'argentina'), ('Vegetarian', 'vegetariana'), ('Vegan', 'vegana'),
        ('Ramen', 'ramen')
      ) as names (key, spanish)
     where names.key = any (string_to_array(replace(keys, ', ', ','), ','))), '');

/* The person's videos of places whose own note has the words; of a place that no index has, the note is kept by its video. */
create function app.videos_noted(owner uuid, words text) returns table (video_id uuid)
  language sql stable set search_path = public, pg_temp as $$
    select v.id
      from user_places n
     cross join lateral (
        select id from videos where user_id = owner and enrich_place_id = n.place_id
        union all
        select id from videos
         where user_id = owner
           and id = case when n.place_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then n.place_id::uuid end
     ) as v
     where n.user_id = owner and app.fold(n.note) like '%' || words || '%'
     limit 1000
$$;

/* The person's videos that show a further place with all the words in its name or address. */
create function app.videos_showing(owner uuid, words text) returns table (video_id uuid)
  language sql stable set search_path = public, pg_temp as $$
    select distinct p.video_id
      from video_places p
     where p.user_id = owner and p.position > 0
       and app.fold(concat_ws(' ', p.name, p.location, p.address))
           like all (select '%' || word || '%' from unnest(string_to_array(words, ' ')) as word)
     limit 1000
$$;

/*
 * The caller's videos that match the words, best first: stems of all words in Spanish or English, the text as
 * a part of a name or of the own note, all words in a further place, or, when none of these finds anything, names that
 * differ by a slip (word similarity ≥ 0.5).
 * A caller without an account searches the newest 1,000 public videos by stems, so that a search costs the same
 * however many there are. Of a text that fits very many videos, 5,000 are ranked. A search is planned for who asks: the
 * plan that suits most people, who have few videos, reads all of a large collection, 1.2 s at 100,000 videos instead of
 * 0.6 ms.
 */
create function search_videos(q text) returns setof videos
language plpgsql stable security definer rows 50 set search_path = public, pg_temp
set pg_trgm.word_similarity_threshold = 0.5 set plan_cache_mode = force_custom_plan as $$
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
                  select p.user_id, p.id from videos p where p.visibility = 'public' and p.identify_state = 'identified'
                     and not p.is_diagnostic
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
        select each.video_id, max(each.rank) as rank
          from (
            (select f.video_id, ts_rank(f.stems, wanted) + word_similarity(words, f.names) as rank
               from app.video_search f
              where f.user_id = me and (f.stems @@ wanted or f.names like '%' || words || '%') limit 5000)
            union all select noted.video_id, 0.3 from app.videos_noted(me, words) as noted
            union all select showing.video_id, 0.5 from app.videos_showing(me, words) as showing
          ) as each
         group by each.video_id
      ) as s join videos v on v.user_id = me and v.id = s.video_id
     where v.identify_state = 'identified' and not v.is_diagnostic
     order by s.rank desc, v.created_at desc, v.id limit 1000;
  if found or length(words) < 4 then
    return;
  end if;
  return query
    select v.*
      from (select * from app.video_search f where f.user_id = me and words <% f.names limit 5000) as s
      join videos v on v.user_id = s.user_id and v.id = s.video_id
     where v.identify_state = 'identified' and not v.is_diagnostic
     order by word_similarity(words, s.names) desc, v.created_at desc, v.id limit 50;
end
$$;

reset role;
revoke create on schema app, public from service_role;
