import { placeId } from '@antojo/domain/places/place-facts'
import { createDecoders } from '../adapters/decoder/decoders.ts'
import { createOutsideFetch, createServiceFetch } from '../adapters/http/service-fetch.ts'
import { createMediaPorts } from '../adapters/media/media-ports.ts'
import type { Config } from '../config/config.ts'
import { createBudgets } from '../core/budgets.ts'
import { unlimited } from '../core/spending.ts'
import { createPipeline } from '../identify/pipeline/create-pipeline.ts'
import { findPostLink } from '../identify/evidence/find-link.ts'
import { readLookups } from '../identify/pipeline/read-lookups.ts'
import type { Evidence } from '@antojo/identify/evidence'
import { explainPlaces } from '@antojo/identify/explain'
import { resolvePlaces } from '@antojo/identify/resolve'
import { type Analysis, analysePost } from '../identify/pipeline/run.ts'
import { makingInstallation } from './open-database.ts'

/**
 * `antojo identify URL`: prints the places that a post is about as JSON, or why they are, and the steps to standard error.
 * Returns the exit code.
 */
export async function identifyUrlCommand(
  { settings, ...config }: Config,
  text: string,
  { why }: { readonly why: boolean },
): Promise<number> {
  const outside = createOutsideFetch(settings)
  const budgets = createBudgets({ rates: false })
  const services = createServiceFetch(settings, budgets)
  const decoders = createDecoders(budgets)
  const mediaPorts = await createMediaPorts(
    { fetch: outside.fetch, serviceFetch: services.fetch, decoders, log: console, onCall: () => undefined },
    settings,
  )
  try {
    const found = await findPostLink(outside.fetch, text)
    if (!found.ok) return print({ decision: 'error', code: found.code, detail: found.detail }, 1)
    return await makingInstallation({ settings, ...config }, async (database) => {
      const deps = await readLookups(database)
      let seen: Evidence = { texts: [] }
      const { fetch } = outside
      const pipeline = createPipeline(settings, {
        fetch,
        serviceFetch: services.fetch,
        budgets,
        onCall: () => undefined,
        mediaPorts,
        allowances: { llm: unlimited, speech: unlimited },
        resolve: (evidence) => {
          seen = evidence
          return resolvePlaces(evidence, deps)
        },
        log: console,
      })
      const analysis = await analysePost(pipeline, found.link, (step) => console.error(JSON.stringify(step)))
      if (why && analysis.kind === 'read') {
        console.log(await explainPlaces(seen, deps))
        return 0
      }
      return print(summary(found.link.url, analysis), analysis.kind === 'read' ? 0 : 1)
    })
  } finally {
    await decoders.close()
    await Promise.all([outside.close(), services.close()])
  }
}

function summary(url: string, analysis: Analysis): object {
  if (analysis.kind === 'unread') return { url, decision: 'oembed_required', ...analysis.failure }
  const { decision, places } = analysis.resolution
  return {
    url,
    decision,
    title: analysis.post.title,
    places: places.map(({ place: { name, ...id }, confidence, why }) => ({
      id: placeId(id),
      name,
      confidence,
      why,
    })),
  }
}

function print(answer: object, status: number): number {
  console.log(JSON.stringify(answer, null, 2))
  return status
}
