import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { jobDefinitions } from './definitions.ts'

const features = new URL('../features/', import.meta.url)
const definition = z.object({ name: z.string(), retries: z.number(), timeoutSeconds: z.number() })

test('every job that a feature defines has a queue', async () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('/jobs.ts'),
  )
  const exported = await Promise.all(
    files.map(async (path) =>
      Object.values(
        z.record(z.string(), z.unknown()).parse({ ...(await import(new URL(path, features).href)) }),
      ),
    ),
  )
  const names = exported.flat().flatMap((value) => definition.safeParse(value).data?.name ?? [])
  expect(names.length).toBeGreaterThan(0)
  expect(jobDefinitions.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})
