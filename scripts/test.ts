/**
 * npm test: the static checks, the tests without the tag `slow`, and a browser walk of each screen.
 * npm run test:all (this script with `all`): all tests, all walks in all sizes and languages, then the faults and
 * attacks.
 *
 * At the end it lists failures, and walks that passed only at the second attempt. In CI such a walk runs again, and
 * fails the run when it needs a second attempt again. The last line is `N passed, N failed`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildWeb } from './build-web.ts'
import { runStaticChecks } from './static-checks.ts'
import { runSteps, runVisibly } from './steps.ts'
import type { Outcome, Step } from './steps.ts'

/** Separate programs that only the full run starts. */
const LONG_TESTS: readonly Step[] = [
  { name: 'attacks', command: ['node', 'apps/server/tests/attacks.ts'] },
  { name: 'faults', command: ['node', 'apps/server/tests/faults.ts'] },
  { name: 'mutants of the rules', command: ['node', 'scripts/mutation/run.ts', 'rules'] },
]

const vitestReport = z
  .object({
    numPassedTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
      }),
    ),
  })
  .transform(({ numPassedTests, testResults }): Outcome => {
    const failed = testResults.flatMap(({ name, status, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed')
      return status === 'failed' && tests.length === 0
        ? [name]
        : tests.map(({ fullName }) => `${name}: ${fullName}`)
    })
    return { passed: numPassedTests, failed }
  })

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).default([])
  },
})
type PlaywrightSuite = z.infer<typeof playwrightSuite>

interface Walks extends Outcome {
  /** Walks that passed only at their second attempt. */
  readonly flaky: readonly string[]
}

const playwrightReport = z
  .object({
    suites: z.array(playwrightSuite),
    stats: z.object({ expected: z.number(), flaky: z.number() }),
  })
  .transform(({ suites, stats }): Walks => ({
    passed: stats.expected + stats.flaky,
    failed: suites.flatMap((suite) => walksWith('unexpected', suite)),
    flaky: suites.flatMap((suite) => walksWith('flaky', suite)),
  }))

const isFullRun = process.argv.includes('all')
if (isFullRun) process.env['ANTOJO_TESTS'] = 'all'
const reports = await mkdtemp(join(tmpdir(), 'antojo-test-'))
const checks = await runStaticChecks()
const unitTests = await unitAndIntegrationTests()
const walks = await browserTests()
const outcomes: Outcome[] = [checks, unitTests, walks]
if (isFullRun) outcomes.push(await runSteps(LONG_TESTS))
await rm(reports, { recursive: true })

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.flatMap((outcome) => outcome.failed)
for (const name of walks.flaky) console.log(`passed only at its second try: ${name}`)
for (const name of failed) console.log(`✗ ${name}`)
console.log(`\n${passed} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0

async function unitAndIntegrationTests(): Promise<Outcome> {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const tier = isFullRun ? [] : ['--tags-filter=!slow']
  const status = await runVisibly(['vitest', 'run', ...reporters, ...tier])
  return outcomeOf('vitest', status, vitestReport.safeParse(await readReport(file)).data)
}

async function browserTests(): Promise<Walks> {
  await buildWeb()
  const first = await walk()
  if (first.flaky.length === 0 || process.env['CI'] === undefined) return first
  const titles = first.flaky.map((name) => name.replace(/^.*?: /, '').replace(/ \[.*?\]$/, ''))
  const second = await walk(['--grep', titles.map(escapeRegExp).join('|')])
  return { ...first, failed: [...first.failed, ...second.failed, ...second.flaky] }
}

async function walk(options: readonly string[] = []): Promise<Walks> {
  const file = join(reports, 'playwright.json')
  const status = await runVisibly(
    ['playwright', 'test', '--config=e2e/playwright.config.ts', '--reporter=line,json', ...options],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  )
  const report = playwrightReport.safeParse(await readReport(file)).data
  return { ...outcomeOf('playwright', status, report), flaky: report?.flaky ?? [] }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** A tool that fails without naming a failed test, or without a report, counts as one failure. */
function outcomeOf(tool: string, status: number, outcome: Outcome = { passed: 0, failed: [] }): Outcome {
  if (status === 0 || outcome.failed.length > 0) return outcome
  return {
    ...outcome,
    failed: [`${tool} ended with status ${status} without a failed test: see what it printed`],
  }
}

function walksWith(wanted: string, { specs, suites }: PlaywrightSuite): readonly string[] {
  const here = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName }) => `${file}: ${title} [${projectName}]`),
  )
  return [...here, ...suites.flatMap((suite) => walksWith(wanted, suite))]
}

async function readReport(file: string): Promise<unknown> {
  return readFile(file, 'utf8').then(JSON.parse, () => undefined)
}
