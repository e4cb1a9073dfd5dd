-- Nothing reads these columns: `result` and `evidence` hold the same facts.
alter table analyses
  drop column oembed,
  drop column mentions,
  drop column candidates,
  drop column queries_used,
  drop column place_id,
  drop column confidence_without_address;
