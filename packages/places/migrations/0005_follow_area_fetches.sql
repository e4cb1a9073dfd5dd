-- Fetches in the background: their size, for the progress, and when the area was first wanted, for the limit of a day.
alter table place_areas
  add column of_bytes bigint not null default 0,
  -- The last failure was the bucket's, which concerns all areas.
  add column of_bucket boolean not null default false,
  add column wanted_at timestamptz not null default now();
