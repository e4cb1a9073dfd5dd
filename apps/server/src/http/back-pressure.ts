import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import { AppError } from '../core/app-error.ts'
import { renderError } from './error-renderer.ts'

/** Requests that a node works on at once: those that ask the outside wait for others a good part of their time. */
const mostUnderWay = { outside: 80, others: 32 } as const
const outside = /^\/(?:functions\/|places\b|oembed\b|img\b)/u
/**
 * Milliseconds that one more waits for its turn: its answer comes within a second or not at all, and who is refused at
 * once asks again at once, which is work too.
 */
const longestWaitMs = 600
/** So many of a kind are begun in any case; more only while no more queries than these wait for a connection. */
const leastUnderWay = 8
const mostQueriesWaiting = 8
const mostBegunAtOnce = 3
const mostWaiting = 4_000
const retryAfterSeconds = 2
/** Health must be told also, and most, when there is too much to do. */
const always = new Set(['/healthz', '/readyz', '/metrics'])

/** Says 503 with Retry-After, before any work, to what is more than the node can answer in good time. */
export function boundRequests(app: FastifyInstance, pool: Pick<Pool, 'waitingCount'>): void {
  const isBusy = (): boolean => pool.waitingCount > mostQueriesWaiting
  const asking = new Turns(mostUnderWay.outside, isBusy)
  const others = new Turns(mostUnderWay.others, isBusy)
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? ''
    if (always.has(route)) return done()
    const turns = outside.test(route) ? asking : others
    const begin = (): boolean => {
      // Nobody waits for the answer any more, and its end would not be told.
      if (reply.raw.destroyed) return false
      reply.raw.once('close', () => {
        turns.end()
        // What it held back may be the other kind's.
        for (const each of [asking, others]) each.goOn()
      })
      done()
      return true
    }
    return turns.begin(begin, () => refuse(reply, request.id))
  })
}

/** Not thrown: each part of the server renders what is thrown in its own way. */
function refuse(reply: FastifyReply, requestId: string): void {
  const problem = new AppError('overloaded', 'Too many requests are under way.', {
    retryAfter: retryAfterSeconds,
  })
  const { status, headers, body } = renderError(problem, requestId)
  void reply.code(status).headers(headers).send(body)
}

/** Begins the work; false when nobody waits for it any more. */
type Begin = () => boolean

/** So many at once; the others wait in the order in which they came. */
class Turns {
  readonly #most: number
  readonly #isBusy: () => boolean
  readonly #waiting = new Map<Begin, NodeJS.Timeout>()
  #underWay = 0

  constructor(most: number, isBusy: () => boolean) {
    this.#most = most
    this.#isBusy = isBusy
  }

  begin(go: Begin, refused: () => void): void {
    if (this.#hasRoom()) {
      this.#begun(go)
      return
    }
    if (this.#waiting.size >= mostWaiting) return refused()
    const late = setTimeout(() => {
      this.#waiting.delete(go)
      refused()
    }, longestWaitMs)
    this.#waiting.set(go, late)
  }

  end(): void {
    this.#underWay -= 1
  }

  /** A few at a time: whether they are too many shows when their queries come. */
  goOn(): void {
    for (const [go, late] of this.#waiting.entries().take(mostBegunAtOnce)) {
      if (!this.#hasRoom()) return
      this.#waiting.delete(go)
      clearTimeout(late)
      this.#begun(go)
    }
  }

  #hasRoom(): boolean {
    return this.#underWay < leastUnderWay || (this.#underWay < this.#most && !this.#isBusy())
  }

  #begun(go: Begin): void {
    this.#underWay += 1
    if (!go()) this.#underWay -= 1
  }
}
