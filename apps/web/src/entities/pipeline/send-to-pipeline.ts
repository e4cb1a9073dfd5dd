import type { AiRequest } from '@antojo/contract/ai'
import type { StepEvent } from '@antojo/contract/ai-events'
import type { Services } from '../../lib/services.tsx'
import type { AddOutcome } from './outcome.ts'

interface AddOptions {
  readonly onStep?: (step: StepEvent) => void
  readonly signal?: AbortSignal
}

/**
 * Sends a link (or a confirmation, or a retry) through the pipeline. The code that reads the stream, with zod, is
 * loaded on first use.
 */
export async function sendToPipeline(
  services: Services,
  request: AiRequest,
  options: AddOptions = {},
): Promise<AddOutcome> {
  const [{ callAi }, config, token] = await Promise.all([
    import('./pipeline-client.ts'),
    services.config(),
    services.session.accessToken().catch(() => null),
  ])
  return callAi({
    request,
    anonKey: config.anonKey,
    token,
    onStep: options.onStep ?? (() => undefined),
    signal: options.signal,
  })
}
