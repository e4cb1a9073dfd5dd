import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import {
  type CaptureResponse,
  captureRequest,
  MAX_CAPTURED_LINKS,
  MAX_CAPTURED_PICTURES,
  SHARED_COOKIE,
  sharedQuery,
} from '@antojo/contract/account'
import { findUrls, piecesByLink } from '@antojo/domain/links/find-urls'
import { Busboy } from '@fastify/busboy'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProductApp } from '../../core/request-scope.ts'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '../../core/app-error.ts'
import { departureOf } from '../../core/departure.ts'
import { holdUpload, type UploadLimits } from '../../core/upload.ts'
import type { Tokens } from '../tokens/service.ts'
import type { Uploads } from '../uploads/service.ts'
import type { Capture, CapturedLink } from './capture.ts'

export interface CaptureRouteDeps extends UploadLimits {
  readonly tokens: Tokens
  readonly capture: Capture
  readonly uploads: Uploads
}

const MAX_FORM_BYTES = 12 * 1024 * 1024
/** A field that is cut has more characters than the contract allows. */
const FORM_LIMITS = { parts: 20, headerPairs: 20, fieldSize: 100_000 }

const pictureBody = z.object({ name: z.string(), bytes: z.instanceof(Buffer) })
type Picture = z.infer<typeof pictureBody>

/** The body of every kind of request; only the form parser makes pictures. */
const captureBody = captureRequest.and(
  z.object({ pictures: z.array(pictureBody).max(MAX_CAPTURED_PICTURES).optional() }),
)

/** `POST /functions/v1/capture`, with a session or a personal token of the scope `capture`. */
export function captureRoutes(app: ProductApp, deps: CaptureRouteDeps): void {
  void app.register(async (scope) => {
    acceptForms(scope)
    scope.withTypeProvider<ZodTypeProvider>().post(
      '/functions/v1/capture',
      // Before the token is looked up, the request counts against its network.
      { schema: { body: captureBody }, config: { budget: 'capture' }, onRequest: refuseStrangers(deps) },
      async (request, reply): Promise<CaptureResponse> => {
        const account = await deps.tokens.userIdOf(request, 'capture')
        const { url, text, pictures = [] } = request.body
        const { seen, unread } = await textOf(deps.uploads, pictures, departureOf(reply))
        const whole = [url, text].filter(Boolean).join('\n')
        const asker = { account, address: request.ip }
        const { taken, notTaken } = await captureAll(deps.capture, { whole, asker, seen })
        if (taken.some(({ wasIdentified }) => !wasIdentified)) void reply.code(202)
        const videos = taken.map(({ video }) => video)
        const added = taken.flatMap(({ isNew, video }) => (isNew ? [video.id] : []))
        return { ok: true, video: taken[0].video, videos, added, notTaken: [...notTaken, ...unread] }
      },
    )
  })
}

const MAX_SHOWN = 200
const MAX_SEEN = 5_000

interface Captured {
  readonly taken: readonly [CapturedLink, ...CapturedLink[]]
  readonly notTaken: CaptureResponse['notTaken']
}

/** Saves every link of a text. Throws the failure of the first when none can be saved. */
async function captureAll(
  capture: Capture,
  { whole, asker, seen }: { whole: string; asker: Parameters<Capture>[1]; seen: string },
): Promise<Captured> {
  const pieces = piecesByLink(whole)
  const taken: CapturedLink[] = []
  const refused: AppError[] = []
  const notTaken: CaptureResponse['notTaken'] = []
  for (const [index, piece] of (pieces.length === 0 ? [whole] : pieces).entries()) {
    try {
      if (index >= MAX_CAPTURED_LINKS) throw new AppError('rate_limited', 'Send the other links again.')
      taken.push(await capture(piece, asker, seen))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push(error)
      notTaken.push({ text: findUrls(piece)[0] ?? piece.slice(0, MAX_SHOWN), error: error.code })
    }
  }
  const [first, ...others] = taken
  if (!first) throw refused[0] ?? new AppError('no_link', 'The text has no http(s) link.')
  return { taken: [first, ...others], notTaken }
}

