-- The names of an area are read at once: cells of a quarter of a degree find them without reading a whole band of
-- latitudes.
create function place_cell(lat double precision, lng double precision) returns integer
  language sql immutable parallel safe
  return floor(lat * 4)::integer * 1440 + floor(lng * 4)::integer;

create index place_names_cell on place_names (place_cell(lat, lng)) where not short;
