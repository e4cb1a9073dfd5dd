import type {
  ComputedRelationship,
  QualifiedName,
  Relation,
  Relationship,
  Routine,
} from '../catalog/model.ts'
import type { Filter } from '../request/filter.ts'
import type { OrderTerm } from '../request/order.ts'
import type { Slice } from '../request/query.ts'
import type { ColumnItem } from '../request/select.ts'

/** How the arguments of a called function reach it. */
export type CallArguments =
  | { kind: 'none' }
  | { kind: 'body'; text: string; names: readonly string[] }
  | { kind: 'raw'; text: string }
  | { kind: 'named'; values: readonly { name: string; values: readonly string[] }[] }

export type Call = { routine: Routine; arguments: CallArguments }

/** What a node of the read tree reads from. */
export type Source =
  | { kind: 'relation'; name: QualifiedName }
  /** The rows that a mutation of `name` returned. */
  | { kind: 'mutated'; name: QualifiedName }
  | { kind: 'call'; call: Call }
  /** The rows of a call that the statement has already run under the call's alias. */
  | { kind: 'rows' }
  | { kind: 'computed'; relationship: ComputedRelationship }

/** `(columns) operator (values)`, from the or/and form in which clients ask for the next page. */
export type Keyset = {
  kind: 'keyset'
  columns: readonly string[]
  operator: '<' | '<=' | '>' | '>='
  values: readonly string[]
}

export type Condition =
  | Filter
  | Keyset
  | { kind: 'exists'; embed: Embed; negated: boolean }
  | { kind: 'and' | 'or'; negated: boolean; items: readonly Condition[] }

export type ReadItem = ColumnItem | { kind: 'star' } | { kind: 'embed'; embed: Embed }

export type PlannedOrder = Omit<OrderTerm, 'relation'> & { embed: Embed | undefined }

/** One level of the answer: the root, or an embedded resource. */
export type ReadNode = {
  source: Source
  relation: Relation | undefined
  /** SQL alias; undefined for a root table, which is referred to by its qualified name. */
  alias: string | undefined
  items: readonly ReadItem[]
  conditions: readonly Condition[]
  order: readonly PlannedOrder[]
  slice: Slice
}

export type Embed = {
  node: ReadNode
  relationship: Relationship
  /** Key in the answer. */
  name: string
  /** Alias of the lateral join. */
  lateral: string
  toOne: boolean
  inner: boolean
  spread: boolean
  /** Nothing is selected from it: it only joins and filters. */
  hidden: boolean
}
