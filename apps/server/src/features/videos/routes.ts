import {
  type AddFailedResponse,
  type AiRequest,
  aiRequest,
  type ConfirmPlaceResponse,
  type ExtractVideoResponse,
  type OembedRequiredResponse,
  type QuerySynthResponse,
} from '@antojo/contract/ai'
import { oembedQuery } from '@antojo/contract/oembed'
import type { FinderResponse } from '@antojo/contract/finder'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Budgets } from '../../core/budgets.ts'
import { renderError } from '../../core/error-renderer.ts'
import { openEventStream, wantsEvents } from '../../core/event-stream.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { ProductApp, RequestScope } from '../../core/request-scope.ts'
import type { Finder } from '../finder/service.ts'
import { UnreadablePost } from './errors.ts'
import type { AddProgress } from './add/add.ts'
import type { Outcome } from './add/keep.ts'
import type { Videos } from './service.ts'

export interface AiRouteDeps {
  readonly videos: Videos
  readonly finder: Finder
  readonly scope: RequestScope
  readonly metrics: Metrics
  readonly budgets: Pick<Budgets, 'take'>
}

const AI_PATH = '/functions/v1/ai'
const NOT_WATCHED: AddProgress = { step: () => undefined, saved: () => undefined }

type AiResponse = ExtractVideoResponse | ConfirmPlaceResponse | QuerySynthResponse | FinderResponse

interface Answer {
  readonly status: number
  readonly body: AiResponse | OembedRequiredResponse | AddFailedResponse
}

/** `POST /functions/v1/ai`, as one JSON answer or as a stream of steps that ends with it, and `GET /videos/saved`. */
export function aiRoutes(app: ProductApp, deps: AiRouteDeps): void {
  const config = { budget: 'aiRequest' } as const
  app.post(AI_PATH, { schema: { body: aiRequest }, config }, async (request, reply) => {
    if (!wantsEvents(request)) {
      const { status, body } = await answer(deps, request, request.body, NOT_WATCHED)
      return reply.code(status).send(body)
    }
    return streamAnswer(deps, request, request.body, reply)
  })
  const query = { schema: { querystring: oembedQuery }, config: { budget: 'oembed' } } as const
  app.get('/videos/saved', query, async (request) => {
    const user = await deps.scope.user(request)
    return { ok: true, saved: await deps.videos.has(user, request.query.url) }
  })
}

async function streamAnswer(
  deps: AiRouteDeps,
  request: FastifyRequest,
  body: AiRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stream = openEventStream(reply)
  const result = await answer(deps, request, body, {
    step: (event) => stream.send('step', event),
    saved: (video) => stream.send('saved', { video }),
  })
  stream.send('result', result)
  stream.end()
  return reply
}

/** A failure becomes an answer, so that a stream can send it as its result. */
async function answer(
  deps: AiRouteDeps,
  request: FastifyRequest,
  body: AiRequest,
  progress: AddProgress,
): Promise<Answer> {
  const started = performance.now()
  const countAdd = (decision: string): void => {
    deps.metrics.adds.inc({ decision })
    deps.metrics.addSeconds.observe({ decision }, (performance.now() - started) / 1000)
  }
  const outcome = await run(deps, request, body, {
    ...progress,
    step: (event) => {
      if (event.ms !== undefined)
        deps.metrics.steps.observe({ step: event.step, state: event.state }, event.ms / 1000)
      progress.step(event)
    },
  }).catch((error: unknown) => ({ ok: false, error, video: null }) as const)
  if (outcome.ok) {
    if (body.action === 'extract-video') countAdd(decisionOf(outcome.body))
    return { status: 200, body: outcome.body }
  }
  const { error, video } = outcome
  const { status, body: problem } = renderError(error, request.id)
  if (status >= 500) request.log.error({ err: error }, 'ai request failed')
  if (body.action === 'extract-video') countAdd(problem.error)
  const failure = error instanceof UnreadablePost ? { ...error.body, requestId: request.id } : problem
  return { status, body: { ...failure, ...(video && { video }) } }
}

async function run(
  deps: AiRouteDeps,
  request: FastifyRequest,
  body: AiRequest,
  progress: AddProgress,
): Promise<Outcome<AiResponse>> {
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
    case 'confirm-place': {
      const user = await deps.scope.user(request)
      await deps.budgets.take('addDaily')
      return deps.videos.confirm(user, body.input)
    }
    case 'query-synth':
      await deps.scope.userOrGuest(request)
      await deps.budgets.take('querySynth')
      return { ok: true, body: await deps.finder.querySynth(body.input) }
    case 'find': {
      const user = await deps.scope.userOrGuest(request)
      await deps.budgets.take('guestFind')
      await deps.budgets.take('guestFindDaily')
      return { ok: true, body: await deps.finder.find(body.input, user?.id ?? null, progress.step) }
    }
    default:
      return body satisfies never
  }
}

/** The outcome of an add, for the metrics. */
function decisionOf(body: AiResponse): string {
  if ('needs_confirmation' in body) return 'needs_confirmation'
  if ('weak_data' in body) return 'weak_data'
  return 'duplicate' in body && body.duplicate ? 'duplicate' : 'accepted'
}
