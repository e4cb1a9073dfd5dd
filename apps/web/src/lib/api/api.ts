import { isRecord, tryParseJson } from '@antojo/domain/unknown-values'
import type { ZodType } from 'zod'
import type { Services } from '../services.tsx'
import { errorText } from './error-text.ts'

/** A refusal by the server: `code` gives the reason, and the message explains it in the person's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string

  constructor(code: string) {
    super(errorText(code))
    this.code = code
  }
}

interface ApiCall extends Omit<RequestInit, 'headers'> {
  /** Sent as the JSON body. */
  readonly json?: unknown
}

/** Calls one of the product's own endpoints. Throws an `ApiError` when the server refuses. */
export async function callApi(
  { request }: Pick<Services, 'request'>,
  path: string,
  { json, ...init }: ApiCall = {},
): Promise<Response> {
  const response = await request(path, {
    ...init,
    ...(json !== undefined && {
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json' },
    }),
  })
  if (!response.ok) throw new ApiError(errorCodeOf(await readBody(response)) ?? 'unknown')
  return response
}

/** Calls an endpoint and reads its answer with the contract's schema. */
export async function fetchJson<T>(
  services: Pick<Services, 'request'>,
  schema: ZodType<T>,
  path: string,
  call?: ApiCall,
): Promise<T> {
  const answer = schema.safeParse(await readBody(await callApi(services, path, call)))
  if (!answer.success) throw new ApiError('internal')
  return answer.data
}

/** The JSON of a response, or the first 200 characters when it is not JSON. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  const value = tryParseJson(text)
  return value === undefined ? text.slice(0, 200) : value
}

/** The error code in the body of a refusal; null when there is none. */
export function errorCodeOf(body: unknown): string | null {
  return isRecord(body) && typeof body['error'] === 'string' ? body['error'] : null
}
