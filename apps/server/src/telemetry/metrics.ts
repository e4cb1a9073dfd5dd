import type { BudgetUse } from '@antojo/contract/admin'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from 'pg'
import type { JobRun, QueueCounts } from '../core/job-queue.ts'

/** One request to another company's service. */
export interface ProviderCall {
  readonly provider: string
  /** `ok`, `http_5xx`, `refused` (the circuit is open) or the fetcher's reason. */
  readonly outcome: string
  readonly seconds: number
  /** The error in the words of the service or the fetcher; never a key or a post. */
  readonly detail?: string
}

/** Why the server closed a connection before the client did. */
export type Closing = 'too_many' | 'idle' | 'pipelined' | 'slow_body' | 'slow_reader'

/** The figures of the server; one registry for each process. */
export interface Metrics {
  readonly registry: Registry
  readonly adds: Counter<'decision'>
  readonly steps: Histogram<'step' | 'state'>
  readonly addSeconds: Histogram<'decision'>
  readonly http: Histogram<'method' | 'route' | 'status'>
  readonly onProviderCall: (call: ProviderCall) => void
  readonly onJob: (run: JobRun) => void
  /** Reads the state of pool and queue whenever the metrics are read. */
  readonly watch: (pool: Pool, queue: () => Promise<QueueCounts>) => void
  /** Counts a connection that the server closed. */
  readonly onClosing: (reason: Closing) => void
  readonly watchBudgets: (use: () => readonly BudgetUse[]) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    ...outsideMetrics(registers),
    onClosing: countClosings(registers),
    watch: (pool, queue) => watchDepths(registers, pool, queue),
    watchBudgets: (use) => watchBudgets(registers, use),
    addSeconds: new Histogram({
      name: 'antojo_add_seconds',
      help: 'Duration of adding a link, by outcome',
      labelNames: ['decision'],
      buckets: [0.005, 0.01, 0.015, 0.03, 0.1, 0.3, 1, 2, 5, 10, 30],
      registers,
    }),
    adds: new Counter({
      name: 'antojo_adds_total',
      help: 'Links sent to be added, by outcome',
      labelNames: ['decision'],
      registers,
    }),
    steps: new Histogram({
      name: 'antojo_step_seconds',
      help: 'Duration of the steps of an analysis',
      labelNames: ['step', 'state'],
      buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    }),
    http: new Histogram({
      name: 'antojo_http_request_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers,
    }),
  }
}

function countClosings(registers: Registry[]): Metrics['onClosing'] {
  const closings = new Counter({
    name: 'antojo_connections_closed_total',
    help: 'Connections closed by the server because a client was too slow or had too many',
    labelNames: ['reason'],
    registers,
  })
  return (reason) => closings.inc({ reason })
}

/** Metrics of providers and jobs. */
function outsideMetrics(registers: Registry[]): Pick<Metrics, 'onProviderCall' | 'onJob'> {
  const providers = new Histogram({
    name: 'antojo_provider_seconds',
    help: 'Duration of requests to other services, by provider and outcome',
    labelNames: ['provider', 'outcome'],
    buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
    registers,
  })
  const jobs = new Histogram({
    name: 'antojo_job_seconds',
    help: 'Duration of background jobs',
    labelNames: ['job', 'outcome'],
    buckets: [0.02, 0.1, 0.5, 1, 2, 5, 15, 45],
    registers,
  })
  const waits = new Histogram({
    name: 'antojo_job_wait_seconds',
    help: 'Time from a job being due to its start',
    labelNames: ['job'],
    buckets: [0.05, 0.2, 1, 5, 30, 120, 600],
    registers,
  })
  return {
    onProviderCall: ({ provider, outcome, seconds }) => providers.observe({ provider, outcome }, seconds),
    onJob: ({ job, ok, waited, seconds }) => {
      waits.observe({ job }, waited)
      jobs.observe({ job, outcome: ok ? 'done' : 'failed' }, seconds)
    },
  }
}

function watchDepths(registers: Registry[], pool: Pool, queue: () => Promise<QueueCounts>): void {
  const connections = new Gauge({
    name: 'antojo_db_connections',
    help: "Connections of this node's pool; antojo_budget has the queries that wait for one (databaseConnection)",
    labelNames: ['state'],
    registers,
    collect: () => {
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  const depth = new Gauge({
    name: 'antojo_queue_jobs',
    help: 'Background jobs of the whole installation',
    labelNames: ['state'],
    registers,
    collect: async () => {
      // The other metrics must be readable while the database is unavailable.
      const counts = await queue().catch(() => null)
      for (const [state, jobs] of Object.entries(counts ?? {})) depth.set({ state }, jobs)
    },
  })
}

function watchBudgets(registers: Registry[], use: () => readonly BudgetUse[]): void {
  const gauge = new Gauge({
    name: 'antojo_budget',
    help: 'Work within each limit: running and queued now, started and refused since the start of the node',
    labelNames: ['budget', 'state'],
    registers,
    collect: () => {
      for (const { name, running, queued, started, refused } of use()) {
        gauge.set({ budget: name, state: 'running' }, running ?? 0)
        gauge.set({ budget: name, state: 'queued' }, queued ?? 0)
        gauge.set({ budget: name, state: 'started' }, started)
        gauge.set({ budget: name, state: 'refused' }, refused)
      }
    },
  })
}
