/** Queries on Postgres's own catalog. `$1` is the list of exposed schemas. */

export const RELATIONS_QUERY = `
select n.nspname as schema, c.relname as name, c.relkind as kind, c.oid::int8::text as oid,
  (pg_relation_is_updatable(c.oid, true) & 8) = 8 as insertable,
  (pg_relation_is_updatable(c.oid, true) & 4) = 4 as updatable,
  (pg_relation_is_updatable(c.oid, true) & 16) = 16 as deletable,
  coalesce((
    select json_agg(json_build_object(
      'name', a.attname,
      'number', a.attnum,
      'type', format_type(a.atttypid, nullif(a.atttypmod, -1)),
      'category', t.typcategory,
      'base', coalesce(nullif(t.typbasetype, 0), t.oid)::regtype::text,
      'default', case
        when a.attgenerated <> '' then null
        when a.attidentity <> '' then (
          -- pg_get_serial_sequence() would need the right to use each schema.
          select format('nextval(%L::regclass)', format('%I.%I', sn.nspname, s.relname))
          from pg_depend o join pg_class s on s.oid = o.objid join pg_namespace sn on sn.oid = s.relnamespace
          where o.classid = 'pg_class'::regclass and o.refclassid = 'pg_class'::regclass and o.deptype = 'i'
            and o.refobjid = c.oid and o.refobjsubid = a.attnum and s.relkind = 'S')
        else coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end
    ) order by a.attnum)
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
  coalesce((
    select json_agg(json_build_object('primary', i.indisprimary, 'columns', (
      select json_agg(a.attname order by k.position)
      from unnest(i.indkey::int2[]) with ordinality k(number, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where k.position <= i.indnkeyatts)))
    from pg_index i
    where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null), '[]') as keys
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f')
  -- Postgres does not apply the row security of the parent to a query on its partition.
  and not c.relispartition
  and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
order by n.nspname, c.relname`

export const FOREIGN_KEYS_QUERY = `
select k.conname as name, k.conrelid::int8::text as "from", k.confrelid::int8::text as "to",
  (select json_agg(json_build_object('own', a.attname, 'other', b.attname) order by p.position)
   from unnest(k.conkey, k.confkey) with ordinality p(own, other, position)
   join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.own
   join pg_attribute b on b.attrelid = k.confrelid and b.attnum = p.other) as columns
from pg_constraint k
where k.contype = 'f' and k.conparentid = 0
order by k.conrelid, k.conname`

export const VIEWS_QUERY = `
select r.ev_class::int8::text as oid, r.ev_action::text as action
from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('v', 'm') and r.rulename = '_RETURN'
  and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`

export const ROUTINES_QUERY = `
select n.nspname as schema, p.proname as name, p.provolatile as volatility, p.proretset as "returnsSet",
  p.prorows::float8 as rows, p.provariadic <> 0 as variadic, p.pronargs as "inputs", p.pronargdefaults as "defaults",
  coalesce(p.proargnames, '{}') as "argumentNames", coalesce(p.proargmodes::text[], '{}') as "argumentModes",
  coalesce((select json_agg(format_type(t.type, null) order by t.position)
    from unnest(p.proargtypes::oid[]) with ordinality t(type, position)), '[]') as "inputTypes",
  coalesce((select json_agg(json_build_object('name', coalesce(o.name, ''), 'type', format_type(o.type, null),
      'category', t.typcategory, 'base', coalesce(nullif(t.typbasetype, 0), t.oid)::regtype::text) order by o.position)
    from unnest(p.proallargtypes, p.proargnames, p.proargmodes) with ordinality o(type, name, mode, position)
    join pg_type t on t.oid = o.type
    where o.mode in ('o', 'b', 't')), '[]') as "outputTypes",
  case when p.pronargs = 1 then (select at.typrelid::int8::text from pg_type at where at.oid = p.proargtypes[0]) end
    as "argumentRelation",
  rt.typrelid::int8::text as "resultRelation", rt.typname as "resultType",
  rt.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,o,b}', false)
    as composite
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
join lateral (
  with recursive beneath as (
    select * from pg_type where oid = p.prorettype
    union all
    select b.* from beneath d join pg_type b on b.oid = d.typbasetype)
  select * from beneath where typbasetype = 0) rt on true
where p.prokind = 'f' and n.nspname = any ($1) and rt.typname not in ('trigger', 'event_trigger')
  -- Functions of extensions are not meant for the network: pg_trgm's set_limit() changes the connection.
  and not exists (select from pg_depend d
    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
order by n.nspname, p.proname, p.oid`
