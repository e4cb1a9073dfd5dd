import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

test('a notice never has the number of an earlier one, also when that is gone', async () => {
  const { toast } = await import('./toasts.ts')
  const first = toast.info('a')
  toast.dismiss(first)
  expect(toast.info('b')).not.toBe(first)
})
