import { overlay, useOverlay } from './overlay.ts'

/** The reason for which a guest wants an account: to go on here, to save the list, or to add the link in the URL. */
export type Wish = 'open' | 'save' | 'add'

/** Shows the sign-in form over the screen. The URL keeps the wish on the way through mails and providers. */
export function askToEnter(wish: Wish): void {
  overlay.open('enter', wish)
}

/** True while the URL has a wish. */
export function useIsEntering(): boolean {
  return useOverlay('enter') !== null
}
