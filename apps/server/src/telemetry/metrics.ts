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
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const providers = new Histogram({
    name: 'antojo_provider_seconds',
    help: 'Duration of requests to other services, by provider and outcome',
    labelNames: ['provider', 'outcome'],
    buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
    registers,
  })
  return {
    registry,
    onProviderCall: ({ provider, outcome, seconds }: ProviderCall) =>
      providers.observe({ provider, outcome }, seconds),
    onJob: jobMetrics(registers),
    onClosing: countClosings(registers),
    /** Reads the state of pool and queue whenever the metrics are read. */
    watch: (pool: Pool, queue: () => Promise<QueueCounts>) => watchDepths(registers, pool, queue),
    watchBudgets: (use: () => readonly BudgetUse[]) => watchBudgets(registers, use),
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

function countClosings(registers: Registry[]) {
  const closings = new Counter({
    name: 'antojo_connections_closed_total',
    help: 'Connections closed by the server because a client was too slow or had too many',
    labelNames: ['reason'],
    registers,
  })
  return (reason: Closing): void => closings.inc({ reason })
}

function jobMetrics(registers: Registry[]) {
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
  return ({ job, ok, waited, seconds }: JobRun): void => {
    waits.observe({ job }, waited)
    jobs.observe({ job, outcome: ok ? 'done' : 'failed' }, seconds)
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
      for (const { name, max: _, ...states } of use())
        for (const [state, value] of Object.entries(states)) gauge.set({ budget: name, state }, value ?? 0)
    },
  })
}
