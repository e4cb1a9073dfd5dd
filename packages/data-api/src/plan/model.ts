import type {
  Column,
  ComputedRelationship,
  QualifiedName,
  Relation,
  Relationship,
  Routine,
} from '../catalog/model.ts'
import type { Filter } from '../request/filter.ts'
import type { OrderTerm } from '../request/order.ts'
import type { Payload } from '../request/payload.ts'
import type { Slice } from '../request/query.ts'
import type { ColumnItem } from '../request/select.ts'

/** The way in which a called function gets its arguments. */
export type CallArguments =
  | { readonly kind: 'none' }
  /** The body; if it is an array, its first element. */
  | {
      readonly kind: 'body'
      readonly text: string
      readonly isArray: boolean
      readonly names: readonly string[]
    }
  | { readonly kind: 'raw'; readonly text: string }
  | {
      readonly kind: 'named'
      readonly values: readonly { readonly name: string; readonly values: readonly string[] }[]
    }

export interface Call {
  readonly routine: Routine
  readonly arguments: CallArguments
}

/** The source of a node of the read tree. */
export type Source =
  | { readonly kind: 'relation'; readonly name: QualifiedName }
  /** The rows that a mutation of `name` returned. */
  | { readonly kind: 'mutated'; readonly name: QualifiedName }
  | { readonly kind: 'call'; readonly call: Call }
  /** The rows of a call that the statement has already run, under the call's alias. */
  | { readonly kind: 'rows' }
  | { readonly kind: 'computed'; readonly relationship: ComputedRelationship }

/** `(columns) operator (values)`, derived from the or/and form in which clients request the next page. */
export interface Keyset {
  readonly kind: 'keyset'
  readonly columns: readonly string[]
  readonly operator: '<' | '<=' | '>' | '>='
  readonly values: readonly string[]
}

export type Condition =
  | Filter
  | Keyset
  | { readonly kind: 'exists'; readonly embed: Embed; readonly negated: boolean }
  | { readonly kind: 'and' | 'or'; readonly negated: boolean; readonly items: readonly Condition[] }

export type ReadItem =
  | ColumnItem
  | { readonly kind: 'star' }
  | { readonly kind: 'embed'; readonly embed: Embed }

export type PlannedOrder = Omit<OrderTerm, 'relation'> & { readonly embed: Embed | undefined }

/** One level of the answer: the root, or an embedded resource. */
export interface ReadPlan {
  readonly source: Source
  readonly relation: Relation | undefined
  /** SQL alias; undefined for a root table, which is referred to by its qualified name. */
  readonly alias: string | undefined
  readonly items: readonly ReadItem[]
  readonly conditions: readonly Condition[]
  readonly order: readonly PlannedOrder[]
  readonly slice: Slice
}

export interface Embed {
  readonly node: ReadPlan
  readonly relationship: Relationship
  /** The key in the answer. */
  readonly name: string
  /** Alias of the lateral join. */
  readonly lateral: string
  readonly toOne: boolean
  readonly inner: boolean
  readonly spread: boolean
  /** True for an embed that selects nothing and only joins and filters. */
  readonly hidden: boolean
}

export interface Conflict {
  readonly columns: readonly string[]
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates'
}

/** A write and the columns that are read back. */
export interface Mutation {
  readonly relation: Relation
  readonly change:
    | {
        readonly kind: 'insert'
        readonly payload: Payload
        readonly columns: readonly Column[]
        readonly conflict: Conflict | undefined
        readonly useDefaults: boolean
        /** For PUT: only the first row of the body is written, and only if it has the key in the URL. */
        readonly onlyFirst: boolean
        readonly conditions: readonly Condition[]
      }
    | {
        readonly kind: 'update'
        readonly payload: Payload
        readonly columns: readonly Column[]
        readonly useDefaults: boolean
        readonly conditions: readonly Condition[]
      }
    | { readonly kind: 'delete'; readonly conditions: readonly Condition[] }
  /** The columns that are read back; undefined when only the number of rows matters. */
  readonly read: ReadPlan | undefined
  /** Primary key columns to read back for the Location header. */
  readonly locate: readonly string[]
}
