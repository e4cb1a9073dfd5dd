/** The screen that the address opens, if it is one of those whose code comes ahead; `theme.js` says which. */
export type EntryScreen = 'home' | 'sign-in' | 'find' | 'list'

const screens: readonly EntryScreen[] = ['home', 'sign-in', 'find', 'list']

export function entryScreen(): EntryScreen | null {
  return screens.find((screen) => screen === document.documentElement.dataset['screen']) ?? null
}
