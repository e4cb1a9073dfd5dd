import { useLocation, useSearchParams } from 'wouter'
import { SCREENS } from './screens.ts'

/** URL paths of the screens (spec §2). */
export const paths = {
  home: SCREENS.home.path,
  map: SCREENS.map.path,
  lists: SCREENS.lists.path,
  list: (id: string) => `/list/${encodeURIComponent(id)}`,
  profile: SCREENS.profile.path,
  recover: SCREENS.recover.path,
  join: SCREENS.join.path,
  find: SCREENS.find.path,
  admin: SCREENS.admin.path,
} as const

/** The search that /map keeps in its URL (spec §2): text, platform, cuisine and location. */
export interface MapSearch {
  readonly q: string
  readonly platform: string
  readonly cuisine: string
  readonly loc: string
}

export const NO_SEARCH: MapSearch = { q: '', platform: 'all', cuisine: 'all', loc: '' }

export function parseMapSearch(params: URLSearchParams): MapSearch {
  const get = (name: string) => (params.get(name) ?? '').slice(0, 200)
  return {
    q: get('q'),
    platform: get('platform') || 'all',
    cuisine: get('cuisine') || 'all',
    loc: get('loc'),
  }
}

export function mapSearchParams(search: MapSearch): URLSearchParams {
  const params = new URLSearchParams()
  if (search.q) params.set('q', search.q)
  if (search.platform !== 'all') params.set('platform', search.platform)
  if (search.cuisine !== 'all') params.set('cuisine', search.cuisine)
  if (search.loc) params.set('loc', search.loc)
  return params
}

/** The search in the URL of /map, and a setter that replaces it without a new history entry. */
export function useMapSearch(): readonly [MapSearch, (next: MapSearch) => void] {
  const [params, setParams] = useSearchParams()
  return [parseMapSearch(params), (next) => setParams(mapSearchParams(next), { replace: true })]
}

export function useNavigate(): (path: string) => void {
  const [, navigate] = useLocation()
  return (path) => {
    navigate(path)
  }
}
