-- Finds as 0014_search.sql, but faster. Where more fit than are ranked, a video with the query's own words goes before one
-- with words of its family.

/*
 * Stems of own notes and of the further places of videos. A row is of a note (`noted_place_id`) or of a further place
 * (`video_id`, `place_id`). Triggers keep it.
 */
create table app.beside_search (
  user_id uuid not null,
  noted_place_id text,
  video_id uuid,
  place_id text,
  stems tsvector not null,
  unique nulls not distinct (noted_place_id, user_id, video_id, place_id),
  foreign key (user_id, noted_place_id) references user_places (user_id, place_id) on update cascade on delete cascade,
  foreign key (user_id, video_id, place_id) references video_places (user_id, video_id, place_id)
    on update cascade on delete cascade
);
create index beside_search_stems on app.beside_search using gin (user_id, stems) with (gin_pending_list_limit = 256);
create index beside_search_further on app.beside_search (video_id, place_id, user_id);
alter table app.beside_search enable row level security;
create policy by_service on app.beside_search to service_role using (true) with check (true);
revoke all on app.beside_search from public;
grant select, insert, update, delete on app.beside_search to service_role;

/*
 * Fills in rows that no trigger saw: those from before this migration, and those of an older backup. The caller lifts row
 * security for the owner, because it hides accounts about to be deleted.
 */
create function app.fill_beside_search() returns void
language sql set search_path = public, pg_temp as $$
  insert into app.beside_search (user_id, noted_place_id, stems)
    select user_id, place_id, app.stems(note, 'D') from user_places where note is not null
    on conflict do nothing;
  insert into app.beside_search (user_id, video_id, place_id, stems)
    select user_id, video_id, place_id, app.stems(concat_ws(' ', name, location, address), 'D')
      from video_places where position > 0
    on conflict do nothing
$$;
revoke execute on function app.fill_beside_search() from public;
alter table user_places no force row level security;
alter table video_places no force row level security;
select app.fill_beside_search();
alter table user_places force row level security;
alter table video_places force row level security;
alter table app.beside_search force row level security;

grant create on schema app, public to service_role;
set local role service_role;

create function app.index_note() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.note is null then
    delete from app.beside_search where user_id = new.user_id and noted_place_id = new.place_id and video_id is null;
    return null;
  end if;
  insert into app.beside_search (user_id, noted_place_id, stems)
    values (new.user_id, new.place_id, app.stems(new.note, 'D'))
    on conflict (noted_place_id, user_id, video_id, place_id) do update set stems = excluded.stems;
  return null;
end
$$;
create function app.index_further_place() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.position = 0 then
    delete from app.beside_search
     where user_id = new.user_id and noted_place_id is null and video_id = new.video_id and place_id = new.place_id;
    return null;
  end if;
  insert into app.beside_search (user_id, video_id, place_id, stems)
    values (new.user_id, new.video_id, new.place_id, app.stems(concat_ws(' ', new.name, new.location, new.address), 'D'))
    on conflict (noted_place_id, user_id, video_id, place_id) do update set stems = excluded.stems;
  return null;
end
$$;

alter type app.search_term add attribute own tsquery;

/*
 * The words of a folded query. Words of a family that belong together stay together; words without meaning are left out
 * unless they are all there is. The last word may be the beginning of one.
 */
create or replace function app.search_terms(folded text) returns app.search_term[]
language plpgsql stable as $$
declare
  rest text := ' ' || folded || ' ';
  words text[] := '{}';
  compound text;
  term text;
  forms text[];
  is_last boolean;
  is_empty boolean;
  lexemes text;
  kin text;
  kin_words text;
  own tsquery;
  any_of tsquery;
  terms app.search_term[] := '{}';
