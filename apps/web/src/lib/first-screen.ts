/** The screen that the address opens, if it is one of those whose code comes ahead; `theme.js` says which. */
export type FirstScreen = 'home' | 'sign-in' | 'find' | 'list'

const screens: readonly FirstScreen[] = ['home', 'sign-in', 'find', 'list']

export function firstScreen(): FirstScreen | null {
  return screens.find((screen) => screen === document.documentElement.dataset['screen']) ?? null
}
