import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const patient = new AbortController().signal

test('so many at once, the next in order, and who gave up is passed over', async () => {
  const take = createTurns(1)
  const first = await take(patient)
  const impatient = new AbortController()
  const order: string[] = []
  const second = take(impatient.signal).then((end) => order.push(end === null ? 'gave up' : 'second'))
  const third = take(patient).then((end) => {
    order.push('third')
    return end
  })
  impatient.abort()
  await second
  expect(order).toEqual(['gave up'])
  first?.()
  first?.()
  const end = await third
  expect(order).toEqual(['gave up', 'third'])
  const fourth = take(AbortSignal.abort())
  expect(await fourth).toBeNull()
  end?.()
  expect(await take(patient)).not.toBeNull()
})
