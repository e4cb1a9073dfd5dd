import type { ConfiguredService, ProviderHealth, ServiceTestResponse } from '@antojo/contract/admin'
import type { Settings } from '../../config/config.ts'
import { AppError } from '../../core/app-error.ts'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import { createProbes, type Probe, type ProbeParts, runProbe } from './probes.ts'

export interface ServiceHealthDeps extends ProbeParts {
  readonly health: () => readonly ProviderHealth[]
  readonly onCall: (call: ProviderCall) => void
}

/** The services that the settings name, for the operator. */
export type ServiceHealth = ReturnType<typeof createServiceHealth>

export function createServiceHealth(settings: Settings, { health, onCall, ...parts }: ServiceHealthDeps) {
  const probes = createProbes(settings, parts)
  /** Tests that are running, so that repeated presses share one request. */
  const running = new Map<string, Promise<ServiceTestResponse>>()

  async function run(probe: Probe): Promise<ServiceTestResponse> {
    const started = performance.now()
    const result = await runProbe(probe)
    const ms = performance.now() - started
    const outcome = result.ok ? 'ok' : result.problem
    onCall({ provider: probe.service, outcome, seconds: ms / 1_000, detail: result.detail })
    const problem = result.ok ? null : result.problem
    return { ok: result.ok, problem, detail: result.detail, ms: Math.round(ms) }
  }

  return {
    list: (): ConfiguredService[] => {
      const known = health()
      return probes.map(({ service }) => ({
        service,
        health: known.find(({ provider }) => provider === service) ?? null,
      }))
    },
    /** Tries a service once, in bounded time; throws `not_found` for one that is not configured. */
    test: async (service: string): Promise<ServiceTestResponse> => {
      const probe = probes.find((each) => each.service === service)
      if (!probe) throw new AppError('not_found', 'This service is not configured.')
      const test = running.get(service) ?? run(probe).finally(() => running.delete(service))
      running.set(service, test)
      return test
    },
  }
}
