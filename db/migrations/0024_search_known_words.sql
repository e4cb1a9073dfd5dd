-- Where the collection lacks a word of a family, nothing that is merely spelled alike is found for it.
grant create on schema app, public to service_role;
set local role service_role;

/* "Doña Chelo" and "Don Beto" have the stems of "donas". */
create function app.is_title(names text, wanted tsquery) returns boolean language sql immutable parallel safe as $$
  select wanted::text like '%''don''%' and names ~ '\mdona?\M' and names !~ '\m(donas|donut)'
$$;

create or replace function app.videos_akin(owner uuid, wanted tsquery, own_stems tsquery) returns table (video_id uuid)
language plpgsql stable rows 1000 set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select f.video_id from app.video_search f
     where f.user_id = owner and f.stems @@ wanted and not f.stems @@ own_stems and not app.is_title(f.names, wanted)
     limit 1000;
end
$$;

do $$
declare
  source text := pg_get_functiondef('search_videos(text)'::regprocedure);
  mark constant text := $m$  slips := array($m$;
begin
  if position(mark in source) = 0 then
    raise exception 'search_videos has no search for slips';
  end if;
  execute replace(source, mark, $m$  -- A word of a family is spelled right.
  if exists (
    select from unnest(terms) as t
     where t.own_words <> t.any_words and not exists (
       select from app.video_search f
        where f.user_id = me
          and (f.stems @@ t.any_of and not app.is_title(f.names, t.any_of) or f.names like '%' || t.word || '%'))) then
    return;
  end if;
$m$ || mark);
end
$$;

reset role;
revoke create on schema app, public from service_role;
