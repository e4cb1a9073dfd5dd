-- Names that people teach are `corrections` of the product now: they belong to a person, who can take them back.
drop table place_aliases;
