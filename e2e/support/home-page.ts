import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

export class HomePage {
  readonly #page: Page
  readonly #texts: Texts

  constructor(page: Page, texts: Texts) {
    this.#page = page
    this.#texts = texts
  }

  /** Adds a link as people do at this screen size: in the panel, or in the sheet of the floating button. */
  async add(link: string): Promise<void> {
    const opener = this.#page.getByRole('button', { name: this.#texts('fab_paste'), exact: true }).last()
    const isSmall = (this.#page.viewportSize()?.width ?? 0) <= 768
    if (isSmall) await opener.click()
    const scope = isSmall ? this.#page.getByRole('dialog') : this.#page.getByRole('search')
    const box = scope.getByRole('textbox', { name: this.#texts('search_label') })
    // The sheet moves the focus when it opens; text typed before that is lost.
    if (isSmall) await expect(box).toBeFocused()
    await box.fill(link)
    await scope
      .getByRole('button', { name: this.#texts(isSmall ? 'sheet_add' : 'search_add'), exact: true })
      .click()
  }

  cards(): Locator {
    return this.#page.getByRole('article')
  }

  card(name: string): Locator {
    return this.#page.getByRole('article', { name, exact: true })
  }

  /** Opens the detail of a card and returns its dialog. */
  async openDetail(name: string): Promise<Locator> {
    await this.card(name).getByRole('button', { name, exact: true }).click()
    return this.#page.getByRole('dialog', { name })
  }

  async delete(name: string): Promise<void> {
    await this.card(name)
      .getByRole('button', { name: this.#texts('card_more') })
      .click()
    // Of a place with several videos, the second item deletes all of them.
    await this.#page
      .getByRole('menuitem', { name: this.#texts('card_delete') })
      .first()
      .click()
  }

  /** Waits for a notice and closes it, because a notice under the pointer stays and covers the elements below. */
  async closeNotice(text: string): Promise<void> {
    await this.#page
      .locator('[data-toast]')
      .filter({ hasText: text })
      .getByRole('button', { name: this.#texts('notice_close') })
      .click()
  }

  /** A message anywhere on the screen. */
  notice(text: string): Locator {
    return this.#page.getByText(text, { exact: true }).first()
  }
}
