import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'

const logLine = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() })

it('a node survives a rejection that nobody handles, and stops after an exception that nobody catches', () => {
  const program = fileURLToPath(new URL('survive.fixture.ts', import.meta.url))
  const { stdout, status } = spawnSync(process.execPath, [program], { encoding: 'utf8', timeout: 30_000 })
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => logLine.parse(JSON.parse(line)))
  expect(lines.map(({ msg, err }) => [msg, err?.message])).toEqual([
    ['nobody handled a rejection', 'lost'],
    ['still here', undefined],
    ['nobody caught an exception: the node stops', 'broken'],
    ['stopped', undefined],
  ])
  expect(status).toBe(1)
})
