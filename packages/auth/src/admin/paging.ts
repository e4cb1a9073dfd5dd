import { z } from 'zod'
import { invalid } from '../errors.ts'
import type { UserPage } from './users.ts'

export const pageQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(1000).default(50),
  filter: z.string().max(255).optional(),
  sort: z.string().optional(),
})

const SORTABLE = ['created_at', 'updated_at', 'last_sign_in_at', 'email'] as const

/** The page a query asks for; newest users first unless it says otherwise (`sort=email asc`). */
export function pageOf(query: z.output<typeof pageQuerySchema>): UserPage {
  const [name = 'created_at', direction = 'desc'] = (query.sort ?? 'created_at desc').split(/\s+/)
  const column = SORTABLE.find((candidate) => candidate === name)
  if (column === undefined || (direction !== 'asc' && direction !== 'desc')) throw invalid('Bad sort field')
  return {
    page: query.page,
    perPage: query.per_page,
    filter: query.filter,
    sort: { column, descending: direction === 'desc' },
  }
}

/** `x-total-count` and the `link` header (RFC 8288) to the next and last pages. */
export function pageHeaders({ page, perPage }: UserPage, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string) =>
    `</admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`
  const next = page < last ? [link(page + 1, 'next')] : []
  return { 'x-total-count': String(total), link: [...next, link(last, 'last')].join(', ') }
}
