import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { DecodingPool, type DecodingProgram } from './pool.ts'

const program: DecodingProgram = {
  name: 'misbehave',
  entry: fileURLToPath(new URL('misbehave.fixture.ts', import.meta.url)),
  folders: [],
  maxHeapMb: 64,
  limits: { maxMemoryMb: 200, maxCpuSeconds: 2, maxWallMs: 60_000, maxReplyBytes: 1024 * 1024, niceness: 0 },
  maxProcesses: 2,
  idleMs: 60_000,
  maxIdleMemoryMb: 200,
  endsOnAbort: true,
}

let failures: string[] = []
let pool = makePool(400)
afterEach(async () => {
  await pool.close()
  failures = []
  pool = makePool(400)
})

function makePool(maxMemoryMb: number): DecodingPool {
  return new DecodingPool({
    level: async () => 'permissions',
    maxMemoryMb,
    onFailure: (name, reason) => failures.push(`${name} ${reason}`),
  })
}

const answered = { ok: true, head: { ok: true, heard: 5 } }
const ask = (what: string, used = program) =>
  pool.run(used, { head: { do: what }, body: Buffer.from('bytes') })

it('reuses a process for the next task', async () => {
  const first = await ask('answer')
  const second = await ask('answer')
  expect(first).toMatchObject(answered)
  expect(second).toMatchObject({ ok: true, head: first.ok ? first.head : null })
  expect(pool.use().processes).toBe(1)
})

it.each([
  ['spin', 'too_slow'],
  ['eat', 'too_large'],
  ['parse', 'too_large'],
  ['flood', 'too_large'],
  ['crash', 'crashed'],
])('a task that makes it %s is %s, and the next one is well', async (what, reason) => {
  expect(await ask(what)).toEqual({ ok: false, reason })
  expect(failures).toEqual([`misbehave ${reason}`])
  expect(await ask('answer')).toMatchObject(answered)
})

it('ends a task that only waits at its time limit', async () => {
  const impatient = { ...program, limits: { ...program.limits, maxWallMs: 200 } }
  expect(await ask('sleep', impatient)).toEqual({ ok: false, reason: 'too_slow' })
})

it('ends the process of a task whose caller left', async () => {
  const leaving = new AbortController()
  const running = pool.run(program, { head: { do: 'sleep' } }, leaving.signal)
  await expect.poll(() => pool.use().processes).toBe(1)
  leaving.abort()
  expect(await running).toEqual({ ok: false, reason: 'aborted' })
  expect(pool.use().processes).toBe(0)
  expect(failures).toEqual([])
})

it('starts at most as many processes as a program may have, and answers all callers in the end', async () => {
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, pool.use().processes)), 5)
  const replies = await Promise.all(Array.from({ length: 6 }, () => ask('answer')))
  clearInterval(watch)
  expect(replies).toMatchObject(Array.from({ length: 6 }, () => answered))
  expect(most).toBeLessThanOrEqual(2)
})

it('ends an idle process, and no busy one, when another program needs its memory', async () => {
  const other = { ...program, name: 'other', limits: { ...program.limits, maxMemoryMb: 300 } }
  await ask('answer')
  expect(await ask('answer', other)).toMatchObject(answered)
  expect(pool.use().processes).toBe(1)
  const leaving = new AbortController()
  const busy = pool.run(other, { head: { do: 'sleep' } }, leaving.signal)
  const waiting = ask('answer')
  leaving.abort()
  expect(await busy).toEqual({ ok: false, reason: 'aborted' })
  expect(await waiting).toMatchObject(answered)
})

it('leaves no process behind when each task has its own', async () => {
  const fresh = { ...program, idleMs: 0 }
  const [first, second] = [await ask('answer', fresh), await ask('answer', fresh)]
  expect(second).toMatchObject(answered)
  expect(second).not.toEqual(first)
  expect(pool.use().processes).toBe(0)
})

it('ends all processes when it closes', async () => {
  const running = ask('sleep')
  await expect.poll(() => pool.use().processes).toBe(1)
  await pool.close()
  expect(await running).toMatchObject({ ok: false })
  expect(await ask('answer')).toEqual({ ok: false, reason: 'aborted' })
})
