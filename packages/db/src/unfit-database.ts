import { Client, escapeIdentifier, type Pool } from 'pg'

/** The oldest Postgres with separate grant options to inherit a role and to set it, which row security depends on. */
export const MIN_POSTGRES = 16

/** The database cannot be used as it is. The message says why and what to do, in one line. */
export class UnfitDatabase extends Error {
  override readonly name = 'UnfitDatabase'
}

/** Why this version, such as `15.18 (Debian 15.18-0+deb12u1)`, is not supported; null for a supported one. */
export function versionProblem(version: string): string | null {
  if (Number.parseInt(version, 10) >= MIN_POSTGRES) return null
  return `Postgres ${version} is too old: Antojo needs ${MIN_POSTGRES} or newer. Upgrade it, or remove DATABASE_URL to use the Postgres that comes with Antojo.`
}

interface Rights {
  readonly role: string
  readonly database: string
  readonly owns: boolean
  readonly foreign_table: string | null
  readonly kept_as: string
  /** The locale `C` knows only the letters of English. */
  readonly knows_letters: boolean
  readonly creates_roles: boolean
  /** Roles of Antojo that exist and that this role may neither take nor grant. */
  readonly foreign_roles: readonly string[]
  readonly grantors: readonly string[]
}

/** Roles belong to the whole cluster, so those of another installation are there too. */
const RIGHTS_QUERY = `
  select current_user::text as role, current_database()::text as database,
    pg_has_role(d.datdba, 'USAGE') as owns,
    (select min(c.oid::regclass::text) from pg_class c where c.relkind = 'r' and c.relnamespace = to_regnamespace('public')
      and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')) as foreign_table,
    pg_encoding_to_char(d.encoding) || ' with ' || d.datctype as kept_as,
    d.encoding = 6 and lower('Ñ') = 'ñ' as knows_letters, me.rolcreaterole or me.rolsuper as creates_roles,
    array(select f.rolname::text from foreign_role f) as foreign_roles,
    array(select distinct pg_get_userbyid(m.member)::text from pg_auth_members m join foreign_role f on f.oid = m.roleid
      where m.admin_option) as grantors
  from pg_database d, pg_roles me
  where d.datname = current_database() and me.rolname = current_user`

const FOREIGN_ROLES = `
  with foreign_role as (
    select oid, rolname from pg_roles
     where rolname in ('anon', 'authenticated', 'service_role', 'antojo_person')
       and not pg_has_role(oid, 'SET') and not pg_has_role(oid, 'USAGE WITH ADMIN OPTION')
     order by oid)`

/** The first thing that a new database lacks for the migrations, with the statement that gives it; null when it lacks nothing. */
export async function newDatabaseProblem(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<Rights>(FOREIGN_ROLES + RIGHTS_QUERY)
  const [found] = rows
  if (found === undefined) throw new Error('The database does not know its own role.')
  const { role, database, foreign_roles: foreign, grantors } = found
  const name = escapeIdentifier(role)
  if (found.foreign_table !== null)
    return `The database ${database} holds tables of another program (${found.foreign_table}). As a superuser, make one for Antojo, and name it in DATABASE_URL: ${creation(`${database}_antojo`, role)}`
  if (!found.owns)
    return `The role ${role} of DATABASE_URL does not own the database ${database}. As a superuser, run: alter database ${escapeIdentifier(database)} owner to ${name};`
  if (!found.creates_roles)
    return `The role ${role} of DATABASE_URL may not create roles, which Antojo needs. As a superuser, run: alter role ${name} createrole;`
  if (!found.knows_letters)
    return `The database ${database} keeps text as ${found.kept_as}, which does not know the letters of all languages. As a superuser, run this, and name the new one in DATABASE_URL: ${creation(`${database}_utf8`, role)}`
  if (foreign.length > 0)
    return `The roles ${foreign.join(', ')} of this Postgres were made for another installation, by ${grantors.join(', ') || 'a superuser'}, and whoever may take them can read its database. Connect as that role here too, or use another Postgres server (docs/operating.md, "A Postgres of your own").`
  return null
}

/**
 * The statement that bounds what one statement may write to the disk of a Postgres of the operator; null when it is
 * bounded. Connections through PgBouncer cannot set it, and only a superuser may.
 */
export async function missingDiskLimit(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ role: string; is_limited: boolean }>(
    `select current_user::text as role, current_setting('temp_file_limit') <> '-1' as is_limited`,
  )
  const [found] = rows
  if (found === undefined || found.is_limited) return null
  return `alter role ${escapeIdentifier(found.role)} set temp_file_limit = '2GB';`
}

/** The statement that makes a database that knows all letters, also where the cluster does not. */
function creation(database: string, owner: string): string {
  return `create database ${escapeIdentifier(database)} owner ${escapeIdentifier(owner)} template template0 encoding 'UTF8' locale 'C.UTF-8';`
}

type Address = Pick<Client, 'host' | 'port' | 'user' | 'database'>

const SILENCE = (at: string): string => `No Postgres answers at ${at}. Start it, or correct DATABASE_URL.`

const REFUSALS: Readonly<Record<string, (at: string, to: Address) => string>> = {
  '28P01': (at, { user }) =>
    `Postgres at ${at} refuses the password of ${user}, or has no such role. Correct DATABASE_URL.`,
  '28000': (at, { user }) =>
    `Postgres at ${at} refuses the role ${user}. Correct it in DATABASE_URL, admit it in pg_hba.conf, or add ?sslmode=verify-full where Postgres demands TLS.`,
  '3D000': (at, { user = '', database = '' }) =>
    `Postgres at ${at} has no database ${database}. Correct DATABASE_URL, or run there: ${creation(database, user)}`,
  ECONNREFUSED: SILENCE,
  ENOENT: SILENCE,
  ENOTFOUND: (at) => `The host of ${at} is unknown. Correct DATABASE_URL.`,
}

/** Why no connection can be made, without the password; null when one was made. */
export async function connectionProblem(pool: Pool): Promise<string | null> {
  let to: Address | undefined
  try {
    to = new Client(pool.options)
    const client = await pool.connect()
    client.release()
    return null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (to?.user === undefined)
      return 'path' in error
        ? `A file that DATABASE_URL names cannot be read: ${error.message}.`
        : `DATABASE_URL cannot be used (${error.message}): write postgres://ROLE:PASSWORD@HOST:PORT/DATABASE, with %23 for # and %2F for / in the password.`
    const at = to.host.startsWith('/') ? to.host : `${to.host}:${to.port}`
    // Where Postgres asks for a password and the address has none, the driver gives up without a code.
    const code = /password must be/u.test(error.message) ? '28P01' : 'code' in error && String(error.code)
    const known = REFUSALS[code || '']?.(at, to)
    if (known === undefined && /SSL|certificate/u.test(error.message))
      return `TLS with Postgres at ${at} fails: ${error.message.split(';', 1).join('')}. Turn on ssl there, and name the certificate of its authority in DATABASE_URL (sslrootcert=FILE); in a network of your own, sslmode=disable or no-verify.`
    return known ?? `Postgres at ${at} cannot be used: ${error.message}. Check DATABASE_URL.`
  }
}
