/** The tables as Kysely sees them; the SQL under `db/migrations` is the truth. */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Schema {}
