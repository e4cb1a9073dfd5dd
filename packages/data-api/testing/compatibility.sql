-- Shapes of a schema that clients of the wire format meet seldom, in the schema `library`.
create table library.makers (id int primary key, name text);
create table library.kits (
  id int primary key,
  name text default 'unnamed',
  "code-a" text default 'none',
  maker_id int references library.makers,
  helper_id int references library.makers,
  status text,
  raw json
);
create domain library.number as int default 666;
create table library.numbered (id library.number, name text);
insert into library.makers values (1, 'Ana'), (2, 'Bea'), (3, 'Cai');
insert into library.kits values
  (1, 'one', 'x', 1, 2, 'new', '[{"a":[1,2,3]}]'), (2, 'two', 'y', 2, 1, 'old', '[{"a":[4,5]}]'), (3, 'three', 'z', null, null, 'new', null);

-- Its name sorts before that of its table.
create view library.a_kits as select id, name, status from library.kits;
create view library.makers_twice as select id as first_id, id as second_id, name from library.makers;
create view library.kits_twice as select id, maker_id as first_maker, maker_id as second_maker from library.kits;
create view library.kits_by_makers as select k.id as kit, m.id as maker from library.kits k, library.makers m;
create function library.ignore_row() returns trigger language plpgsql as 'begin return new; end';
create trigger ignore_row instead of insert on library.kits_by_makers for each row execute function library.ignore_row();

create schema hidden;
create table library.talks (
  id int, maker_id int references library.makers, kit_id int references library.kits, primary key (id, maker_id, kit_id));
create view hidden.talks as select * from library.talks;
create view library.open_talks as select * from library.talks;
insert into library.talks values (1, 3, 1);

create table library.badges (id int primary key, kit_id int references library.kits);
insert into library.badges values (1, 1);
create function library.kits(library.badges) returns setof library.kits rows 1 language sql stable
  as 'select * from library.kits where id = 3';

create function library.letters(word char) returns text language sql immutable return word;
create function library.bits(word bit) returns text language sql immutable return word::text;
create domain library.maker as library.makers;
create function library.maker_of(id int) returns library.maker language sql stable
  as 'select m::library.maker from library.makers m where m.id = maker_of.id';
create function library.all_makers() returns setof library.maker language sql stable
  as 'select m::library.maker from library.makers m order by id';
create function library.one_record(id int) returns record language sql stable
  as 'select k.id, k.name from library.kits k where k.id = one_record.id';
create function library.records() returns setof record language sql stable
  as 'select k.id, k.name from library.kits k order by id limit 2';
create function library.kits_above(id int) returns setof library.kits language sql stable
  as 'select * from library.kits k where k.id > kits_above.id';
create function library.kit_rows() returns table (id int, kit library.kits) language sql stable
  as 'select k.id, k from library.kits k order by 1';
create function library.cookies() returns text language plpgsql as $$
begin
  perform set_config('response.headers', '[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}, {"Vary": "X-Kind"}]', true);
  return 'ok';
end $$;
create function library.raised_without_detail() returns void language plpgsql stable as $$
begin raise sqlstate 'PGRST' using message = '{"code": "1", "message": "x"}'; end $$;
create function library.odd_state() returns void language plpgsql as $$ begin raise sqlstate 'PT40A'; end $$;

create table library.parted (id int primary key, name text) partition by range (id);
create table library.parted_1 partition of library.parted for values from (0) to (100);
insert into library.parted values (1, 'one');

create table library.orders (id int primary key, maker_id int references library.makers) partition by range (id);
create table library.orders_2026 partition of library.orders for values from (0) to (100);

create table library.seats (id int primary key, place int unique deferrable initially deferred);
insert into library.seats values (1, 1);

create table library.processes (id int primary key, factory_id int, name text);
create table library.process_costs (process_id int primary key references library.processes, cost int);
create table library.supervisions (process_id int references library.processes, supervisor text);
insert into library.processes values (1, 20, 'A'), (2, 20, 'B'), (3, 10, 'C'), (4, 30, 'D');
insert into library.process_costs values (1, 5), (2, 7), (3, 1);
insert into library.supervisions values (1, 'x'), (2, 'x'), (3, 'y'), (null, 'z');

grant select, insert, update, delete on all tables in schema library to anon, authenticated;
revoke all on library.forbidden from anon, authenticated;
