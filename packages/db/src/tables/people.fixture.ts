import { randomUUID } from 'node:crypto'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'

/** Makes an account like the auth service, and returns the actor of a session of it. */
export async function createPerson(db: Database, name: string): Promise<Actor & { readonly id: string }> {
  const id = randomUUID()
  const email = `${name}@example.org`
  await db.pool.query('insert into auth.users (id, email) values ($1, $2)', [id, email])
  return { id, role: 'authenticated', claims: { sub: id, email, role: 'authenticated' } }
}
