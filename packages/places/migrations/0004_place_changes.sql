-- What the last update of an area changed: it is told to people with such a place, and it can be undone.
create table place_changes (
  area_id bigint not null references place_areas (id) on delete cascade,
  place_id bigint not null,
  -- new, moved, renamed, closed, replaced (by a place of the same name there), back, changed (only in other facts); or
  -- undone.
  kinds text[] not null,
  -- The row of `places` before; null when it was new.
  before jsonb,
  is_told boolean not null default false,
  primary key (area_id, place_id)
);
create index place_changes_untold on place_changes (area_id, place_id) where not is_told;

alter table place_changes enable row level security;
alter table place_changes force row level security;
create policy server_only on place_changes to service_role, current_user using (true) with check (true);
revoke all on place_changes from public, anon, authenticated;
grant select, insert, update, delete on place_changes to service_role;

alter table place_areas
  -- The release before the last update; null when there is nothing to undo.
  add column former_release text,
  -- The release that somebody undid: it does not come back by itself.
  add column undone_release text,
  -- When a node began an update, which no other does meanwhile; null when it ended well.
  add column updating_at timestamptz;
