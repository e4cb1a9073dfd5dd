import {
  type ColumnPair,
  type JunctionRelationship,
  keyOf,
  type KeyRelationship,
  type QualifiedName,
  type Relation,
  type Relationship,
} from './model.ts'
import type { ColumnOrigin } from './view-columns.ts'

export interface ForeignKey {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly columns: readonly ColumnPair[]
}

/** A relation as read from the catalog, before views have inherited keys. */
export interface CatalogRelation {
  readonly oid: string
  readonly relation: Relation
  readonly uniqueKeys: readonly (readonly string[])[]
  readonly columnByNumber: ReadonlyMap<number, string>
  readonly origins: readonly ColumnOrigin[]
}

/** A relation that shows columns of a base table; maps the base column's name to the relation's own. */
interface Exposure {
  readonly relation: Relation
  readonly columns: ReadonlyMap<string, string>
}

interface Graph {
  readonly relations: Iterable<Relation>
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
}

/**
 * Derives relationships from foreign keys: both directions, one-to-one where the key is unique, and many-to-many over
 * tables whose two foreign keys are part of the primary key. A view has the relationships of the base columns that it
 * shows, and the base table's primary key if it shows that.
 */
export function buildRelationships(
  byOid: ReadonlyMap<string, CatalogRelation>,
  foreignKeys: readonly ForeignKey[],
  exposed: ReadonlySet<string>,
): Graph {
  const exposures = exposuresOf(byOid)
  const relations = [...byOid.values()].map((entry) => withInheritedKey(entry, exposures))
  const primaryKeys = new Map(relations.map((relation) => [keyOf(relation), relation.primaryKey]))
  const forward: KeyRelationship[] = []
  for (const key of foreignKeys) {
    const unique = isUnique(byOid.get(key.from), key.columns)
    for (const from of exposures.get(key.from) ?? [])
      for (const to of exposures.get(key.to) ?? []) {
        if (!exposed.has(from.relation.schema) || !exposed.has(to.relation.schema)) continue
        const relationship = relate(key, { from, to, unique })
        if (relationship) forward.push(relationship)
      }
  }
  const all: Relationship[] = [...forward, ...forward.map(inverse), ...junctions(forward, primaryKeys)]
  return { relations, relationships: Map.groupBy(all, (relationship) => keyOf(relationship.from)) }
}

function exposuresOf(byOid: ReadonlyMap<string, CatalogRelation>): Map<string, Exposure[]> {
  const exposures = new Map<string, Exposure[]>()
  for (const [oid, entry] of byOid) {
    const own = new Map([...entry.relation.columns.keys()].map((name) => [name, name]))
    add(exposures, oid, { relation: entry.relation, columns: own })
    if (entry.relation.kind !== 'view') continue
    for (const [base, columns] of baseColumns(entry, byOid, 0))
      add(exposures, base, { relation: entry.relation, columns })
  }
  return exposures
}

function add(exposures: Map<string, Exposure[]>, oid: string, exposure: Exposure): void {
  const list = exposures.get(oid)
  if (list) list.push(exposure)
  else exposures.set(oid, [exposure])
}

const MAX_VIEW_DEPTH = 10

/** For each base table beneath a view: base column name → view column name (the first that shows it). */
function baseColumns(
  view: CatalogRelation,
  byOid: ReadonlyMap<string, CatalogRelation>,
  depth: number,
): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  if (depth > MAX_VIEW_DEPTH) return found
  const note = (oid: string, column: string, shownAs: string) => {
    const columns = found.get(oid) ?? new Map<string, string>()
    if (!columns.has(column)) columns.set(column, shownAs)
    found.set(oid, columns)
  }
  for (const origin of view.origins) {
    const beneath = byOid.get(origin.relation)
    const column = beneath?.columnByNumber.get(origin.column)
    const shownAs = view.columnByNumber.get(origin.position)
    if (!beneath || column === undefined || shownAs === undefined) continue
    if (beneath.relation.kind !== 'view') note(beneath.oid, column, shownAs)
    else
      for (const [oid, columns] of baseColumns(beneath, byOid, depth + 1))
        for (const [base, name] of columns) if (name === column) note(oid, base, shownAs)
  }
  return found
}

function withInheritedKey(
  entry: CatalogRelation,
  exposures: ReadonlyMap<string, readonly Exposure[]>,
): Relation {
  if (entry.relation.kind !== 'view') return entry.relation
  for (const list of exposures.values()) {
    const table = list[0]?.relation
    const shown = list.find((exposure) => exposure.relation === entry.relation)
    if (!table || !shown || table.kind === 'view' || table.primaryKey.length === 0) continue
    const key = table.primaryKey.flatMap((name) => shown.columns.get(name) ?? [])
    if (key.length === table.primaryKey.length) return { ...entry.relation, primaryKey: key }
  }
  return entry.relation
}

function isUnique(entry: CatalogRelation | undefined, columns: readonly ColumnPair[]): boolean {
  const names = new Set(columns.map((pair) => pair.own))
  return (
    entry?.uniqueKeys.some((key) => key.length === names.size && key.every((name) => names.has(name))) ??
    false
  )
}

interface Ends {
  readonly from: Exposure
  readonly to: Exposure
  readonly unique: boolean
}

function relate(key: ForeignKey, ends: Ends): KeyRelationship | undefined {
  const columns: ColumnPair[] = []
  for (const pair of key.columns) {
    const own = ends.from.columns.get(pair.own)
    const other = ends.to.columns.get(pair.other)
    if (own === undefined || other === undefined) return undefined
    columns.push({ own, other })
  }
  return {
    kind: 'key',
    cardinality: ends.unique ? 'one-to-one' : 'many-to-one',
    constraint: key.name,
    from: nameOf(ends.from.relation),
    to: nameOf(ends.to.relation),
    columns,
  }
}

function nameOf(relation: Relation): QualifiedName {
  return { schema: relation.schema, name: relation.name }
}

function inverse(relationship: KeyRelationship): KeyRelationship {
  return {
    ...relationship,
    cardinality: relationship.cardinality === 'one-to-one' ? 'one-to-one' : 'one-to-many',
    from: relationship.to,
    to: relationship.from,
    columns: relationship.columns.map((pair) => ({ own: pair.other, other: pair.own })),
  }
}

function junctions(
  forward: readonly KeyRelationship[],
  primaryKeys: ReadonlyMap<string, readonly string[]>,
): JunctionRelationship[] {
  const found: JunctionRelationship[] = []
  for (const [junction, keys] of Map.groupBy(forward, (relationship) => keyOf(relationship.from))) {
    const primary = new Set(primaryKeys.get(junction))
    const inside = keys.filter((key) => key.columns.every((pair) => primary.has(pair.own)))
    for (const source of inside)
      for (const target of inside)
        if (source.constraint !== target.constraint) found.push(throughJunction(source, target))
  }
  return found
}

function throughJunction(source: KeyRelationship, target: KeyRelationship): JunctionRelationship {
  return {
    kind: 'junction',
    cardinality: 'many-to-many',
    from: source.to,
    to: target.to,
    junction: source.from,
    sourceConstraint: source.constraint,
    targetConstraint: target.constraint,
    sourceColumns: source.columns.map((pair) => ({ own: pair.other, other: pair.own })),
    targetColumns: target.columns,
  }
}
