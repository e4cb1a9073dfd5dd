import { errorBody } from '@antojo/contract/error-codes'
import { extractVideoResponse, oembedRequiredResponse } from '@antojo/contract/ai'
import { resultEvent } from '@antojo/contract/ai-events'
import type { EvidenceSource } from '@antojo/domain/places/evidence-kinds'
import { z } from 'zod'

const session = z.looseObject({
  access_token: z.string(),
  user: z.looseObject({ id: z.string(), email: z.string() }),
})
/** The complete answer of the auth service to a sign-in, with which a browser can continue. */
export type Session = z.infer<typeof session>

const bootConfig = z.looseObject({ anonKey: z.string() })

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The outcome of adding a link. */
export type AddOutcome =
  | {
      readonly decision: 'accepted'
      readonly restaurants: readonly string[]
      /** 0–1, for the first restaurant. */
      readonly confidence: number
      /** The sources of the words that speak for the first restaurant, sorted. */
      readonly textFrom: readonly EvidenceSource[]
      readonly duplicate: boolean
    }
  | {
      readonly decision: 'needs_confirmation'
      readonly restaurants: readonly string[]
      readonly confidence: number
    }
  | { readonly decision: 'weak_data' }
  | { readonly decision: 'oembed_required'; readonly code: string }
  | { readonly decision: 'error'; readonly code: string; readonly status: number }

const SAVED = /^event: saved$/mu
const RESULT = /^event: result\ndata: (.+)$/mu

interface UserRequest {
  readonly method?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** A signed-in user who reaches a running server by HTTP only. */
export class AppClient {
  readonly #url: string
  readonly #credentials: Credentials
  readonly #headers: Readonly<Record<string, string>>
  readonly userId: string
  readonly session: Session

  private constructor(url: string, anonKey: string, credentials: Credentials, entered: Session) {
    this.#url = url
    this.#credentials = credentials
    this.#headers = {
      apikey: anonKey,
      authorization: `Bearer ${entered.access_token}`,
      'content-type': 'application/json',
    }
    this.userId = entered.user.id
    this.session = entered
  }

  /** Creates the account, or signs in if it exists with this password. Throws when neither works. */
  static async enter(url: string, credentials: Credentials): Promise<AppClient> {
    const { anonKey } = bootConfig.parse(await (await fetch(`${url}/config.json`)).json())
    const post = async (path: string): Promise<unknown> => {
      const response = await fetch(`${url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: anonKey, 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      })
      return response.json()
    }
    const made = session.safeParse(await post('signup'))
    return new AppClient(
      url,
      anonKey,
      credentials,
      made.data ?? session.parse(await post('token?grant_type=password')),
    )
  }

  /** Signs in with the password; returns the status. */
  async signInAgain(): Promise<number> {
    const answer = await fetch(`${this.#url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(this.#credentials),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  /** Sends any request with this user's session. */
  request(path: string, given: UserRequest = {}): Promise<Response> {
    return fetch(this.#url + path, { ...given, headers: { ...this.#headers, ...given.headers } })
  }

  /** Adds a link and calls `saved` as soon as the server reports that it is kept; resolves when the stream ends. */
  async addWatched(videoUrl: string, saved: () => void): Promise<AddOutcome> {
    const response = await this.request('/functions/v1/ai', {
      method: 'POST',
      body: JSON.stringify({ action: 'extract-video', input: { videoUrl } }),
      headers: { accept: 'text/event-stream' },
    })
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body ?? []) {
      const wasKept = SAVED.test(text)
      text += decoder.decode(chunk, { stream: true })
      if (!wasKept && SAVED.test(text)) saved()
    }
    const { status, body } = resultEvent.parse(JSON.parse(RESULT.exec(text)?.[1] ?? 'null'))
    return outcomeOf(status, body)
  }

  async add(videoUrl: string): Promise<AddOutcome> {
    const response = await this.request('/functions/v1/ai', {
      method: 'POST',
      body: JSON.stringify({ action: 'extract-video', input: { videoUrl } }),
    })
    return outcomeOf(response.status, await response.json())
  }
}

function outcomeOf(status: number, body: unknown): AddOutcome {
  if (status === 424) return { decision: 'oembed_required', code: oembedRequiredResponse.parse(body).error }
  if (status !== 200) return { decision: 'error', code: errorBody.parse(body).error, status }
  const answer = extractVideoResponse.parse(body)
  if ('needs_confirmation' in answer) {
    const [first] = answer.top
    const restaurants = answer.top.map(({ name }) => name)
    return { decision: 'needs_confirmation', restaurants, confidence: first?.score ?? 0 }
  }
  if ('weak_data' in answer) return { decision: 'weak_data' }
  const restaurants = answer.places.map(({ name }) => name)
  return {
    decision: 'accepted',
    restaurants,
    confidence: answer.best.confidence,
    textFrom: [...new Set(answer.best.why.map(({ source }) => source))].toSorted(),
    duplicate: answer.duplicate,
  }
}
