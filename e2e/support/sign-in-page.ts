import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { newEmail, PASSWORD } from './people.ts'
import type { Texts } from './texts.ts'

/** The sign-in form, on any screen that has it. */
export class SignInPage {
  readonly #page: Page
  readonly #texts: Texts

  constructor(page: Page, texts: Texts) {
    this.#page = page
    this.#texts = texts
  }

  async open(path = '/'): Promise<void> {
    await this.#page.goto(path)
    await this.#button('auth_login').waitFor()
  }

  /** Fills in and sends the form without waiting for the result. */
  async submit({ email, password }: { email: string; password: string }): Promise<void> {
    await this.#page.getByLabel(this.#texts('auth_email')).fill(email)
    await this.#passwordField().fill(password)
    await this.#button('auth_login').click()
  }

  /** Signs in with an existing account and waits until the form is gone. */
  async signIn(credentials: { email: string; password: string }, path = '/'): Promise<void> {
    await this.open(path)
    await this.submit(credentials)
    await expect(this.#passwordField()).toBeHidden()
  }

  /** Switches to sign-up and creates an account. */
  async signUp(email = newEmail()): Promise<void> {
    await this.#page.getByRole('button', { name: this.#texts('auth_to_register') }).click()
    await this.register(email)
  }

  /** Fills in and sends the form for a new account. */
  async register(email = newEmail()): Promise<void> {
    await this.#page.getByLabel(this.#texts('auth_email')).fill(email)
    await this.#passwordField().fill(PASSWORD)
    await this.#button('auth_register').click()
  }

  #passwordField() {
    return this.#page.getByLabel(this.#texts('auth_password'), { exact: true })
  }

  #button(key: string) {
    return this.#page.getByRole('button', { name: this.#texts(key), exact: true })
  }
}
