import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { requireBudgets } from './rate-limits.ts'

it('a server with a route without a budget does not start', async () => {
  const app = Fastify()
  requireBudgets(app)
  app.get('/bounded', { config: { budget: 'apiRequest' } }, async () => 'fine')
  app.get('/forgotten', async () => 'free for all')
  await expect(app.ready()).rejects.toThrow('Routes without a budget: /forgotten')
})