begin
  for compound in
    select word from app.family_words where word like '% %' and position(' ' || word || ' ' in rest) > 0
     order by length(word) desc
  loop
    if position(' ' || compound || ' ' in rest) > 0 then
      words := words || compound;
      rest := replace(rest, ' ' || compound || ' ', '  ');
    end if;
  end loop;
  words := words || array(select w from regexp_split_to_table(btrim(rest), ' +') as w where w <> '');
  foreach term in array words loop
    -- A word that a family has is not shortened.
    forms := case when exists (select from app.family_words as k where k.word = term) then array[term]
                  else array[term, regexp_replace(term, 's$', ''), regexp_replace(term, 'es$', '')] end;
    is_last := term = words[cardinality(words)];
    is_empty := to_tsvector('pg_catalog.spanish', term) = '' or to_tsvector('pg_catalog.english', term) = ''
      or term in ('comida', 'restaurante', 'restaurant', 'restaurantes', 'restaurants', 'food', 'cocina', 'lugar', 'place');
    select string_agg(k.stems, ' | '), string_agg(k.words, '|') into kin, kin_words
      from app.family_words as k where k.word = any (forms);
    -- At the end it may still be a nickname: "tacos la".
    continue when is_empty and not (is_last and kin is not null);
    lexemes := case when not is_empty then app.both_stems(term) end;
    if is_last and not is_empty and term !~ ' ' and length(term) > 2 then
      lexemes := concat_ws(' | ', lexemes, quote_literal(term) || ':*');
    end if;
    own := lexemes::tsquery;
    -- Both languages have most stems, and families have words in common: each one costs time in every row.
    any_of := (
      select string_agg(distinct each, ' | ')
        from unnest(string_to_array(concat_ws(' | ', lexemes, kin), ' | ')) as each)::tsquery;
    terms := terms || (term, any_of, app.weighing(own, 'B'), app.weighing(any_of, 'B'), app.weighing(any_of, 'A'),
      app.word_keys(forms), app.word_keys(forms || string_to_array(kin_words, '|')),
      ' (' || concat_ws('|', array_to_string(forms, '|'), kin_words) || ')(e?s)? ', coalesce(own, any_of))::app.search_term;
  end loop;
  return terms;
end
$$;

/* What the query finds beside the person's videos. By the index, as app.videos_akin. */
create function app.beside_found(owner uuid, wanted tsquery) returns setof app.beside_search
language plpgsql stable rows 100 set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
begin
  return query select * from app.beside_search b where b.user_id = owner and b.stems @@ wanted limit 5000;
end
$$;

/* The person's videos with a term in their own note or a further place; the bits of `hits` say which terms. */
create function app.videos_beside(owner uuid, terms app.search_term[]) returns table (video_id uuid, hits bigint)
language plpgsql stable rows 100 set search_path = public, pg_temp as $$
begin
  return query
    with found as materialized (
      select b.noted_place_id, b.video_id,
             -- A single term is what was searched, so its bit (1 << 1) is set.
             case when cardinality(terms) = 1 then 2 else (
               select bit_or(case when b.stems @@ t.any_of then 1::bigint << (t.ordinality % 63)::int else 0 end)
                 from unnest(terms) with ordinality as t) end as hits
        from app.beside_found(owner, (select string_agg('(' || t.any_of::text || ')', ' | ')::tsquery from unnest(terms) as t)) as b
    )
    select each.id, bit_or(each.hits)
      from (
        select f.video_id as id, f.hits from found as f where f.video_id is not null
        union all
        select v.id, f.hits from found as f join videos v on v.user_id = owner and v.enrich_place_id = f.noted_place_id
        union all
        -- Of a place that no index has, the note is kept by its video.
        select v.id, f.hits
          from found as f
          join videos v on v.user_id = owner
           and v.id = case when f.noted_place_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then f.noted_place_id::uuid end
      ) as each
     group by each.id;
end
$$;

/*
 * The person's videos that are found by words of a family only. The generic plan uses the index; a plan made for 200 stems
 * would test them in every row.
 */
create function app.videos_akin(owner uuid, wanted tsquery, own_stems tsquery) returns table (video_id uuid)
language plpgsql stable rows 1000 set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select f.video_id from app.video_search f
     where f.user_id = owner and f.stems @@ wanted and not f.stems @@ own_stems limit 1000;
end
$$;

/*
 * The caller's videos in which every word of the query is found, best first: under its stems in Spanish or English or
 * those of its family, as the beginning or a part of a word, in the own note, in a further place. An exact name comes
 * first. Words that occur nowhere are taken for slips of words in names (word similarity of 0.4); at last the whole text
 * is (0.5).
 * A caller without an account searches the newest 1,000 public videos by stems, so that a search costs the same
 * however many there are. Of a text that fits very many videos, at most 2,500 are ranked, with 500 whose name begins with
 * it; 1,000 are returned. A search is planned for who asks: the plan that suits most people, who have few videos, reads all of a large
 * collection.
 */
