import { ApiError } from '../api-error.ts'
import { type Column, type Relation } from '../catalog/model.ts'
import type { Payload } from '../request/payload.ts'
import type { Condition, ReadNode } from './read-plan.ts'

export type Conflict = { columns: readonly string[]; resolution: 'merge-duplicates' | 'ignore-duplicates' }

/** A write and what of the written rows is read back. */
export type Mutation = {
  relation: Relation
  change:
    | {
        kind: 'insert'
        payload: Payload
        columns: readonly Column[]
        conflict: Conflict | undefined
        useDefaults: boolean
        /** PUT: the row is written only if it has the key that the address names. */
        conditions: readonly Condition[]
      }
    | { kind: 'update'; payload: Payload; columns: readonly Column[]; conditions: readonly Condition[] }
    | { kind: 'delete'; conditions: readonly Condition[] }
  /** What is read back; undefined when only the number of rows matters. */
  read: ReadNode | undefined
  /** Primary key columns to read back for the Location header. */
  locate: readonly string[]
}

/** The columns a payload writes. PGRST204 when the table lacks one. */
export function payloadColumns(relation: Relation, payload: Payload): Column[] {
  return payload.keys.map((key) => {
    const column = relation.columns.get(key)
    if (column) return column
    throw new ApiError(
      400,
      'PGRST204',
      `Could not find the '${key}' column of '${relation.name}' in the schema cache`,
    )
  })
}
