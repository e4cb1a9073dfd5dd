-- When places that two sources told, and that stood twice in collections of before, became one; null until then.
alter table app.installation add column twins_united_at timestamptz;
alter table app.installation alter column twins_united_at set default now();
