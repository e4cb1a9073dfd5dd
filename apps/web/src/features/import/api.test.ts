import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('addEventListener', () => undefined)
})

/** The queue as a tab of its own has it: nothing is shared but what is stored. */
async function openTab() {
  vi.resetModules()
  return (await import('./api.ts')).importQueueOf
}

const urls = (items: readonly { readonly url: string }[]) => items.map(({ url }) => url)

test('one account never sees the links of another', async () => {
  const queueOf = await openTab()
  queueOf('ana').enqueue(['https://a/1', 'https://a/2'])
  queueOf('beto').enqueue(['https://a/1'])
  queueOf('beto').update('https://a/1', { status: 'saved' })
  queueOf('beto').clear()
  expect(urls(queueOf('beto').current())).toEqual([])
  expect(queueOf('ana').current()).toMatchObject([{ status: 'queued' }, { status: 'queued' }])
})

test('a tab that was opened earlier loses no link that another tab added', async () => {
  const early = await openTab()
  const late = await openTab()
  late('ana').enqueue(['https://a/1'])
  early('ana').enqueue(['https://a/2'])
  expect(urls((await openTab())('ana').current())).toEqual(['https://a/1', 'https://a/2'])
})

test('a waiting or saved link is not added twice; a failed one is tried again', async () => {
  const queue = (await openTab())('ana')
  queue.enqueue(['https://a/1', 'https://a/2', 'https://a/3'])
  queue.update('https://a/2', { status: 'saved' })
  queue.update('https://a/3', { status: 'error', message: 'no' })
  queue.enqueue(['https://a/1', 'https://a/2', 'https://a/3'])
  expect(queue.current()).toMatchObject([
    { url: 'https://a/1', status: 'queued' },
    { url: 'https://a/2', status: 'saved' },
    { url: 'https://a/3', status: 'queued', message: null },
  ])
})

test('a link that failed while a box told about it is shown by the next page', async () => {
  const queue = (await openTab())('ana')
  queue.enqueue(['https://a/1'], { quiet: true })
  queue.update('https://a/1', { status: 'error', message: 'strange' })
  expect(queue.current()).toMatchObject([{ quiet: true }])
  expect((await openTab())('ana').current()).toMatchObject([
    { status: 'error', message: 'strange', quiet: false },
  ])
})
