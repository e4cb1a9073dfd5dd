/**
 * npm test: every check, every vitest test (unit and on real Postgres) and the browser tests.
 * The last line is `N passed, N failed`; the status is 0 only when nothing failed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildWeb } from './build-web.ts'
import { STATIC_CHECKS } from './static-checks.ts'
import { runSteps, runVisibly } from './steps.ts'
import type { Count } from './steps.ts'

const vitestCount = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
  })
  .transform(({ numPassedTests, numFailedTests, testResults }): Count => {
    const unloadable = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    return { passed: numPassedTests, failed: numFailedTests + unloadable.length }
  })

const playwrightCount = z
  .object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) })
  .transform(({ stats }): Count => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }))

const reports = await mkdtemp(join(tmpdir(), 'antojo-test-'))
const counts = [await runSteps(STATIC_CHECKS), await unitAndIntegrationTests(), await browserTests()]
await rm(reports, { recursive: true })

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

async function unitAndIntegrationTests(): Promise<Count> {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const status = await runVisibly(['vitest', 'run', ...reporters])
  return countOf(status, vitestCount.safeParse(await readReport(file)).data)
}

async function browserTests(): Promise<Count> {
  await buildWeb()
  const file = join(reports, 'playwright.json')
  const status = await runVisibly(
    ['playwright', 'test', '--config=e2e/playwright.config.ts', '--reporter=line,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  )
  return countOf(status, playwrightCount.safeParse(await readReport(file)).data)
}

/** A tool that fails without a failed test, or without a report, counts as one failure. */
function countOf(status: number, count: Count = { passed: 0, failed: 0 }): Count {
  return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

async function readReport(file: string): Promise<unknown> {
  return readFile(file, 'utf8').then(JSON.parse, () => undefined)
}
