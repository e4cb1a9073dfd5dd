-- A word of a family finds whole words. Under Spanish stems "ramen" found "La Ramada", and "callo" every "Calle".
grant create on schema app, public to service_role;
set local role service_role;

/*
 * A word of a family, its plural and its other gender under English stems, which keep the endings of Spanish words; under
 * Spanish ones where a word has no meaning in English.
 */
create function app.family_stems(word text) returns text language sql immutable parallel safe as $$
  select string_agg(distinct coalesce(
           (select q::text from phraseto_tsquery('pg_catalog.english', form) as q where numnode(q) = nodes),
           (select q::text from phraseto_tsquery('pg_catalog.spanish', form) as q where numnode(q) = nodes)), ' | ')
    from (values (word), (case when word ~ '[^aeious]$' then word || 'es' end),
            (case when word ~ '..(ad|an|at|er|et|ic|id|os)[ao]$' then left(word, -1) || translate(right(word, 1), 'ao', 'oa') end)) as f (form)
   cross join lateral (select 2 * cardinality(string_to_array(form, ' ')) - 1 as nodes) as n
$$;

/* "Doña Chelo" has the stem of "donas", which is the plural of another word. */
create or replace function app.is_title(names text, wanted tsquery) returns boolean language sql immutable parallel safe as $$
  select wanted::text like '%''dona''%' and names ~ '\mdona\M' and names !~ '\m(donas|donut)'
$$;

/* Runs the definition with `new` instead of `old`. */
create function pg_temp.redefine(definition text, old text, new text) returns void language plpgsql as $$
begin
  if position(old in definition) = 0 then
    raise exception 'nothing to replace: %', old;
  end if;
  execute replace(definition, old, new);
end
$$;
do $$
declare
  families constant text := 'create materialized view app.family_words as ' || pg_get_viewdef('app.family_words'::regclass);
begin
  drop materialized view app.family_words;
  perform pg_temp.redefine(families, 'both_stems', 'family_stems');
  create unique index family_words_word on app.family_words (word);
  perform pg_temp.redefine(pg_get_functiondef('app.search_terms(text)'::regprocedure),
    'then app.both_stems(term) end', 'then case when kin is null then app.both_stems(term) else app.family_stems(term) end end');
  perform pg_temp.redefine(pg_get_functiondef('search_videos(text)'::regprocedure),
    $m$is_title(f.names, t.any_of) or f.names like '%' || t.word || '%'$m$,
    -- The index is for the first of both conditions.
    $m$is_title(f.names, t.any_of) or f.names like '%' || t.word || '%' and f.names ~ ('\m' || t.word || '\M')$m$);
end
$$;

reset role;
revoke create on schema app, public from service_role;
