import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Dictionary, FormatContext, InputFormat } from 'node-av/lib'
import { z } from 'zod'
import { serve } from './serve.ts'

const task = z.object({ file: z.string(), port: z.number() })

/** A decoder under the control of a hostile file: tries forbidden access in JavaScript and in native code. */
serve(async ({ head }) => {
  const { file, port } = task.parse(head)
  return {
    head: {
      ok: true,
      reads: succeeds(() => readFileSync(file)),
      starts: succeeds(() => spawnSync('/bin/sh', ['-c', 'true']).error ?? 'ran') === 'ran',
      readsNatively: opensNatively(file),
      connectsNatively: opensNatively(`tcp://127.0.0.1:${port}`),
    },
  }
})

function succeeds(work: () => unknown): unknown {
  try {
    return work() !== undefined
  } catch {
    return false
  }
}

/** Node's permission model does not see files that a library opens. */
function opensNatively(address: string): boolean {
  const raw = InputFormat.findInputFormat('s16le')
  const options = Dictionary.fromObject({ protocol_whitelist: 'file,tcp' })
  return new FormatContext().openInputSync(address, raw, options) >= 0
}
