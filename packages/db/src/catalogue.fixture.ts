import type { ClientBase } from 'pg'

/**
 * The contents of a database as sorted lines of text that can be compared. Functions and views are listed with a hash
 * of their text: a change must show, but the text itself is in the migrations.
 */
export async function readCatalogue(client: ClientBase): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await client.query<{ line: string }>(query)
    lines.push(...rows.map(({ line }) => `${kind} ${line.replaceAll(/\s+/g, ' ')}`))
  }
  return [...lines, ...(await filledTables(client))].toSorted()
}

/** Tables that the migrations themselves put rows into. */
async function filledTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and ${OURS}`,
  )
  const filled: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from ${name}`)
    if (rowCount !== 0) filled.push(`rows ${name} ${rowCount}`)
  }
  return filled
}

/** Objects of our schemas that do not belong to an extension; `c` is their row in pg_class. */
const OURS = `c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Rights as sorted text, so that the order of the grants makes no difference; empty without any. */
const rights = (column: string) =>
  `(select 'rights=' || string_agg(a::text, ',' order by a::text) from unnest(${column}) a)`

const RELATIONS = `
  select concat_ws(' ', c.oid::regclass, c.relkind, 'owner=' || c.relowner::regrole, 'persistence=' || c.relpersistence::text,
      'row-security=' || c.relrowsecurity, 'forced=' || c.relforcerowsecurity, c.reloptions::text,
      ${rights('c.relacl')}) as line
    from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'S') and ${OURS}`

const COLUMNS = `
  select concat_ws(' ', c.oid::regclass, row_number() over (partition by c.oid order by a.attnum), quote_ident(a.attname),
      format_type(a.atttypid, a.atttypmod),
      'collate ' || (select nullif(o.oid::regcollation::text, '"default"') from pg_collation o where o.oid = a.attcollation),
      case when a.attnotnull then 'not null' end,
      case a.attgenerated when '' then 'default ' else 'generated ' end || pg_get_expr(d.adbin, d.adrelid),
      case a.attidentity when 'a' then 'always identity' when 'd' then 'identity' end, ${rights('a.attacl')}) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relkind in ('r', 'p', 'v', 'm') and ${OURS}`

const CONSTRAINTS = `
  select format('%s %s %s', coalesce(c.oid::regclass::text, format_type(k.contypid, null)), k.conname,
      pg_get_constraintdef(k.oid)) as line
    from pg_constraint k left join pg_class c on c.oid = k.conrelid
   where k.contype not in ('n', 't') and (c.oid is null or ${OURS})
     and k.connamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)`

const INDEXES = `
  select format('%s valid=%s', pg_get_indexdef(i.indexrelid), i.indisvalid) as line
    from pg_index i join pg_class c on c.oid = i.indrelid where ${OURS}`

const POLICIES = `
  select concat_ws(' ', c.oid::regclass, p.polname, case when p.polpermissive then 'permissive' else 'restrictive' end,
      'for ' || p.polcmd::text,
      'to ' || (select string_agg(case r when 0 then 'public' else r::regrole::text end, ',' order by r::regrole::text)
                  from unnest(p.polroles) r),
      'using ' || pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid)) as line
    from pg_policy p join pg_class c on c.oid = p.polrelid where ${OURS}`

const FUNCTIONS = `
  select concat_ws(' ', p.oid::regprocedure, 'returns ' || pg_get_function_result(p.oid), 'owner=' || p.proowner::regrole,
      case when p.prosecdef then 'definer' end, p.proconfig::text, ${rights('p.proacl')},
      'text=' || md5(pg_get_functiondef(p.oid))) as line
    from pg_proc p
   where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)
     and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`

const TRIGGERS = `
  select format('%s enabled=%s', pg_get_triggerdef(t.oid), t.tgenabled) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and ${OURS}`

const VIEWS = `
  select format('%s text=%s', c.oid::regclass, md5(pg_get_viewdef(c.oid))) as line
    from pg_class c where c.relkind in ('v', 'm') and ${OURS}`

const TYPES = `
  select concat_ws(' ', t.oid::regtype, t.typtype, nullif(t.typbasetype, 0)::regtype,
      case when t.typnotnull then 'not null' end, t.typdefault, 'owner=' || t.typowner::regrole, ${rights('t.typacl')},
      (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)) as line
    from pg_type t
   where t.typtype in ('d', 'e', 'r')
     and t.typnamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)`

const ROLES = `
  select format('%s login=%s inherit=%s bypass=%s super=%s createrole=%s createdb=%s', rolname, rolcanlogin, rolinherit,
      rolbypassrls, rolsuper, rolcreaterole, rolcreatedb) as line
    from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'antojo_person')`

const MEMBERS = `
  select distinct format('%s of %s inherit=%s set=%s admin=%s', m.member::regrole, m.roleid::regrole, m.inherit_option,
      m.set_option, m.admin_option) as line
    from pg_auth_members m where m.roleid::regrole::text in ('anon', 'authenticated', 'service_role', 'antojo_person')`

const COMMENTS = `
  select format('%s %s %s', d.objoid::regclass, d.objsubid, d.description) as line
    from pg_description d join pg_class c on d.classoid = 'pg_class'::regclass and c.oid = d.objoid where ${OURS}`

const QUERIES = {
  schema: `select concat_ws(' ', nspname, 'owner=' || nspowner::regrole, ${rights('nspacl')}) as line
    from pg_namespace where nspname in ('public', 'app', 'auth', 'migrations')`,
  extension: `select format('%s in %s', extname, extnamespace::regnamespace) as line from pg_extension`,
  role: ROLES,
  member: MEMBERS,
  'default-rights': `select concat_ws(' ', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype,
      ${rights('defaclacl')}) as line from pg_default_acl`,
  relation: RELATIONS,
  column: COLUMNS,
  constraint: CONSTRAINTS,
  index: INDEXES,
  policy: POLICIES,
  function: FUNCTIONS,
  trigger: TRIGGERS,
  view: VIEWS,
  type: TYPES,
  comment: COMMENTS,
}
