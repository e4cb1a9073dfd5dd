import { ApiError } from '../api-error.ts'

export type Claims = Readonly<Record<string, unknown>>

/** The outcome of checking a bearer token; `code` is PGRST301 or PGRST303 for failures that the wire format defines. */
export type VerifiedToken =
  | { readonly ok: true; readonly claims: Claims }
  | { readonly ok: false; readonly code: string; readonly message: string }

export type VerifyToken = (jwt: string) => Promise<VerifiedToken>

/** The caller: the database role, and the claims that row policies read. */
export interface Actor {
  readonly role: string
  readonly claims: string
  readonly authenticated: boolean
}

/** Derives actors from Authorization headers. Each claims object is serialised only once. */
export class Actors {
  readonly #verify: VerifyToken
  readonly #anonymous: Actor | undefined
  readonly #known = new WeakMap<Claims, Actor>()
  readonly #anonRole: string | undefined

  constructor(verify: VerifyToken, anonRole: string | undefined) {
    this.#verify = verify
    this.#anonRole = anonRole
    this.#anonymous =
      anonRole === undefined
        ? undefined
        : { role: anonRole, claims: JSON.stringify({ role: anonRole }), authenticated: false }
  }

  async of(authorization: string | undefined): Promise<Actor> {
    const bearer = /^bearer(?: (.*))?$/i.exec(authorization ?? '')
    if (!bearer) {
      if (this.#anonymous) return this.#anonymous
      throw new ApiError(401, 'PGRST302', 'Anonymous access is disabled', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
    }
    const token = bearer[1]?.trim() ?? ''
    if (token === '') throw refused('PGRST301', 'Empty JWT is sent in Authorization header')
    const verified = await this.#verify(token)
    if (!verified.ok) throw refused(verified.code, verified.message)
    const known = this.#known.get(verified.claims)
    if (known) return known
    const actor = this.#toActor(verified.claims)
    this.#known.set(verified.claims, actor)
    return actor
  }

  #toActor(claims: Claims): Actor {
    const role = claims['role'] ?? this.#anonRole
    // `none` would be the connection's own, powerful role.
    if (typeof role !== 'string' || role === '' || role === 'none' || role.includes('\0'))
      throw refused('PGRST301', 'The role of the token is not acceptable')
    return { role, claims: JSON.stringify({ ...claims, role }), authenticated: role !== this.#anonRole }
  }
}

function refused(code: string, message: string): ApiError {
  const description = message.replaceAll(/["\\\r\n]/g, ' ')
  return new ApiError(401, /^PGRST30\d$/.test(code) ? code : 'PGRST301', message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` },
  })
}
