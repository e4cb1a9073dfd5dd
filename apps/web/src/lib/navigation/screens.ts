/** Screens that people often open first: the page preloads their code along with the first file of the app. */
export const ENTRIES = ['home', 'list', 'find', 'sign-in'] as const
export type Entry = (typeof ENTRIES)[number]

interface Screen {
  /** URL pattern for the router; `:name` is a parameter. */
  readonly path: string
  /** A guest sees the sign-in screen at this path. */
  readonly needsSession: boolean
  /** The entry whose code draws it, when that code is preloaded. */
  readonly entry: Entry | null
}

/** Every screen of the app. The router, the first script, prefetching and preloading all come from this list. */
export const SCREENS = {
  home: { path: '/', needsSession: true, entry: 'home' },
  map: { path: '/map', needsSession: false, entry: 'home' },
  lists: { path: '/lists', needsSession: true, entry: null },
  list: { path: '/list/:listId?', needsSession: false, entry: 'list' },
  invite: { path: '/invite/:token', needsSession: true, entry: null },
  join: { path: '/join', needsSession: true, entry: null },
  recover: { path: '/recover', needsSession: false, entry: null },
  profile: { path: '/profile', needsSession: true, entry: null },
  settings: { path: '/settings', needsSession: false, entry: null },
  find: { path: '/find', needsSession: false, entry: 'find' },
  imports: { path: '/import', needsSession: true, entry: null },
  admin: { path: '/admin', needsSession: true, entry: null },
} as const satisfies Readonly<Record<string, Screen>>

export type ScreenName = keyof typeof SCREENS

export const SCREEN_NAMES: readonly ScreenName[] = Object.keys(SCREENS).filter(isScreenName)

function isScreenName(name: string): name is ScreenName {
  return Object.hasOwn(SCREENS, name)
}

/** The screen at a path; null when there is none. */
export function screenAt(pathname: string): ScreenName | null {
  const found = SCREEN_NAMES.find((name) => {
    const [fixed = '', parameter] = SCREENS[name].path.split('/:')
    return pathname === fixed || (parameter !== undefined && pathname.startsWith(`${fixed}/`))
  })
  return found ?? null
}

/** The entry that the app draws first at a path; null when its code is not preloaded. */
export function entryAt(pathname: string, isSignedIn: boolean): Entry | null {
  const name = screenAt(pathname)
  if (name === null) return null
  const { needsSession, entry } = SCREENS[name]
  return needsSession && !isSignedIn ? 'sign-in' : entry
}
