import { z } from 'zod'
import { serve } from './serve.ts'

const held: Buffer[] = []
const task = z.object({ do: z.enum(['answer', 'sleep', 'spin', 'eat', 'parse', 'crash', 'flood', 'lie']) })

/** A decoder that fails in the way its task names. */
serve(async ({ head, body }) => {
  const { do: what } = task.parse(head)
  if (what === 'sleep') await new Promise((resolve) => setTimeout(resolve, 600_000))
  if (what === 'spin') for (;;) Math.random()
  if (what === 'crash') process.abort()
  if (what === 'eat') {
    for (;;) {
      held.push(Buffer.alloc(8 * 1024 * 1024, 1))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  if (what === 'parse') JSON.parse(`[${'[],'.repeat(4_000_000)}0]`)
  if (what === 'flood') return { head: { ok: true }, body: Buffer.alloc(4 * 1024 * 1024) }
  if (what === 'lie') return { head: 'of another shape' }
  return { head: { ok: true, pid: process.pid, heard: body.length } }
})
