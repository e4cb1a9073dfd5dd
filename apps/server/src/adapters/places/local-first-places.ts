import type { PlaceProvider } from './port.ts'

/** The provider is asked; ids of the index, which may be older than the choice of provider, are answered from it. */
export function localFirstPlaces(local: PlaceProvider, provider: PlaceProvider): PlaceProvider {
  return {
    ...provider,
    byId: async (source, sourceId, request) =>
      (source === 'google' ? null : await local.byId(source, sourceId)) ??
      provider.byId(source, sourceId, request),
    geocode: async (text, request) => {
      const known = await local.geocode(text, request)
      return known.length > 0 ? known : provider.geocode(text, request)
    },
  }
}
