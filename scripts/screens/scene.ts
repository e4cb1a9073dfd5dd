import type { Page } from '@playwright/test'
import type { HomePage } from '../../e2e/support/home-page.ts'
import type { Texts } from '../../e2e/support/texts.ts'
import type { Person } from './people.ts'

/** What a scene is played with; `link` is that of a demo post. */
export interface Stage {
  readonly page: Page
  readonly texts: Texts
  readonly home: HomePage
  readonly link: (postId: string) => string
}

/** A screen in a state: whose, where, with which settings, and what is pressed first. */
export interface Scene {
  readonly name: string
  readonly who: Person
  readonly path: string
  readonly settings?: Readonly<Record<string, unknown>>
  /** The person's very first visit: nothing was dismissed yet. */
  readonly first?: true
  readonly act?: (stage: Stage) => Promise<void>
}

/** Presses the first button with this text. */
export function press(key: string): (stage: Stage) => Promise<void> {
  return async ({ page, texts }) => {
    await page
      .getByRole('button', { name: texts(key), exact: true })
      .first()
      .click()
  }
}
