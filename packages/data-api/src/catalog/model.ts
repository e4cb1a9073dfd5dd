/** What the database has, as far as a request can see it. Privileges are Postgres's business at run time. */

export type QualifiedName = { schema: string; name: string }

export type Column = {
  name: string
  /** Full name of the type, with its schema unless built in. */
  type: string
  /** Whether text search has to wrap the column in to_tsvector. */
  isTextLike: boolean
  /** Composite or array: reached into by way of to_jsonb. */
  isComposite: boolean
  /** SQL text of the default, including the sequence of an identity column. */
  defaultExpression: string | undefined
}

export type Relation = QualifiedName & {
  kind: 'table' | 'partitioned' | 'view'
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

export type ColumnPair = { own: string; other: string }

export type KeyRelationship = {
  kind: 'key'
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  constraint: string
  from: QualifiedName
  to: QualifiedName
  columns: readonly ColumnPair[]
}

export type JunctionRelationship = {
  kind: 'junction'
  cardinality: 'many-to-many'
  from: QualifiedName
  to: QualifiedName
  junction: QualifiedName
  sourceConstraint: string
  targetConstraint: string
  /** own: column of `from`, other: column of the junction. */
  sourceColumns: readonly ColumnPair[]
  /** own: column of the junction, other: column of `to`. */
  targetColumns: readonly ColumnPair[]
}

export type ComputedRelationship = {
  kind: 'computed'
  from: QualifiedName
  to: QualifiedName
  function: QualifiedName
  toOne: boolean
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean }

export type Routine = QualifiedName & {
  parameters: readonly Parameter[]
  volatility: 'volatile' | 'stable' | 'immutable'
  returnsSet: boolean
  /** void, one value, one anonymous or named row type. */
  returns: { kind: 'void' } | { kind: 'scalar' } | { kind: 'composite'; relation: QualifiedName | undefined }
}

export type Catalog = {
  /** Of the exposed schemas; all three maps are by `keyOf`. */
  relations: ReadonlyMap<string, Relation>
  relationships: ReadonlyMap<string, readonly Relationship[]>
  routines: ReadonlyMap<string, readonly Routine[]>
}

/** The key of a relation or routine in the catalog's maps. */
export function keyOf(name: QualifiedName): string {
  return `${name.schema}\n${name.name}`
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}
