import { z } from 'zod'
import { errorCode } from './error-codes.ts'
import { videoRow } from './video-row.ts'

/** `DELETE /account`: the person types the account's own address again to confirm. */
export const deleteAccountRequest = z.object({ email: z.string().max(320) })

/** The time until which the account can be restored; null when it is already deleted. */
export const deleteAccountResponse = z.object({ deleteAfter: z.iso.datetime().nullable() })
export type DeleteAccountResponse = z.infer<typeof deleteAccountResponse>

/** `PUT /account/picture`: a picture of at most 150 kB, in base64. */
export const pictureRequest = z.object({ image: z.base64().max(200_000) })

export const pictureResponse = z.object({ url: z.string() })

/** The rights of a token: `capture` saves links, `read` reads places and lists, `write` changes lists and visits. */
export const tokenScope = z.enum(['capture', 'read', 'write'])
export type TokenScope = z.infer<typeof tokenScope>

/** Every personal token starts with this, so that people and secret scanners recognise one. */
export const TOKEN_PREFIX = 'antojo_'

/** `POST /tokens`: a token with a name that the person chose. */
export const createTokenRequest = z.object({
  name: z.string().trim().min(1).max(80),
  scopes: z.array(tokenScope).min(1).max(tokenScope.options.length),
  expiresInDays: z.number().int().min(1).max(366),
})
export type CreateTokenRequest = z.infer<typeof createTokenRequest>

export const personalToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(tokenScope),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  lastUsedAt: z.string().nullable(),
})
export type PersonalToken = z.infer<typeof personalToken>

/** The token is shown only once; the server stores its hash. */
export const createdToken = personalToken.extend({ token: z.string() })
export type CreatedToken = z.infer<typeof createdToken>

/** `GET /tokens`: the person's own tokens, newest first. */
export const tokensResponse = z.object({ tokens: z.array(personalToken) })

/** The most links and pictures of one capture. */
export const MAX_CAPTURED_LINKS = 20
export const MAX_CAPTURED_PICTURES = 5

/**
 * `POST /functions/v1/capture`: a link, a text with links, or both; the words around a link help to find its place. As
 * JSON, as a form with these fields, or as plain text. A multipart form may have pictures, whose text helps, too.
 */
export const captureRequest = z
  .object({ url: z.string().trim().max(5_000).optional(), text: z.string().max(20_000).optional() })
  .refine(({ url, text }) => Boolean(url) || Boolean(text), { error: 'Send `url` or `text`.' })

/** The saved rows: 202 while one is identified in the background, 200 when all are identified already. */
export const captureResponse = z.object({
  ok: z.literal(true),
  /** The row of the first link. */
  video: videoRow,
  videos: z.array(videoRow),
  /** The ids of those that this request made. */
  added: z.array(z.string()),
  /** Links that are not saved, and pictures without a readable text. */
  notTaken: z.array(z.object({ text: z.string(), error: errorCode })),
})
export type CaptureResponse = z.infer<typeof captureResponse>

/** A text of the system's share menu; its files stay in the browser. */
export const sharedQuery = z.object({ text: z.string().max(2_000) })

/** The SHA-256 of a text, base64url, that the person shared and that no site sent. Browsers tie its prefix to this host. */
export const SHARED_COOKIE = '__Host-shared'
