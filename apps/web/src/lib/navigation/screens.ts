/** The screens that an address may open first: their code is fetched ahead, beside the first file of the app. */
export const ENTRIES = ['home', 'list', 'find', 'sign-in'] as const
export type Entry = (typeof ENTRIES)[number]

interface Screen {
  /** Its address as the router reads it; `:name` is a parameter. */
  readonly path: string
  /** A guest gets the sign-in screen at this address. */
  readonly needsSession: boolean
  /** The code that draws it, when it is fetched ahead. */
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
  find: { path: '/find', needsSession: false, entry: 'find' },
  admin: { path: '/admin', needsSession: true, entry: null },
} as const satisfies Readonly<Record<string, Screen>>

export type ScreenName = keyof typeof SCREENS

export const SCREEN_NAMES: readonly ScreenName[] = Object.keys(SCREENS).filter(isScreenName)

function isScreenName(name: string): name is ScreenName {
  return Object.hasOwn(SCREENS, name)
}

/** The screen at an address; null when there is none. */
export function screenAt(pathname: string): ScreenName | null {
  const found = SCREEN_NAMES.find((name) => {
    const [fixed = '', parameter] = SCREENS[name].path.split('/:')
    return pathname === fixed || (parameter !== undefined && pathname.startsWith(`${fixed}/`))
  })
  return found ?? null
}

/** What is drawn first at an address, when it is one of those that are fetched ahead. */
export function entryAt(pathname: string, isSignedIn: boolean): Entry | null {
  const name = screenAt(pathname)
  if (name === null) return null
  const { needsSession, entry } = SCREENS[name]
  return needsSession && !isSignedIn ? 'sign-in' : entry
}