create or replace function search_videos(q text) returns setof videos
language plpgsql stable security definer rows 50 set search_path = public, pg_temp
set pg_trgm.word_similarity_threshold = 0.4 set plan_cache_mode = force_custom_plan as $$
declare
  me uuid := auth.uid();
  words text := app.spoken(left(q, 200));
  terms app.search_term[] := app.search_terms(words);
  wanted tsquery := (select string_agg('(' || t.any_of::text || ')', ' & ')::tsquery from unnest(terms) as t);
  own_stems tsquery := (select string_agg('(' || t.own::text || ')', ' & ')::tsquery from unnest(terms) as t);
  -- How often the stems of a whole cuisine occur says little, and takes as long as all the rest.
  ranked tsquery := case when numnode(wanted) > 100 then own_stems else wanted end;
  slips text[];
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
               order by app.fold(v.restaurant_name) = words desc nulls last, ts_rank(s.stems, wanted) desc, v.created_at desc limit 50
            ) as found
          offset 0
        ) as shown;
    return;
  end if;
  return query
    with arms (video_id, hits) as (
      (select f.video_id, 0::bigint from app.video_search f where f.user_id = me and f.names like words || '%' limit 500)
      union all
      -- Those of a family are only looked for when its own words are in few: a family has up to 300 stems.
      select each.video_id, 0
        from (
          (select f.video_id from app.video_search f
            where f.user_id = me and (f.stems @@ own_stems or f.names like '%' || words || '%') limit 1000)
          union all
          select akin.video_id from app.videos_akin(me, wanted, own_stems) as akin
          limit 1000
        ) as each
      union all
      (select b.video_id, b.hits
         from app.videos_beside(me, terms) as b join app.video_search f on f.user_id = me and f.video_id = b.video_id
        where not exists (
          select from unnest(terms) with ordinality as t
           where not case when b.hits >> (t.ordinality % 63)::int & 1 = 1 then true
                          else f.stems @@ t.any_of or f.names like '%' || t.word || '%' end)
        limit 1000)
    ), fitting as (
      select arms.video_id, bit_or(arms.hits) as hits from arms group by arms.video_id
    )
    select v.*
      from fitting
      join app.video_search f on f.user_id = me and f.video_id = fitting.video_id
      join videos v on v.user_id = me and v.id = fitting.video_id
     -- A folded name is as long as the name, or little shorter.
     cross join lateral (select ' ' || left(f.names, char_length(coalesce(v.restaurant_name, ''))) || ' ' as name) as named
     cross join lateral (select string_to_array(btrim(named.name), ' ') as parts) as own
     -- In the name, as its dish, cuisine or city, in the note, title or caption.
     cross join lateral (
       select avg(case
                when t.own_words ?| own.parts or position(' ' || t.word || ' ' in named.name) > 0 then 6
                when t.any_words ?| own.parts then case when f.stems @@ t.own_b then 5.5 else 5 end
                when f.stems @@ t.own_b then 4
                when f.stems @@ t.any_b then 3
                when fitting.hits >> (t.ordinality % 63)::int & 1 = 1 then 2.5
                when f.stems @@ t.any_a then 2
                else 1
              end) as fits
         from unnest(terms) with ordinality as t) as r
     where v.identify_state = 'identified' and not v.is_diagnostic
     order by case when f.names like words || '%' and app.fold(v.restaurant_name) = words then 3
                   when f.names like words || ' %' then 2 when named.name like '%' || words || '%' then 1 else 0 end + r.fits desc,
              ts_rank(f.stems, ranked) desc, v.created_at desc, v.id limit 1000;
  if found or length(words) < 4 then
    return;
  end if;
  slips := array(
    select t.word from unnest(terms) as t
     where length(t.word) > 3 and not exists (
       select from app.video_search f
        where f.user_id = me and (f.stems @@ t.any_of or f.names like '%' || t.word || '%')));
  if cardinality(slips) > 0 then
    return query
      select v.*
        from (
          select * from app.video_search f
           where f.user_id = me and slips[1] <% f.names
             and not exists (select from unnest(slips) as slip where not slip <% f.names)
             and not exists (
               select from unnest(terms) as t
                where t.word <> all (slips) and not (f.stems @@ t.any_of or f.names like '%' || t.word || '%'))
           limit 2000
        ) as s join videos v on v.user_id = s.user_id and v.id = s.video_id
       where v.identify_state = 'identified' and not v.is_diagnostic
       order by strict_word_similarity(array_to_string(slips, ' '), app.fold(v.restaurant_name)) desc nulls last,
                word_similarity(words, s.names) desc, v.created_at desc, v.id limit 50;
    if found then
      return;
    end if;
  end if;
  return query
    select v.*
      from (select * from app.video_search f
             where f.user_id = me and words <% f.names and word_similarity(words, f.names) >= 0.5 limit 2000) as s
      join videos v on v.user_id = s.user_id and v.id = s.video_id
     where v.identify_state = 'identified' and not v.is_diagnostic
     order by strict_word_similarity(words, app.fold(v.restaurant_name)) desc nulls last,
              word_similarity(words, s.names) desc, v.created_at desc, v.id limit 50;
end
$$;

drop function app.words_beside(uuid, text);

reset role;
create trigger index_note after insert on user_places for each row when (new.note is not null)
  execute function app.index_note();
create trigger index_changed_note after update on user_places for each row when (new.note is distinct from old.note)
  execute function app.index_note();
create trigger index_further_place after insert on video_places for each row when (new.position > 0)
  execute function app.index_further_place();
create trigger index_changed_place after update of name, location, address, position on video_places for each row
  execute function app.index_further_place();
revoke create on schema app, public from service_role;
