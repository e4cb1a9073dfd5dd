import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../core/app-error.ts'
import { handleError } from '../core/error-renderer.ts'
import { logRefusals } from './request-telemetry.ts'

const line = z.object({
  msg: z.string(),
  status: z.number().optional(),
  route: z.string().optional(),
  account: z.string().nullable().optional(),
  network: z.string().optional(),
})

async function logOf(addresses: readonly string[], paths: readonly string[]) {
  const lines: string[] = []
  const app = Fastify({ trustProxy: true, logger: { stream: { write: (text: string) => lines.push(text) } } })
  app.setErrorHandler(handleError)
  logRefusals(app, { asker: async ({ ip }) => ({ account: null, address: ip }) })
  app.get('/forbidden/:id', async () => {
    throw new AppError('forbidden', 'No.')
  })
  app.get('/fine', async () => 'ok')
  for (const address of addresses)
    for (const url of paths) await app.inject({ url, headers: { 'x-forwarded-for': address } })
  await app.close()
  return lines.map((text) => line.parse(JSON.parse(text))).filter(({ msg }) => msg === 'request refused')
}

it('a refused request is logged with its route and its sender’s network, without its path', async () => {
  const refused = await logOf(['2001:db8:1:2::3'], ['/fine', '/forbidden/secret?x=secret', '/none'])
  expect(refused).toEqual([
    expect.objectContaining({
      status: 403,
      route: '/forbidden/:id',
      account: null,
      network: '20010db800010002/64',
    }),
  ])
  expect(JSON.stringify(refused)).not.toContain('secret')
})

it('a flood of refused requests does not fill the log', async () => {
  const [one, many] = [
    ['198.51.100.1'],
    Array.from({ length: 350 }, (_, host) => `10.${host >> 8}.${host & 255}.1`),
  ]
  expect(await logOf(one, Array<string>(50).fill('/forbidden/1'))).toHaveLength(3)
  expect(await logOf(many, ['/forbidden/1'])).toHaveLength(300)
})
