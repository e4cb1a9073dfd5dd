import {
  type ColumnPair,
  type JunctionRelationship,
  keyOf,
  type KeyRelationship,
  nameOf,
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

/** A relation as read from the catalog, before views inherit keys. */
export interface CatalogRelation {
  readonly oid: string
  readonly relation: Relation
  readonly uniqueKeys: readonly (readonly string[])[]
  readonly columnByNumber: ReadonlyMap<number, string>
  readonly origins: readonly ColumnOrigin[]
}

/** A relation that exposes columns of a base table; maps each base column to the relation's own names for it. */
interface Exposure {
  readonly relation: Relation
  readonly columns: ReadonlyMap<string, readonly string[]>
}

interface Graph {
  readonly relations: Iterable<Relation>
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
}

/**
 * Derives relationships from foreign keys: both directions, one-to-one where the key is unique, and many-to-many over
 * tables whose two foreign keys are part of the primary key. A view has the relationships of the base columns that it
 * exposes, and the base table's primary key if it exposes all of it.
 */
export function buildRelationships(
  byOid: ReadonlyMap<string, CatalogRelation>,
  foreignKeys: readonly ForeignKey[],
  exposed: ReadonlySet<string>,
): Graph {
  const exposures = exposuresOf(byOid)
  const relations = [...byOid.values()].map((entry) => withInheritedKey(entry, byOid, exposures))
  const primaryKeys = new Map(relations.map((relation) => [keyOf(relation), relation.primaryKey]))
  const forward: KeyRelationship[] = []
  for (const key of foreignKeys) {
    const unique = isUnique(byOid.get(key.from), key.columns)
    for (const from of exposures.get(key.from) ?? [])
      for (const to of exposures.get(key.to) ?? []) {
        if (!exposed.has(from.relation.schema) || !exposed.has(to.relation.schema)) continue
        forward.push(...relate(key, { from, to, unique }))
      }
  }
  const all: Relationship[] = [...forward, ...forward.map(inverse), ...junctions(forward, primaryKeys)]
  return { relations, relationships: Map.groupBy(all, (relationship) => keyOf(relationship.from)) }
}

function exposuresOf(byOid: ReadonlyMap<string, CatalogRelation>): Map<string, Exposure[]> {
  const all = [...byOid].flatMap(([oid, entry]) => {
    const { relation } = entry
    const own = new Map([...relation.columns.keys()].map((name) => [name, [name]]))
    const beneath = relation.kind === 'view' ? baseColumns(entry, byOid, 0) : []
    return [[oid, own] as const, ...beneath].map(([of, columns]) => ({ of, relation, columns }))
  })
  return Map.groupBy(all, ({ of }) => of)
}

const MAX_VIEW_DEPTH = 10

/** For each base table beneath a view: base column name → names of the view columns that expose it. */
function baseColumns(
  view: CatalogRelation,
  byOid: ReadonlyMap<string, CatalogRelation>,
  depth: number,
): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>()
  if (depth > MAX_VIEW_DEPTH) return found
  const note = (oid: string, column: string, shownAs: string) => {
    const columns = found.get(oid) ?? new Map<string, string[]>()
    columns.set(column, [...(columns.get(column) ?? []), shownAs])
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
        for (const [base, names] of columns) if (names.includes(column)) note(oid, base, shownAs)
  }
  return found
}

/** The key of a view joins the primary keys of all tables whose whole key it exposes. */
function withInheritedKey(
  entry: CatalogRelation,
  byOid: ReadonlyMap<string, CatalogRelation>,
  exposures: ReadonlyMap<string, readonly Exposure[]>,
): Relation {
  if (entry.relation.kind !== 'view') return entry.relation
  const primaryKey: string[] = []
  for (const [oid, list] of exposures) {
    const table = byOid.get(oid)?.relation
    const shown = list.find((exposure) => exposure.relation === entry.relation)
    if (!table || !shown || table.kind === 'view') continue
    const key = table.primaryKey.flatMap((name) => shown.columns.get(name)?.[0] ?? [])
    if (key.length === table.primaryKey.length) primaryKey.push(...key)
  }
  return { ...entry.relation, primaryKey }
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

/** The most relationships of one foreign key; further combinations of a view's columns are left out. */
const MAX_COMBINATIONS = 64

/** One relationship for each combination of columns in which views expose the key. */
function relate(key: ForeignKey, ends: Ends): KeyRelationship[] {
  let combinations: ColumnPair[][] = [[]]
  for (const pair of key.columns) {
    const others = ends.to.columns.get(pair.other) ?? []
    const pairs = (ends.from.columns.get(pair.own) ?? []).flatMap((own) =>
      others.map((other) => ({ own, other })),
    )
    combinations = combinations
      .flatMap((columns) => pairs.map((next) => [...columns, next]))
      .slice(0, MAX_COMBINATIONS)
  }
  return combinations.map((columns) => ({
    kind: 'key',
    cardinality: ends.unique ? 'one-to-one' : 'many-to-one',
    constraint: key.name,
    from: nameOf(ends.from.relation),
    to: nameOf(ends.to.relation),
    columns,
  }))
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
