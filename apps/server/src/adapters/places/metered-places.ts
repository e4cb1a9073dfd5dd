import type { Allowance } from '../../core/spending.ts'
import type { PlaceProvider } from './port.ts'

export interface PlaceAllowances {
  /** Part of an analysis. */
  readonly search: Allowance
  /** Details and photos, which also show what others share. */
  readonly details: Allowance
}

/** A provider that charges for each request; where none may be spent, the local index answers what it can. */
export function meteredPlaces(
  paid: PlaceProvider,
  local: PlaceProvider,
  { search, details }: PlaceAllowances,
): PlaceProvider {
  const searchable = async (): Promise<PlaceProvider> => ((await search.spend()) ? paid : local)
  return {
    name: paid.name,
    search: async (query, request) => (await searchable()).search(query, request),
    geocode: async (text, request) => (await searchable()).geocode(text, request),
    autocomplete: async (text, request) => (await searchable()).autocomplete(text, request),
    byId: async (source, sourceId, request) =>
      source === paid.name && (await details.spend()) ? paid.byId(source, sourceId, request) : null,
    photo: async (reference, width, signal) =>
      (await details.spend()) ? ((await paid.photo?.(reference, width, signal)) ?? null) : null,
  }
}
