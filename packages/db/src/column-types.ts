import type { ColumnType } from 'kysely'

/** JSON: read as a value of unknown shape, written as text. */
export type JsonColumn<T = unknown> = ColumnType<T, string, string>
/** A column that only the database writes: a generated one, or one that a trigger fills. */
export type WrittenByDatabase<T> = ColumnType<T, never, never>
