import { z } from 'zod'

export const adminHours = [1, 6, 24, 72] as const

/** `GET /admin/metrics?hours=` */
export const adminMetricsQuery = z.object({
  hours: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(6), z.literal(24), z.literal(72)]))
    .default(24),
})

export const adminRow = z.object({
  at: z.string(),
  url: z.string(),
  platform: z.string(),
  decision: z.string(),
  confidence: z.number().nullable(),
  address_used: z.boolean(),
  ms: z.number(),
})

/** Rates 0–1; `avg_addr_lift` is the mean gain in confidence of analyses that used an address over those that did not. */
export const adminMetricsResponse = z.object({
  addr_query_used_rate: z.number(),
  cp_match_rate: z.number(),
  avg_addr_lift: z.number(),
  rows: z.array(adminRow),
  queue: z.object({ waiting: z.number(), running: z.number(), failed: z.number() }),
})
export type AdminMetrics = z.infer<typeof adminMetricsResponse>
