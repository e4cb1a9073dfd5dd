import type { Pool } from 'pg'
import { z } from 'zod'
import { type Catalog, type Column, keyOf, type Relation } from './model.ts'
import { FOREIGN_KEYS_QUERY, RELATIONS_QUERY, ROUTINES_QUERY, VIEWS_QUERY } from './queries.ts'
import { buildRelationships, type CatalogRelation, type ForeignKey } from './relationships.ts'
import { type CatalogRoutine, routineRow, toColumnType, toRoutine } from './routines.ts'
import { viewColumnOrigins } from './view-columns.ts'

const relationRow = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.string(),
  oid: z.string(),
  insertable: z.boolean(),
  updatable: z.boolean(),
  deletable: z.boolean(),
  columns: z.array(
    z.object({
      name: z.string(),
      number: z.number(),
      type: z.string(),
      category: z.string(),
      base: z.string(),
      default: z.string().nullable(),
    }),
  ),
  keys: z.array(z.object({ primary: z.boolean(), columns: z.array(z.string()) })),
})
type RelationRow = z.infer<typeof relationRow>

const foreignKeyRow = z.object({
  name: z.string(),
  from: z.string(),
  to: z.string(),
  columns: z.array(z.object({ own: z.string(), other: z.string() })),
})

const viewRow = z.object({ oid: z.string(), action: z.string() })

/** Reads the catalog of the exposed schemas in one transaction. Errors of Postgres pass through. */
export async function loadCatalog(pool: Pool, schemas: readonly string[]): Promise<Catalog> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    await client.query(`select set_config('search_path', '', true)`)
    const relations = z.array(relationRow).parse((await client.query(RELATIONS_QUERY)).rows)
    const foreignKeys = z.array(foreignKeyRow).parse((await client.query(FOREIGN_KEYS_QUERY)).rows)
    const views = z.array(viewRow).parse((await client.query(VIEWS_QUERY)).rows)
    const routines = z.array(routineRow).parse((await client.query(ROUTINES_QUERY, [schemas])).rows)
    await client.query('commit')
    client.release()
    return assemble({ relations, foreignKeys, views, routines, schemas })
  } catch (error) {
    client.release(true)
    throw error
  }
}

interface Rows {
  readonly relations: readonly RelationRow[]
  readonly foreignKeys: readonly z.infer<typeof foreignKeyRow>[]
  readonly views: readonly z.infer<typeof viewRow>[]
  readonly routines: readonly z.infer<typeof routineRow>[]
  readonly schemas: readonly string[]
}

function assemble(rows: Rows): Catalog {
  const byOid = new Map(rows.relations.map((row) => [row.oid, toCatalogRelation(row)]))
  for (const view of rows.views) {
    const relation = byOid.get(view.oid)
    if (relation) byOid.set(view.oid, { ...relation, origins: viewColumnOrigins(view.action) })
  }
  const keys: readonly ForeignKey[] = rows.foreignKeys
  const exposed = new Set(rows.schemas)
  const routines = rows.routines.map((row) => toRoutine(row, (oid) => byOid.get(oid)))
  const graph = buildRelationships(byOid, keys, exposed)
  const relationships = new Map(graph.relationships)
  for (const { computed } of routines) {
    if (!computed) continue
    const key = keyOf(computed.from)
    // A function with the name of a related table replaces the relationships to that table.
    const others = (relationships.get(key) ?? []).filter(
      (other) => other.kind === 'computed' || keyOf(other.to) !== keyOf(computed.function),
    )
    relationships.set(key, [...others, computed])
  }
  const relations = [...graph.relations].filter((relation) => exposed.has(relation.schema))
  const callable = routines.flatMap(({ routine }) => routine ?? [])
  return {
    relations: new Map(relations.map((relation) => [keyOf(relation), relation])),
    relationships,
    routines: Map.groupBy(callable, keyOf),
    computedColumns: collectComputedColumns(routines),
  }
}

function collectComputedColumns(routines: readonly CatalogRoutine[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const { name, rowOf } of routines) {
    if (!rowOf) continue
    const key = keyOf(rowOf)
    names.set(key, (names.get(key) ?? new Set()).add(name))
  }
  return names
}

function toCatalogRelation(row: RelationRow): CatalogRelation {
  const columns = row.columns.map((column): [string, Column] => [
    column.name,
    {
      name: column.name,
      ...toColumnType(column),
      defaultExpression: column.default ?? undefined,
    },
  ])
  const relation: Relation = {
    schema: row.schema,
    name: row.name,
    kind: row.kind === 'v' || row.kind === 'm' ? 'view' : row.kind === 'p' ? 'partitioned' : 'table',
    columns: new Map(columns),
    primaryKey: row.keys.find((key) => key.primary)?.columns ?? [],
    insertable: row.insertable,
    updatable: row.updatable,
    deletable: row.deletable,
  }
  return {
    oid: row.oid,
    relation,
    uniqueKeys: row.keys.map((key) => key.columns),
    columnByNumber: new Map(row.columns.map((column) => [column.number, column.name])),
    origins: [],
  }
}
