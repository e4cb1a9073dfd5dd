import { errorText } from './error-text.ts'
import type { Services } from '../services.tsx'

/** A refusal of the server: its code, and the message for people. */
export class ProductError extends Error {
  override readonly name = 'ProductError'
  readonly code: string

  constructor(code: string) {
    super(errorText(code))
    this.code = code
  }
}

type Client = Pick<Services, 'session' | 'config'>

/** A request to the product's own endpoints with the person's session; an error carries the message of its code. */
export async function productRequest(
  { session, config }: Client,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const [token, { anonKey }] = await Promise.all([session.accessToken(), config()])
  const headers = { apikey: anonKey, authorization: `Bearer ${token ?? anonKey}` }
  const answer = await fetch(path, { ...init, headers })
  if (!answer.ok) throw new ProductError(await codeOf(answer))
  return answer
}

async function codeOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  const coded = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof coded === 'string' ? coded : 'unknown'
}
