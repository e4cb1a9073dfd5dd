import { isRecord } from '@antojo/domain/unknown-values'
import { useLocation, useSearchParams } from 'wouter'
import { isMenuEntry } from './overlay.ts'
import { SCREENS } from './screens.ts'

/** URL paths of the screens (spec §2). */
export const paths = {
  home: SCREENS.home.path,
  map: SCREENS.map.path,
  lists: SCREENS.lists.path,
  list: (id: string) => `/list/${encodeURIComponent(id)}`,
  profile: SCREENS.profile.path,
  settings: SCREENS.settings.path,
  account: `${SCREENS.settings.path}?section=account`,
  recover: SCREENS.recover.path,
  join: SCREENS.join.path,
  find: SCREENS.find.path,
  imports: SCREENS.imports.path,
  admin: SCREENS.admin.path,
} as const

/**
 * The search that / and /map keep in their URL (spec §2): text, platform, cuisine, location, price and distance, and
 * whether it is open.
 */
export interface UrlSearch {
  readonly q: string
  readonly platform: string
  readonly cuisine: string
  readonly loc: string
  /** Price ranges by their number of signs: '12' is $ and $$. */
  readonly price: string
  /** Kilometres from where the person is. */
  readonly km: string
  readonly open: boolean
}

export const NO_SEARCH: UrlSearch = {
  q: '',
  platform: 'all',
  cuisine: 'all',
  loc: '',
  price: '',
  km: '',
  open: false,
}

export function parseSearch(params: URLSearchParams): UrlSearch {
  const get = (name: string) => (params.get(name) ?? '').slice(0, 200)
  return {
    q: get('q'),
    platform: get('platform') || 'all',
    cuisine: get('cuisine') || 'all',
    loc: get('loc'),
    price: get('price'),
    km: get('km'),
    open: get('open') === '1',
  }
}

/** The parameters of a URL with this search; those that are not of the search stay as they are. */
export function searchParams(search: UrlSearch, others?: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(others)
  for (const name of Object.keys(NO_SEARCH)) params.delete(name)
  if (search.q) params.set('q', search.q)
  if (search.platform !== 'all') params.set('platform', search.platform)
  if (search.cuisine !== 'all') params.set('cuisine', search.cuisine)
  for (const name of ['loc', 'price', 'km'] as const) if (search[name]) params.set(name, search[name])
  if (search.open) params.set('open', '1')
  return params
}

/** The search in the URL, and a setter: Back leads through the searches, of which one is typed with pauses up to 5 s. */
export function useUrlSearch(): readonly [UrlSearch, (next: UrlSearch, isTyped?: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const set = (next: UrlSearch, isTyped = false) => {
    const { state }: { state: unknown } = history
    // Below an open panel, the search is a part of its entry.
    const isBelow = isRecord(state)
    setParams(searchParams(next, params), {
      replace: isBelow || (isTyped && Date.now() < Number(state)),
      state: isBelow ? state : isTyped && Date.now() + 5000,
    })
  }
  return [parseSearch(params), set]
}

export function useNavigate(): (path: string) => void {
  const [, navigate] = useLocation()
  return (path) => {
    navigate(path, { replace: isMenuEntry() })
  }
}
