import { escapeIdentifier, type ClientBase } from 'pg'

/** A table whose rows belong into a backup. */
export interface StoredTable {
  /** `schema.name`. */
  readonly name: string
  /** In the order of the backup; generated ones are left out. */
  readonly columns: readonly string[]
  /** Row security holds for the owner too. */
  readonly forced: boolean
  /** Who sees all its rows: the service, else the owner. */
  readonly byService: boolean
  /** Which rows belong into a backup: of the queue, what is still to be done. */
  readonly where: string
}

interface Found extends StoredTable {
  readonly refers_to: readonly string[]
}

/** Our own schemas; the record of migrations is written by the migrations themselves. */
const TABLES_QUERY = `
  select n.nspname || '.' || c.relname as name, c.relforcerowsecurity as forced,
    c.relforcerowsecurity and has_table_privilege('service_role', c.oid, 'select') as "byService",
    case n.nspname when 'pgboss' then 'state < ''completed''' else 'true' end as "where",
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    array(select distinct fn.nspname || '.' || fc.relname from pg_constraint k
      join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname in ('auth', 'app', 'public') and c.relkind = 'r' and c.relpersistence = 'p'
      or n.nspname = 'pgboss' and c.relname = 'job')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by name`

/** All tables, each after those it refers to, so that rows may come back in this order. */
export async function storedTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<Found>(TABLES_QUERY)
  const sorted: Found[] = []
  const all = new Set(rows.map(({ name }) => name))
  const placed = new Set<string>()
  while (sorted.length < rows.length) {
    const next = rows.filter(
      ({ name, refers_to: others }) =>
        !placed.has(name) && others.every((other) => placed.has(other) || !all.has(other)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    for (const table of next) placed.add(table.name)
    sorted.push(...next)
  }
  return sorted.map(({ refers_to: _others, ...table }) => table)
}

/** The table's name for a statement. */
export function quoted(name: string): string {
  return name.split('.').map(escapeIdentifier).join('.')
}

export function quotedColumns(columns: readonly string[]): string {
  return columns.map(escapeIdentifier).join(', ')
}

/** Sequences of our schemas and the value each goes on from. */
export async function sequences(client: ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: number | null }>(
    `select schemaname || '.' || sequencename as name, last_value::float8 as last from pg_sequences
      where schemaname in ('auth', 'app', 'public')`,
  )
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, last]])))
}

/** Migrations that were applied, as `source/name sha256`. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select source || '/' || name || ' ' || sha256 as line from migrations.applied order by line`,
  )
  return rows.map(({ line }) => line)
}
