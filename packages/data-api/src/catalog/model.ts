/** The part of the database's schema that requests can refer to. Postgres checks privileges when a statement runs. */

export interface QualifiedName {
  readonly schema: string
  readonly name: string
}

/** The facts about a column's type that decide how it is read. */
export interface ColumnType {
  /** Full name of the type, with its schema unless built in. */
  readonly type: string
  /** Whether text search has to wrap the column in to_tsvector. */
  readonly isTextLike: boolean
  /** True for composites and arrays, whose parts are read through to_jsonb. */
  readonly isComposite: boolean
}

export type Column = ColumnType & {
  readonly name: string
  /** SQL text of the default, including the sequence of an identity column. */
  readonly defaultExpression: string | undefined
}

export type Relation = QualifiedName & {
  readonly kind: 'table' | 'partitioned' | 'view'
  readonly columns: ReadonlyMap<string, Column>
  readonly primaryKey: readonly string[]
  readonly insertable: boolean
  readonly updatable: boolean
  readonly deletable: boolean
}

export interface ColumnPair {
  readonly own: string
  readonly other: string
}

export interface KeyRelationship {
  readonly kind: 'key'
  readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  readonly constraint: string
  readonly from: QualifiedName
  readonly to: QualifiedName
  readonly columns: readonly ColumnPair[]
}

export interface JunctionRelationship {
  readonly kind: 'junction'
  readonly cardinality: 'many-to-many'
  readonly from: QualifiedName
  readonly to: QualifiedName
  readonly junction: QualifiedName
  readonly sourceConstraint: string
  readonly targetConstraint: string
  /** `own` is a column of `from`, `other` one of the junction. */
  readonly sourceColumns: readonly ColumnPair[]
  /** `own` is a column of the junction, `other` one of `to`. */
  readonly targetColumns: readonly ColumnPair[]
}

export interface ComputedRelationship {
  readonly kind: 'computed'
  readonly from: QualifiedName
  readonly to: QualifiedName
  readonly function: QualifiedName
  readonly toOne: boolean
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

export interface Parameter {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly variadic: boolean
}

export type Routine = QualifiedName & {
  readonly parameters: readonly Parameter[]
  readonly volatility: 'volatile' | 'stable' | 'immutable'
  readonly returnsSet: boolean
  /** Nothing (void), one value, or one row. */
  readonly returns:
    | { readonly kind: 'void' }
    | { readonly kind: 'scalar' }
    /** Rows whose columns are known only while the function runs. */
    | { readonly kind: 'record' }
    | {
        readonly kind: 'composite'
        readonly relation: QualifiedName | undefined
        /** Its output parameters by name; empty when it has none. */
        readonly columns: ReadonlyMap<string, ColumnType>
      }
}

export interface Catalog {
  /** All three maps cover the exposed schemas; their keys are made by `keyOf`. */
  readonly relations: ReadonlyMap<string, Relation>
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
  readonly routines: ReadonlyMap<string, readonly Routine[]>
  /** Names of the functions that take a row of a relation, so that requests can select them like columns. */
  readonly computedColumns: ReadonlyMap<string, ReadonlySet<string>>
}

/** The name alone of a relation or routine. */
export function nameOf({ schema, name }: QualifiedName): QualifiedName {
  return { schema, name }
}

/** The key of a relation or routine in the catalog's maps. */
export function keyOf(name: QualifiedName): string {
  return `${name.schema}\n${name.name}`
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}
