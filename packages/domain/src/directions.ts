export const DIRECTIONS_PROVIDERS = ['google', 'apple', 'waze', 'uber'] as const
export type DirectionsProvider = (typeof DIRECTIONS_PROVIDERS)[number]

export interface Destination {
  readonly name: string
  readonly address?: string | null
  readonly lat?: number | null
  readonly lng?: number | null
  /** Google's own place id, when the place came from Google. */
  readonly googlePlaceId?: string | null
}

/**
 * The directions link of a provider. Forms: developers.google.com/maps/documentation/urls, Apple Map Links,
 * developers.google.com/waze/deeplinks, developer.uber.com/docs/riders/ride-requests/tutorials/deep-links.
 */
export function directionsUrl(provider: DirectionsProvider, to: Destination): string {
  const point = coordinates(to)
  const text = [to.name, to.address].filter(Boolean).join(', ')
  switch (provider) {
    case 'google':
      return link('https://www.google.com/maps/dir/', {
        api: '1',
        destination: to.googlePlaceId ? text : (point ?? text),
        ...(to.googlePlaceId && { destination_place_id: to.googlePlaceId }),
      })
    case 'apple':
      return link('https://maps.apple.com/', {
        daddr: point ?? text,
        ...(point && { q: to.name }),
        dirflg: 'd',
      })
    case 'waze':
      return link(
        'https://waze.com/ul',
        point ? { ll: point, navigate: 'yes' } : { q: text, navigate: 'yes' },
      )
    default:
      return link('https://m.uber.com/ul/', {
        action: 'setPickup',
        pickup: 'my_location',
        ...(typeof to.lat === 'number' && typeof to.lng === 'number'
          ? { 'dropoff[latitude]': String(to.lat), 'dropoff[longitude]': String(to.lng) }
          : {}),
        'dropoff[nickname]': to.name,
        'dropoff[formatted_address]': to.address ?? to.name,
      })
  }
}

/** A link that shows the place on a map, when the row has none. */
export function mapPlaceUrl(to: Destination): string {
  const text = [to.name, to.address].filter(Boolean).join(', ')
  return link('https://www.google.com/maps/search/', {
    api: '1',
    query: text || (coordinates(to) ?? ''),
    ...(to.googlePlaceId && { query_place_id: to.googlePlaceId }),
  })
}

function coordinates(to: Destination): string | null {
  return typeof to.lat === 'number' && typeof to.lng === 'number' ? `${to.lat},${to.lng}` : null
}

function link(base: string, params: Record<string, string>): string {
  return `${base}?${new URLSearchParams(params).toString()}`
}
