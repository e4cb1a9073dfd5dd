import { m } from '@antojo/i18n/messages'
import { expect, test, vi } from 'vitest'
import { callPipeline } from './pipeline-client.ts'

/** How a request ends when the server gives this answer. */
async function refusedWith(body: object, status: number) {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const request = async () => Response.json(body, { status })
  const input = { action: 'extract-video', input: { videoUrl: 'https://x.test/v' } } as const
  const outcome = await callPipeline({ request }, input, {})
  const logged = warned.mock.calls.length
  warned.mockRestore()
  return { outcome, logged }
}

test('an error that is not in the table is told with its status and detail, and logged', async () => {
  const { outcome, logged } = await refusedWith({ error: 'disk_full', detail: 'no space left' }, 500)
  const message = m.server_error({ status: '500', detail: 'disk_full: no space left' })
  expect(outcome).toMatchObject({ kind: 'error', code: 'disk_full', message })
  expect(logged).toBe(1)
})

test('an error of the table has its own message', async () => {
  const { outcome } = await refusedWith({ error: 'overloaded' }, 503)
  expect(outcome).toMatchObject({ message: m.error_overloaded() })
})

test('status 424 with another error says that the provider did not answer', async () => {
  const { outcome } = await refusedWith({ error: 'odd' }, 424)
  expect(outcome).toMatchObject({ message: m.error_oembed_other() })
})
