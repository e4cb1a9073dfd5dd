-- Why an area was first wanted (AREA_REASONS); null for those of earlier versions and of the command line.
alter table place_areas add column wanted_for text
  check (wanted_for in ('chosen', 'told', 'pin', 'address', 'region', 'country', 'food', 'list'));
-- For the part of the day's limit that imports may use.
alter table place_areas add column is_of_import boolean not null default false;
