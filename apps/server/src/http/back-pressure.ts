import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { renderError } from './error-renderer.ts'

/** Requests that a node works on at once: product functions wait for others a good part of their time. */
const mostUnderWay = { functions: 80, others: 64 } as const
/** Milliseconds that one more waits for its turn; who is refused at once only asks again at once. */
const longestWaitMs = 300
const mostWaiting = 4_000
const retryAfterSeconds = 2
/** Health must be told also, and most, when there is too much to do. */
const always = new Set(['/healthz', '/readyz', '/metrics'])

/** Says 503 with Retry-After, before any work, to what is more than the node can answer in good time. */
export function boundRequests(app: FastifyInstance): void {
  const functions = new Turns(mostUnderWay.functions)
  const others = new Turns(mostUnderWay.others)
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? ''
    if (always.has(route)) return done()
    const turns = route.startsWith('/functions/') ? functions : others
    const begin = (): void => {
      // Nobody waits for the answer any more, and its end would not be told.
      if (reply.raw.destroyed) return turns.end()
      reply.raw.once('close', () => turns.end())
      return done()
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

/** So many at once; the others wait in the order in which they came. */
class Turns {
  readonly #most: number
  readonly #waiting = new Set<() => void>()
  #underWay = 0

  constructor(most: number) {
    this.#most = most
  }

  begin(go: () => void, refused: () => void): void {
    if (this.#underWay < this.#most) {
      this.#underWay += 1
      return go()
    }
    if (this.#waiting.size >= mostWaiting) return refused()
    const turn = (): void => {
      clearTimeout(late)
      this.#waiting.delete(turn)
      this.#underWay += 1
      go()
    }
    const late = setTimeout(() => {
      this.#waiting.delete(turn)
      refused()
    }, longestWaitMs)
    this.#waiting.add(turn)
  }

  end(): void {
    this.#underWay -= 1
    const [next] = this.#waiting
    next?.()
  }
}
