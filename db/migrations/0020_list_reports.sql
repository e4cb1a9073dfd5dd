-- What visitors of a shared list say is wrong with one of its places. The server writes them without an account; only
-- the list's owner reads them, and deletes them when they are resolved.
create table list_reports (
  id uuid not null default gen_random_uuid(),
  -- The owner of the list.
  user_id uuid not null,
  list_id uuid not null,
  video_id uuid not null,
  body text not null check (char_length(btrim(body)) between 1 and 500),
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, list_id, video_id) references list_videos (user_id, list_id, video_id) on delete cascade
);
create index list_reports_of_entry on list_reports (user_id, list_id, video_id);

alter table list_reports enable row level security;
alter table list_reports force row level security;
create policy by_owner on list_reports to authenticated using (user_id = (select auth.uid()));
create policy by_service on list_reports to service_role using (true) with check (true);
revoke all on list_reports from public, anon, authenticated;
grant select, delete on list_reports to authenticated;
grant select, insert, delete on list_reports to service_role;
