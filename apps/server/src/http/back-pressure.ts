import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { renderError } from './error-renderer.ts'

/** Requests that a node works on at once: those that ask the outside wait for others a good part of their time. */
const mostUnderWay = { outside: 80, others: 32 } as const
const outside = /^\/(?:functions\/|places\b|oembed\b|img\b)/u
/** Milliseconds after which a request is not begun any more: its answer would come too late. */
const longestWaitMs = 500
/** Milliseconds until it is told so: who is refused at once asks again at once, and refusing is work too. */
const toldAfterMs = 2_000
const mostWaiting = 4_000
const retryAfterSeconds = 2
/** Health must be told also, and most, when there is too much to do. */
const always = new Set(['/healthz', '/readyz', '/metrics'])

/** Says 503 with Retry-After, before any work, to what is more than the node can answer in good time. */
export function boundRequests(app: FastifyInstance): void {
  const asking = new Turns(mostUnderWay.outside)
  const others = new Turns(mostUnderWay.others)
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? ''
    if (always.has(route)) return done()
    const turns = outside.test(route) ? asking : others
    const begin = (): boolean => {
      // Nobody waits for the answer any more, and its end would not be told.
      if (reply.raw.destroyed) return false
      reply.raw.once('close', () => turns.end())
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

interface Waiting {
  readonly since: number
  readonly late: NodeJS.Timeout
  readonly go: Begin
}

/** So many at once; the others wait in the order in which they came, and who waited too long is passed over. */
class Turns {
  readonly #most: number
  readonly #queue = new Set<Waiting>()
  /** Those in the queue, and those passed over that were not told yet. */
  #waiting = 0
  #underWay = 0

  constructor(most: number) {
    this.#most = most
  }

  begin(go: Begin, refused: () => void): void {
    if (this.#underWay < this.#most) {
      this.#begun(go)
      return
    }
    if (this.#waiting >= mostWaiting) return refused()
    this.#waiting += 1
    const late = setTimeout(() => {
      this.#waiting -= 1
      this.#queue.delete(waiting)
      refused()
    }, toldAfterMs)
    const waiting = { since: performance.now(), late, go }
    this.#queue.add(waiting)
  }

  end(): void {
    this.#underWay -= 1
    const oldest = performance.now() - longestWaitMs
    for (const waiting of this.#queue) {
      this.#queue.delete(waiting)
      if (waiting.since < oldest) continue
      clearTimeout(waiting.late)
      this.#waiting -= 1
      if (this.#begun(waiting.go)) return
    }
  }

  #begun(go: Begin): boolean {
    this.#underWay += 1
    const begun = go()
    if (!begun) this.#underWay -= 1
    return begun
  }
}
