import type { Locator } from '@playwright/test'
import type { Texts } from './texts.ts'

/** Chooses the place with this name in a question, whether it is asked about first or stands among the others. */
export async function choosePlace(question: Locator, texts: Texts, name: string): Promise<void> {
  const choose = question.getByRole('button', { name: `${texts('confirm_choose')} ${name}`, exact: true })
  const other = question.getByRole('listitem').getByRole('button').filter({ hasText: name })
  await choose.or(other).first().waitFor()
  if (!(await choose.isVisible())) await other.first().click()
  await choose.click()
}
