import { type AiRequest, aiRequest } from '@antojo/contract/ai'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Budgets } from '../../core/budgets.ts'
import { renderError } from '../../core/error-renderer.ts'
import { openEventStream, wantsEvents } from '../../core/event-stream.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { RequestScope } from '../../core/request-scope.ts'
import type { Progress } from '../../identify/step-recorder.ts'
import type { Finder } from '../finder/service.ts'
import { UnreadablePost } from './errors.ts'
import type { Videos } from './service.ts'

export interface AiRouteDeps {
  readonly videos: Videos
  readonly finder: Finder
  readonly scope: RequestScope
  readonly metrics: Metrics
  readonly budgets: Pick<Budgets, 'take'>
}

const AI_PATH = '/functions/v1/ai'

interface Answer {
  readonly status: number
  readonly body: object
}

/** `POST /functions/v1/ai`: one JSON answer, or with `Accept: text/event-stream` the steps and then the same answer. */
export function aiRoutes(app: FastifyInstance, deps: AiRouteDeps): void {
  const config = { budget: 'aiRequest' } as const
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(AI_PATH, { schema: { body: aiRequest }, config }, async (request, reply) => {
      if (!wantsEvents(request)) {
        const { status, body } = await answer(deps, request, request.body, () => undefined)
        return reply.code(status).send(body)
      }
      return streamAnswer(deps, request, request.body, reply)
    })
}

async function streamAnswer(
  deps: AiRouteDeps,
  request: FastifyRequest,
  body: AiRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stream = openEventStream(reply)
  const result = await answer(deps, request, body, (event) => stream.send('step', event))
  stream.send('result', result)
  stream.end()
  return reply
}

/** Failures are answers too, so that a stream tells them as its result. */
async function answer(
  deps: AiRouteDeps,
  request: FastifyRequest,
  body: AiRequest,
  progress: Progress,
): Promise<Answer> {
  const started = performance.now()
  const count = (decision: string): void => {
    if (body.action !== 'extract-video') return
    deps.metrics.adds.inc({ decision })
    deps.metrics.addSeconds.observe({ decision }, (performance.now() - started) / 1000)
  }
  try {
    const answered = await run(deps, request, body, (event) => {
      if (event.ms !== undefined)
        deps.metrics.steps.observe({ step: event.step, state: event.state }, event.ms / 1000)
      progress(event)
    })
    count(decisionOf(answered))
    return { status: 200, body: answered }
  } catch (error) {
    const { status, body: problem } = renderError(error, request.id)
    if (status >= 500) request.log.error({ err: error }, 'ai request failed')
    count(problem.error)
    return {
      status,
      body: error instanceof UnreadablePost ? { ...error.body, requestId: request.id } : problem,
    }
  }
}

async function run(
  deps: AiRouteDeps,
  request: FastifyRequest,
  body: AiRequest,
  progress: Progress,
): Promise<object> {
  switch (body.action) {
    case 'extract-video': {
      const user = await deps.scope.user(request)
      await deps.budgets.take('addDaily')
      return deps.videos.add(user, body.input, progress)
    }
    case 'retry': {
      const user = await deps.scope.user(request)
      await deps.budgets.take('retry')
      return deps.videos.retry(user, body.input, progress)
    }
    case 'confirm-place':
      return deps.videos.confirm(await deps.scope.user(request), body.input)
    case 'query-synth':
      await deps.scope.userOrGuest(request)
      await deps.budgets.take('querySynth')
      return deps.finder.querySynth(body.input)
    case 'find':
      const user = await deps.scope.userOrGuest(request)
      await deps.budgets.take('guestFind')
      await deps.budgets.take('guestFindDaily')
      return deps.finder.find(body.input, user?.id ?? null, progress)
    default:
      return body satisfies never
  }
}

function decisionOf(answered: object): string {
  if ('needs_confirmation' in answered) return 'needs_confirmation'
  if ('weak_data' in answered) return 'weak_data'
  return 'duplicate' in answered && answered.duplicate === true ? 'duplicate' : 'accepted'
}
