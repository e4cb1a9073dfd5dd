import type { Page } from '@playwright/test'
import type { HomePage } from '../../e2e/support/home-page.ts'
import type { Texts } from '../../e2e/support/texts.ts'
import type { Person } from './people.ts'

/** The context of a scene; `link` leads to a demo post. */
export interface Stage {
  readonly page: Page
  readonly texts: Texts
  readonly home: HomePage
  readonly link: (postId: string) => string
}

/** A screen in a state: the person, the URL, the settings, and the steps before the picture. */
export interface Scene {
  readonly name: string
  readonly who: Person
  readonly path: string
  readonly settings?: Readonly<Record<string, unknown>>
  /** The person's first visit: no hint was dismissed yet. */
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
