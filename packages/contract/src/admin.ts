import { z } from 'zod'
import { mapStatus } from './map.ts'

/** `GET /admin/metrics?hours=` */
export const adminMetricsQuery = z.object({
  hours: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(6), z.literal(24), z.literal(72)]))
    .default(24),
})

/** `GET /admin/access` */
export const adminAccess = z.object({ isAdministrator: z.boolean() })

export const adminRow = z.object({
  at: z.string(),
  url: z.string(),
  platform: z.string(),
  decision: z.string(),
  confidence: z.number().nullable(),
  address_used: z.boolean(),
  ms: z.number(),
})

const count = z.number().int().nonnegative()

/** The analyses of each outcome. */
const outcomes = { accepted: count, asked: count, weak: count, unread: count }

/** The counts of one slice of the window, which begins at `at`; see `adminSlices`. */
export const adminSlice = z.object({ at: z.string(), adds: count, ...outcomes })
export type AdminSlice = z.infer<typeof adminSlice>

/** Number of slices that a window is cut into for its plot. */
export const ADMIN_SLICES = 24

export const adminStep = z.object({
  step: z.string(),
  runs: count,
  failed: count,
  p50_ms: z.number(),
  p95_ms: z.number(),
})
export const adminFailure = z.object({ platform: z.string(), code: z.string(), count })
export const adminPlatform = z.object({ platform: z.string(), analyses: count, ...outcomes })

/** The obstacle that a platform served instead of a post's page. */
export const pageWall = z.enum([
  'rate_limited',
  'consent',
  'sign_in',
  'challenge',
  'refused_page',
  'server_error',
])
export type PageWall = z.infer<typeof pageWall>

/** Why a service that the operator configured gave no usable answer. */
export const serviceProblem = z.enum([
  'unreachable',
  'timeout',
  'busy',
  'wrong_key',
  'no_credit',
  'rate_limited',
  'wrong_address',
  'bad_request',
  'server_error',
  'bad_answer',
])
export type ServiceProblem = z.infer<typeof serviceProblem>

/** How a provider answered this node, over the last hundred requests. */
export const providerHealth = z.object({
  provider: z.string(),
  /** `resting`: the circuit breaker is open for some seconds after consecutive failures. */
  state: z.enum(['well', 'failing', 'resting']),
  reason: pageWall.optional(),
  /** ISO time of the last usable answer since the start of the node. */
  last_success: z.string().nullable(),
  /** `outcome`: a `ServiceProblem`, a `PageWall`, or the outcome of the request as in the metrics. */
  last_failure: z.object({ at: z.string(), outcome: z.string(), detail: z.string() }).nullable(),
  calls: count,
  failed: count,
  p50_ms: z.number(),
})
export type ProviderHealth = z.infer<typeof providerHealth>

/** A service that is configured, and how it answered this node; null before its first request. */
export const configuredService = z.object({
  service: z.string(),
  health: providerHealth.nullable(),
})
export type ConfiguredService = z.infer<typeof configuredService>

/** `POST /admin/backup` */
export const backupStarted = z.object({ started: z.literal(true) })

/** `POST /admin/services/test` */
export const serviceTestRequest = z.object({ service: z.string().min(1).max(100) })

export const serviceTestResponse = z.object({
  ok: z.boolean(),
  problem: serviceProblem.nullable(),
  /** The service's own words; they are not translated. */
  detail: z.string(),
  ms: count,
})
export type ServiceTestResponse = z.infer<typeof serviceTestResponse>

/** One limit of the answering node and its use since the start; docs/budgets.md explains each. */
export const budgetUse = z.object({
  name: z.string(),
  /** Null for limits that are counted over time. */
  running: count.nullable(),
  queued: count.nullable(),
  max: count,
  started: count,
  refused: count,
})
export type BudgetUse = z.infer<typeof budgetUse>

/** How the node confines the processes that decode foreign pictures and clips. */
export const decodingConfinement = z.object({
  level: z.enum(['bubblewrap', 'namespaces', 'other_user', 'permissions']),
  /** Whether native code in them could read the server's files. */
  readsFiles: z.boolean(),
  /** Whether native code in them could open connections. */
  reachesNetwork: z.boolean(),
})
export type DecodingConfinement = z.infer<typeof decodingConfinement>

/** A problem that the operator of an installation should fix; docs/operating.md explains each. */
export const installationProblem = z.enum([
  'no_public_url',
  'no_tls',
  'proxy_not_trusted',
  'no_mail',
  'sign_up_open',
  'no_rate_limits',
  'no_account_yet',
  'no_backup',
  'old_backup',
  'late_backup',
  'failed_backup',
  'disk_nearly_full',
  'decoders_exposed',
])
export type InstallationProblem = z.infer<typeof installationProblem>

/** The section of docs/operating.md about each problem; `GET /handbook/:section` sends its text. */
export const HANDBOOK_SECTIONS: Readonly<Record<InstallationProblem, string>> = {
  no_public_url: 'before-others-come',
  no_tls: 'before-others-come',
  proxy_not_trusted: 'behind-a-proxy',
  no_mail: 'before-others-come',
  sign_up_open: 'who-may-have-an-account',
  no_rate_limits: 'before-others-come',
  no_account_yet: 'before-others-come',
  no_backup: 'backup-restore-upgrade',
  old_backup: 'backup-restore-upgrade',
  late_backup: 'backup-restore-upgrade',
  failed_backup: 'backup-restore-upgrade',
  disk_nearly_full: 'one-machine',
  decoders_exposed: 'containers',
}

/** The findings of `antojo check` about this node, without the services. */
export const installationReport = z.object({
  versions: z.object({ antojo: z.string(), node: z.string(), postgres: z.string() }),
  /** True when Antojo runs its own Postgres. */
  embedded: z.boolean(),
  /** The newest backup that this node's DATA_DIR or BACKUP_DIR knows of; `at` is an ISO time. */
  backup: z
    .object({ at: z.string(), file: z.string(), people: count, videos: count, pictures: count, bytes: count })
    .nullable(),
  /** Those that the installation makes by itself; `dir` is null without BACKUP_DIR. */
  backups: z.object({
    dir: z.string().nullable(),
    isRunning: z.boolean(),
    /** The last one failed. */
    failure: z.object({ at: z.string(), reason: z.string() }).nullable(),
  }),
  problems: z.array(installationProblem),
})
export type InstallationReport = z.infer<typeof installationReport>

/** Rates 0–1, null without any analysis in the window. docs/kpis.md defines each figure. */
export const adminMetricsResponse = z.object({
  addr_query_used_rate: z.number().nullable(),
  cp_match_rate: z.number().nullable(),
  avg_addr_lift: z.number().nullable(),
  rows: z.array(adminRow),
  /** Analyses in the window; `rows` holds the newest hundred of them. */
  total: count,
  adds: count,
  corrections: count,
  /** Names taught by corrections since the beginning. */
  lessons: z.object({ taught: count, agreed: count, disputed: count }),
  slices: z.array(adminSlice),
  platforms: z.array(adminPlatform),
  steps: z.array(adminStep),
  failures: z.array(adminFailure),
  providers: z.array(providerHealth),
  services: z.array(configuredService),
  budgets: z.array(budgetUse),
  decoding: decodingConfinement,
  map: mapStatus,
  installation: installationReport,
  queue: z.object({ waiting: z.number(), running: z.number(), failed: z.number() }),
})
export type AdminMetrics = z.infer<typeof adminMetricsResponse>
