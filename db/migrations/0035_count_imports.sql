-- The numbers of an import stand in its row: reading all of its items for each look at a list of imports takes a second.

alter table imports
  add column waiting integer not null default 0,
  add column known integer not null default 0,
  add column reading integer not null default 0,
  add column identified integer not null default 0,
  add column open integer not null default 0,
  add column deleted integer not null default 0;
comment on column imports.parts is
  'The parts of the file: {"kind", "name", "isSelected", "listId", "isNewList", "total", "known"}.';

set local role service_role;

update imports m
   set waiting = c.waiting, known = c.known, reading = c.reading, identified = c.identified, open = c.open,
       deleted = c.deleted
  from (
    select i.user_id, i.import_id,
           count(*) filter (where i.state = 'new') as waiting,
           count(*) filter (where i.state = 'known') as known,
           count(*) filter (where i.state = 'added' and v.identify_state in ('running', 'learning')) as reading,
           count(*) filter (where i.state = 'added' and v.identify_state = 'identified') as identified,
           count(*) filter (where i.state = 'added' and v.identify_state in ('question', 'unidentified')) as open,
           count(*) filter (where i.state = 'added' and v.id is null) as deleted
      from import_items i left join videos v on v.user_id = i.user_id and v.id = i.video_id
     group by i.user_id, i.import_id
  ) c
 where m.user_id = c.user_id and m.id = c.import_id;

update imports m
   set parts = (
     select jsonb_agg(p.part || jsonb_build_object('total', n.total, 'known', n.known) order by p.number)
       from jsonb_array_elements(m.parts) with ordinality as p (part, number)
      cross join lateral (
        select count(*) as total, count(*) filter (where i.state = 'known') as known
          from import_items i
         where i.user_id = m.user_id and i.import_id = m.id and p.number - 1 = any (i.parts)
      ) n)
 where m.parts <> '[]';

-- What the person has not chosen is not needed after the start.
delete from import_items where state = 'skipped';

reset role;

alter table import_items drop constraint import_items_state_check;
-- new: waits; known: the person had it already; added: its row was made by this import.
alter table import_items add check (state in ('new', 'known', 'added'));
create index import_items_of_video on import_items (user_id, video_id) where state = 'added';

grant create on schema app to service_role;
set local role service_role;

create function app.recount_import_of_video() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update imports m
     set reading = m.reading - (old.identify_state in ('running', 'learning'))::integer
                             + (new.identify_state in ('running', 'learning'))::integer,
         identified = m.identified - (old.identify_state = 'identified')::integer
                                   + (new.identify_state = 'identified')::integer,
         open = m.open - (old.identify_state in ('question', 'unidentified'))::integer
                       + (new.identify_state in ('question', 'unidentified'))::integer
    from import_items i
   where i.user_id = new.user_id and i.video_id = new.id and i.state = 'added'
     and m.user_id = i.user_id and m.id = i.import_id;
  return null;
end
$$;

create function app.recount_imports_of_deleted() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update imports m
     set reading = m.reading - c.reading, identified = m.identified - c.identified, open = m.open - c.open,
         deleted = m.deleted + c.total
    from (
      select i.user_id, i.import_id,
             count(*) as total,
             count(*) filter (where g.identify_state in ('running', 'learning')) as reading,
             count(*) filter (where g.identify_state = 'identified') as identified,
             count(*) filter (where g.identify_state in ('question', 'unidentified')) as open
        from gone g
        join import_items i on i.user_id = g.user_id and i.video_id = g.id and i.state = 'added'
       group by i.user_id, i.import_id
    ) c
   where m.user_id = c.user_id and m.id = c.import_id;
  return null;
end
$$;

reset role;
revoke create on schema app from service_role;

create trigger recount_import_of_video after update on videos
  for each row when (old.identify_state <> new.identify_state)
  execute function app.recount_import_of_video();
create trigger recount_imports_of_deleted after delete on videos
  referencing old table as gone
  for each statement execute function app.recount_imports_of_deleted();
