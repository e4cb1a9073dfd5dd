import type { Settings } from '@antojo/domain/settings'

/** The page colour of each theme, as in `tokens.css`; the browser uses it for its own bars. */
export const PAPER = { light: '#fff7ec', dark: '#1c110d', contrast: '#000000' } as const

type Theme = keyof typeof PAPER

/** Applies theme and motion to the document. The stored value is not validated: an unknown theme follows the system. */
export function showLook({ theme, reduce_motion }: Partial<Pick<Settings, 'theme' | 'reduce_motion'>>): void {
  const root = document.documentElement
  const shown = shownTheme(theme)
  root.dataset['theme'] = shown
  root.dataset['motion'] = reduce_motion === true ? 'reduced' : 'full'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', PAPER[shown])
}

function shownTheme(chosen: string | undefined): Theme {
  if (isTheme(chosen)) return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function isTheme(value: string | undefined): value is Theme {
  return value !== undefined && Object.hasOwn(PAPER, value)
}
