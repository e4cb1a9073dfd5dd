import { spawn } from 'node:child_process'

/** A program that is one step of a check. */
export interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Shows its output also when it passes. */
  readonly isShown?: boolean
}

/** Much longer than any step takes on a busy machine. */
const MAX_STEP_MS = 150 * 60_000

/** Runs the steps, `atOnce` in parallel, and prints a line for each. */
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

async function passes({ name, command, isShown = false }: Step): Promise<boolean> {
  const started = performance.now()
  const { ok, output } = await run(command)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (!ok || isShown) console.log(output.trimEnd().replace(/^/gm, '  '))
  return ok
}

/** The number of passed steps or tests, and the names of the failed ones. */
export interface Outcome {
  readonly passed: number
  readonly failed: readonly string[]
}

/** Runs a program and shows its output. A program that cannot start or is killed counts as status 1. */
export async function runVisibly(
  [program, ...programArguments]: Step['command'],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(program, programArguments, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    timeout: MAX_STEP_MS,
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a program and returns its output. */
export async function run([program, ...programArguments]: Step['command']): Promise<{
  ok: boolean
  output: string
}> {
  const child = spawn(program, programArguments, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MAX_STEP_MS,
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }))
  })
}
