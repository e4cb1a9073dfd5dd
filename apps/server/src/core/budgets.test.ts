import { expect, it } from 'vitest'
import { type Asker, currentAsker, runAs, SYSTEM_ASKER } from './asker.ts'
import { createBudgets } from './budgets.ts'

const guest = (address: string): Asker => ({ account: null, address })

it('refuses a guest’s network after its share, but neither its neighbours nor accounts', async () => {
  const budgets = createBudgets({ rates: true })
  const find = async (asker: Asker) => budgets.take('guestFind', { asker })
  for (let count = 0; count < 5; count += 1) await find(guest(`2001:db8:1:1::${count}`))
  for (let count = 0; count < 40; count += 1)
    await expect(find(guest('2001:db8:1:1:9::1'))).rejects.toMatchObject({ code: 'rate_limited' })
  await find(guest('2001:db8:1:2::1'))
  await find({ account: 'a', address: '2001:db8:1:1::1' })
  const use = budgets.use().find(({ name }) => name === 'guestFind')
  expect(use).toMatchObject({ started: 7, refused: 40 })
})

it('gives the seconds to wait', async () => {
  const budgets = createBudgets({ rates: true })
  const asker = guest('192.0.2.1')
  await budgets.take('transcribe', { asker, amount: 3 })
  const refused = await budgets.take('transcribe', { asker }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'rate_limited', retryAfter: 60 })
})

it('refuses guests where the table admits accounts alone', async () => {
  const budgets = createBudgets({ rates: true })
  await expect(budgets.take('profilePicture', { asker: guest('192.0.2.1') })).rejects.toMatchObject({
    code: 'rate_limited',
  })
  await budgets.take('profilePicture', { asker: { account: 'a', address: '192.0.2.1' } })
})

it('bounds the guests of all networks together', async () => {
  const budgets = createBudgets({ rates: true })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, async (_, network) =>
      budgets.take('guestFind', { asker: guest(`198.${network}.1.1`) }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60)
})

it('runs work for the asker of the request, and gives the place back when it fails', async () => {
  const budgets = createBudgets({ rates: true })
  const asker = guest('192.0.2.1')
  const seen = await runAs(asker, async () => budgets.run('clip', async () => currentAsker()))
  expect(seen).toEqual(asker)
  expect(currentAsker()).toEqual(SYSTEM_ASKER)
  for (let count = 0; count < 3; count += 1)
    await expect(budgets.run('clip', () => Promise.reject(new Error('broken')), { asker })).rejects.toThrow(
      'broken',
    )
  expect(budgets.use().find(({ name }) => name === 'clip')).toMatchObject({ running: 0, queued: 0 })
})

it('counts nothing over time when rates are off', async () => {
  const budgets = createBudgets({ rates: false })
  for (let count = 0; count < 20; count += 1) await budgets.take('guestFind', { asker: guest('192.0.2.1') })
  expect(budgets.use().find(({ name }) => name === 'guestFind')).toMatchObject({ refused: 0 })
})
