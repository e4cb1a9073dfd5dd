/**
 * npm test: every check, every vitest test (unit and on real Postgres) and the browser tests.
 * What failed is named at the end; the last line is `N passed, N failed`; the status is 0 only when nothing failed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildWeb } from './build-web.ts'
import { STATIC_CHECKS } from './static-checks.ts'
import { runSteps, runVisibly } from './steps.ts'
import type { Outcome } from './steps.ts'

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

const playwrightReport = z
  .object({
    suites: z.array(playwrightSuite),
    stats: z.object({ expected: z.number(), flaky: z.number() }),
  })
  .transform(({ suites, stats }): Outcome => ({
    passed: stats.expected + stats.flaky,
    failed: suites.flatMap(failedWalks),
  }))

const reports = await mkdtemp(join(tmpdir(), 'antojo-test-'))
const outcomes = [await runSteps(STATIC_CHECKS), await unitAndIntegrationTests(), await browserTests()]
await rm(reports, { recursive: true })

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.flatMap((outcome) => outcome.failed)
for (const name of failed) console.log(`✗ ${name}`)
console.log(`\n${passed} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0

async function unitAndIntegrationTests(): Promise<Outcome> {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const status = await runVisibly(['vitest', 'run', ...reporters])
  return outcomeOf('vitest', status, vitestReport.safeParse(await readReport(file)).data)
}

async function browserTests(): Promise<Outcome> {
  await buildWeb()
  const file = join(reports, 'playwright.json')
  const status = await runVisibly(
    ['playwright', 'test', '--config=e2e/playwright.config.ts', '--reporter=line,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  )
  return outcomeOf('playwright', status, playwrightReport.safeParse(await readReport(file)).data)
}

/** A tool that fails without a failed test, or without a report, counts as one failure. */
function outcomeOf(tool: string, status: number, outcome: Outcome = { passed: 0, failed: [] }): Outcome {
  if (status === 0 || outcome.failed.length > 0) return outcome
  return {
    ...outcome,
    failed: [`${tool} ended with status ${status} without a failed test: see what it printed`],
  }
}

function failedWalks({ specs, suites }: PlaywrightSuite): readonly string[] {
  const here = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName }) => `${file}: ${title} [${projectName}]`),
  )
  return [...here, ...suites.flatMap(failedWalks)]
}

async function readReport(file: string): Promise<unknown> {
  return readFile(file, 'utf8').then(JSON.parse, () => undefined)
}
