import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test('a token from the settings saves a link until it is revoked', async ({
  page,
  app,
  posts,
  texts,
  expectAccessible,
}) => {
  await enterWith({ page, app }, [])
  await page.goto('/')
  await page
    .getByRole('button', { name: texts('header_settings'), exact: true })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: texts('header_settings') })
  await drawer.getByLabel(texts('tokens_name')).fill('Atajo del iPhone')
  await drawer.getByRole('button', { name: texts('tokens_create') }).click()
  const field = drawer.getByLabel(texts('tokens_new'))
  await expect(field).toHaveValue(/^antojo_[\w-]{43}$/u)
  await expectAccessible()
  const capture = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const data = { url: posts.get('01-contramar')?.link ?? '' }
    return (await page.request.post('/functions/v1/capture', { headers, data })).status()
  }
  const token = await field.inputValue()
  expect(await capture()).toBe(202)
  await drawer.getByRole('button', { name: texts('tokens_revoke', { name: 'Atajo del iPhone' }) }).click()
  await expect(drawer.getByText('Atajo del iPhone')).toBeHidden()
  expect(await capture()).toBe(401)
})
