import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useServices, useSession } from '../../../lib/services.tsx'
import type { CardMarks } from './fetch-card-marks.ts'

/** The cache key of the marks; another one than before they had visits, so that no older offline copy is read. */
export const CARD_MARKS = ['marks/2']

const NONE: CardMarks = { inLists: new Set(), visited: new Set(), morePlaces: new Map(), counts: new Map() }

/** The marks of all cards, read at once after the cards are on the screen. */
export function useCardMarks(text: string): CardMarks {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  const { data = NONE } = useQuery({
    queryKey: [...CARD_MARKS, userId, text],
    queryFn: async () => (await import('./fetch-card-marks.ts')).fetchCardMarks(rest, userId, text),
    enabled: userId !== '',
    placeholderData: keepPreviousData,
  })
  return data
}
