import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Texts } from './texts.ts'

export class SignInPage {
  readonly #page: Page
  readonly #texts: Texts

  constructor(page: Page, texts: Texts) {
    this.#page = page
    this.#texts = texts
  }

  async open(): Promise<void> {
    await this.#page.goto('/')
    await this.#page.getByRole('button', { name: this.#texts('auth_login'), exact: true }).waitFor()
  }

  /** Signs in with an account that there is. */
  async with(email: string, password: string): Promise<void> {
    await this.open()
    await this.#page.getByLabel(this.#texts('auth_email')).fill(email)
    await this.#page.getByLabel(this.#texts('auth_password'), { exact: true }).fill(password)
    await this.#page.getByRole('button', { name: this.#texts('auth_login'), exact: true }).click()
  }

  /** Makes a new account through the form and is signed in with it. */
  async signUp(): Promise<void> {
    await this.open()
    await this.#page.getByRole('button', { name: this.#texts('auth_to_register') }).click()
    await this.#page
      .getByLabel(this.#texts('auth_email'))
      .fill(`sofi-${randomUUID().slice(0, 8)}@antojo.test`)
    await this.#page.getByLabel(this.#texts('auth_password'), { exact: true }).fill('tengo-antojo-de-tacos')
    await this.#page.getByRole('button', { name: this.#texts('auth_register'), exact: true }).click()
  }
}
