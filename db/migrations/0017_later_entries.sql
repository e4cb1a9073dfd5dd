-- An import ends while some of its posts cannot be read yet: these are `later`, and come quietly.
alter table imports
  add column later integer not null default 0,
  add column started_at timestamptz,
  -- When nothing was read any more for the first time; what comes later does not begin the import again.
  add column ended_at timestamptz;
update imports set started_at = created_at where state <> 'preview';
update imports set ended_at = now() where state = 'done';
create index imports_later on imports (continued_at) where later > 0;

-- later: its post cannot be read now, or the places of an area that it names cannot be fetched now.
alter table import_items drop constraint import_items_state_check;
alter table import_items
  add constraint import_items_state_check
    check (state in ('written', 'new', 'known', 'added', 'joined', 'nameless', 'later')),
  -- The areas that a judged entry names: {"reason", "since", "areas"}; they are requested for the whole list at once.
  add column learns jsonb check (octet_length(learns::text) <= 5000),
  -- When its post is read again.
  add column due_at timestamptz,
  -- How often its post could not be read.
  add column tries smallint not null default 0,
  add column read_at timestamptz,
  add column failed_at timestamptz;
create index import_items_later on import_items (user_id, import_id, position) where state = 'later';
