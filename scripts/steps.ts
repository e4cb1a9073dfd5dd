import { spawn } from 'node:child_process'

/** A program to run as one step of a check: quiet when it passes, its whole output when it fails. */
export interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

/** No step takes this long, even on a machine that is busy otherwise. */
const STEP_LIMIT_MS = 45 * 60_000

/** Runs the steps, `atOnce` of them side by side, and prints a line for each. */
export async function runSteps(steps: readonly Step[], atOnce = 1): Promise<Outcome> {
  const waiting = [...steps]
  const failed: string[] = []
  const runNext = async (): Promise<void> => {
    const step = waiting.shift()
    if (step === undefined) return
    if (!(await passes(step))) failed.push(step.name)
    await runNext()
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  return { passed: steps.length - failed.length, failed }
}

async function passes({ name, command }: Step): Promise<boolean> {
  const started = performance.now()
  const { ok, output } = await run(command)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (!ok) console.log(output.trimEnd().replace(/^/gm, '  '))
  return ok
}

/** How many passed, and what failed by its name. */
export interface Outcome {
  readonly passed: number
  readonly failed: readonly string[]
}

/** Runs a program to its end with its output shown; a program that cannot start or is killed counts as status 1. */
export async function runVisibly(
  [program, ...programArguments]: Step['command'],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(program, programArguments, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    timeout: STEP_LIMIT_MS,
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a program to its end and keeps its output to itself. */
export async function run([program, ...programArguments]: Step['command']): Promise<{
  ok: boolean
  output: string
}> {
  const child = spawn(program, programArguments, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: STEP_LIMIT_MS,
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }))
  })
}
