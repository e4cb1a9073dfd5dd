-- Whoever may no longer change a list is refused, as an insert into it is, instead of being answered as if it had worked.
create or replace function arrange_list(list_id uuid, video_ids uuid[], first integer default 0) returns setof uuid
language plpgsql rows 100 as $$
begin
  if arrange_list.list_id not in (select * from app.lists_to_edit()) then
    raise exception 'edit_not_allowed' using errcode = '42501';
  end if;
  return query
    update list_videos e set position = arrange_list.first + o.n - 1
      from unnest(video_ids) with ordinality as o(id, n)
     where e.list_id = arrange_list.list_id and e.video_id = o.id
    returning e.video_id;
end
$$;

/* People may take what they added out of any list. */
create or replace function take_place_out(list_id uuid, video_id uuid) returns setof uuid
language plpgsql rows 2 as $$
begin
  return query
    delete from list_videos e
     where e.list_id = take_place_out.list_id and e.video_id in (select app.videos_of_place(take_place_out.video_id))
    returning e.video_id;
  if not found and take_place_out.list_id not in (select * from app.lists_to_edit()) then
    raise exception 'edit_not_allowed' using errcode = '42501';
  end if;
end
$$;

-- A dish is found by its name in other languages, with or without their small words and accents.
grant create on schema app, public to service_role;
set local role service_role;

/* Runs the definition with `new` instead of `old`. */
create function pg_temp.redefined(definition text, old text, new text) returns text language plpgsql as $$
begin
  if position(old in definition) = 0 then
    raise exception 'nothing to replace: %', old;
  end if;
  return replace(definition, old, new);
end
$$;
do $do$
declare
  families text := pg_get_functiondef('app.search_families()'::regprocedure);
  search text := pg_get_functiondef('search_videos(text)'::regprocedure);
  change record;
begin
  for change in select * from (values
    ($l$  "cuisines"$l$, $l$  "small_words": ["a", "al", "alla", "alle", "allo", "and", "au", "aux", "com", "con", "da", "das", "de", "dei", "del", "della", "delle", "des", "di", "do", "dos", "du", "e", "el", "em", "en", "et", "in", "la", "las", "le", "les", "los", "n", "of", "the", "with", "y"],
  "cuisines"$l$),
    ($l$    "Vegan": [$l$, $l$    "Portuguese": [
      "portuguesa, portugues, portuguese, 🇵🇹",
      "bacalao, bacalhau",
      "pasteis, pastel de nata, pasteles de nata, pasteis de nata, pastel de belem, pasteles de belem, pasteis de belem"
    ],
    "Vegan": [$l$),
    ($l$    "portuguesa, portugues, portuguese, bacalao, bacalhau, pastel de nata, 🇵🇹",
$l$, $l$    "pistacho, pistache, pistachio, pistacchio",
    "almendra, almond, amande, mandorla",
    "limon, lemon, citron, limone",
    "sopa de cebolla, onion soup, soupe a loignon",
    "mac and cheese, mac n cheese, macarrones con queso",
    "pan de queso, pao de queijo, cheese bread",
$l$),
    ($l$"bistec, filete, bife,$l$, $l$"bistec, bistecca, filete, bife,$l$),
    ($l$"milanesa, milanga, schnitzel, cotoletta"$l$, $l$"milanesa, milanese, milanga, schnitzel, cotoletta"$l$),
    ($l$"pastel, cake, torta dulce, queque, tarta, $l$, $l$"pastel, cake, torta dulce, queque, tarta, tarte, $l$),
    ($l$"chocolate, bombon, cacao, $l$, $l$"chocolate, chocolat, cioccolato, bombon, cacao, $l$),
    ($l$"feijoada, moqueca, coxinha, pao de queijo"$l$, $l$"feijoada, moqueca, coxinha"$l$)
  ) as changes (old, new) loop
    families := pg_temp.redefined(families, change.old, change.new);
  end loop;
  execute families;
  execute pg_temp.redefined(pg_get_functiondef('app.search_terms(text)'::regprocedure), $m$'lugar', 'place')$m$,
    $m$'lugar', 'place') or app.search_families() -> 'small_words' ? term$m$);
  -- "pasteles de belem" is no slip of one word, but as a whole nearly the name "Pastéis de Belém".
  search := pg_temp.redefined(search, $m$    return;
  end if;
  slips :=$m$, $m$    alike := case when words ~ ' ' then 0.7 else 2 end;
  end if;
  slips :=$m$);
  search := pg_temp.redefined(search, $m$  slips text[];
begin$m$, $m$  slips text[];
  alike real := 0.5;
begin$m$);
  search := pg_temp.redefined(search, 'if cardinality(slips) > 0 then', 'if alike = 0.5 and cardinality(slips) > 0 then');
  execute pg_temp.redefined(search, '>= 0.5 limit', '>= alike limit');
end
$do$;

/* As before; "pulpo a la gallega", of which "a" has no meaning in either language, is a phrase all the same. */
create or replace function app.family_stems(word text) returns text language sql immutable parallel safe as $$
  select string_agg(distinct coalesce(
           (select q::text from phraseto_tsquery('pg_catalog.english', form) as q where numnode(q) = nodes),
           (select q::text from phraseto_tsquery('pg_catalog.spanish', form) as q where numnode(q) = nodes),
           (select q::text from phraseto_tsquery('pg_catalog.english', form) as q where numnode(q) > 1)), ' | ')
    from (values (word), (case when word ~ '[^aeious]$' then word || 'es' end),
            (case when word ~ '..(ad|an|at|er|et|ic|id|os)[ao]$' then left(word, -1) || translate(right(word, 1), 'ao', 'oa') end)) as f (form)
   cross join lateral (select 2 * cardinality(string_to_array(form, ' ')) - 1 as nodes) as n
$$;
refresh materialized view app.family_words;

reset role;
revoke create on schema app, public from service_role;

-- A list that hides its owner shows days, not times. 11:00 UTC is on the same day from Hawaii to New Zealand; midnight was
-- yesterday in America.
grant create on schema app, public to service_role;
set local role service_role;
do $do$
begin
  execute pg_temp.redefined(pg_get_functiondef('app.without_creator(videos, bigint)'::regprocedure),
    $m$date_trunc('day', video.created_at, 'UTC')$m$, $m$date_trunc('day', video.created_at, 'UTC') + interval '11 hours'$m$);
  execute pg_temp.redefined(pg_get_functiondef('read_list(uuid)'::regprocedure),
    $m$date_trunc('day', l.created_at, 'UTC')$m$, $m$date_trunc('day', l.created_at, 'UTC') + interval '11 hours'$m$);
end
$do$;
reset role;
revoke create on schema app, public from service_role;