const SHARED_SECONDS = 60

/**
 * `GET /shared`: the second half of the share target, whose first is the service worker. Leads to the first screen, which
 * asks before it adds the text. When the browser says that no site started the request, a cookie with the text's hash lets
 * the screen add it at once: no other site can set that cookie. A service worker cannot see who started a request.
 */
export function sharedRoute(app: ProductApp): void {
  app.get(
    '/shared',
    { schema: { querystring: sharedQuery }, config: { budget: 'capture' } },
    async ({ query: { text }, headers }, reply) => {
      if (headers['sec-fetch-site'] === 'none') {
        const hash = createHash('sha256').update(text).digest('base64url')
        void reply.header(
          'set-cookie',
          `${SHARED_COOKIE}=${hash}; Path=/; Secure; SameSite=Strict; Max-Age=${SHARED_SECONDS}`,
        )
      }
      return reply.redirect(`/?add=${encodeURIComponent(text)}`, 303)
    },
  )
}

/** Parses forms and plain text as shortcuts of phones send them. */
function acceptForms(app: ProductApp): void {
  const asText = { parseAs: 'string' } as const
  app.addContentTypeParser('text/plain', asText, (_request, text, done) => done(null, { text }))
  app.addContentTypeParser('application/x-www-form-urlencoded', asText, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )
  app.addContentTypeParser('multipart/form-data', ({ headers }: FastifyRequest, body: IncomingMessage) =>
    readForm(headers, body).catch((cause: unknown) => {
      throw cause instanceof AppError
        ? cause
        : new AppError('bad_request', 'The form is malformed.', { cause })
    }),
  )
}

/** Reads a form while it arrives. What follows a limit is not parsed, only drained, so that its sender gets the answer. */
function readForm(headers: IncomingHttpHeaders, body: IncomingMessage): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const form = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: FORM_LIMITS,
    })
    const fields = new Map<string, string>()
    const pictures: Picture[] = []
    const refuse = (detail: string) => {
      body.unpipe(form).resume()
      reject(new AppError('payload_too_large', detail))
    }
    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (_field, file, name?: string) => {
      const chunks: Buffer[] = []
      file.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      file.on('end', () => {
        if (chunks.length > 0)
          pictures.push({ name: name?.slice(0, MAX_SHOWN) ?? '', bytes: Buffer.concat(chunks) })
      })
    })
    form.on('partsLimit', () => refuse(`A form has at most ${FORM_LIMITS.parts} parts.`))
    form.on('error', reject)
    form.on('finish', () => resolve({ ...Object.fromEntries(fields), pictures }))
    let size = 0
    body.on('data', ({ length }: Buffer) => {
      size += length
      if (size > MAX_FORM_BYTES) refuse('The form is too large.')
    })
    body.on('error', reject).pipe(form)
  })
}

/** Only people with an account may send pictures, and only some at a time; the others are refused before their bytes. */
function refuseStrangers({ tokens, budgets }: CaptureRouteDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.headers['content-type']?.startsWith('multipart/') !== true) return
    if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES)
      throw new AppError('payload_too_large', 'The form is too large.')
    holdUpload(budgets, await tokens.userIdOf(request, 'capture'), request, reply)
  }
}

/** The text in pictures; a picture without any is named, because it could not help. */
async function textOf(
  uploads: Uploads,
  pictures: readonly Picture[],
  signal: AbortSignal,
): Promise<{ readonly seen: string; readonly unread: CaptureResponse['notTaken'] }> {
  const texts: string[] = []
  const unread: CaptureResponse['notTaken'] = []
  for (const picture of pictures) {
    const read = await uploads.read(Readable.from([picture.bytes]), signal).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    if (read?.ok === true) texts.push(...read.texts.map(({ text }) => text))
    else unread.push({ text: picture.name, error: 'media_unavailable' })
  }
  return { seen: texts.join('\n').slice(0, MAX_SEEN), unread }
}
