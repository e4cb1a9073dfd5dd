import type { ColumnType } from 'kysely'

/** JSON: read as a value of unknown shape, written as text. */
export type JsonColumn<T = unknown> = ColumnType<T, string, string>
/** Only the database writes it: a generated column, or one that a trigger fills. */
export type WrittenByDatabase<T> = ColumnType<T, never, never>
