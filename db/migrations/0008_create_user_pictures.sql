-- The picture that a person chose for their profile. In the database, so that every node serves it.
create table user_pictures (
  user_id uuid primary key references users (id) on delete cascade,
  webp bytea not null check (octet_length(webp) <= 200000),
  updated_at timestamptz not null default now()
);
create trigger touch before update on user_pictures for each row execute function app.touch();

alter table user_pictures enable row level security;
alter table user_pictures force row level security;
create policy by_service on user_pictures to service_role using (true) with check (true);
revoke all on user_pictures from public, anon, authenticated;
grant select, insert, update, delete on user_pictures to service_role;
