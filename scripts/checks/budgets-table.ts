/**
 * node scripts/checks/budgets-table.ts [--write]: checks that the tables in docs/budgets.md agree with the limits of the
 * server (status 1 if not). With --write it updates them.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  type PlaceBudget,
  PLACE_BUDGETS,
  type RateBudget,
  RATE_BUDGETS,
} from '../../apps/server/src/core/budget-table.ts'

const document = fileURLToPath(new URL('../../docs/budgets.md', import.meta.url))
const text = await readFile(document, 'utf8')
const fresh = [
  ['places', placesTable(PLACE_BUDGETS)] as const,
  ['rates', ratesTable(RATE_BUDGETS)] as const,
].reduce((result, [name, table]) => {
  const block = new RegExp(`<!-- ${name} -->\\n[\\s\\S]*?<!-- /${name} -->`, 'u')
  return result.replace(block, () => `<!-- ${name} -->\n${table}\n<!-- /${name} -->`)
}, text)

if (process.argv.includes('--write')) await writeFile(document, fresh)
else if (fresh !== text) {
  console.error('docs/budgets.md is out of date: node scripts/checks/budgets-table.ts --write')
  process.exitCode = 1
}

function placesTable(budgets: Readonly<Record<string, PlaceBudget>>): string {
  return tableOf(
    ['budget', 'at once', 'per asker', 'per network', 'per host', 'waiting', 'longest wait', 'reason'],
    Object.entries(budgets).map(([name, budget]) => [
      `\`${name}\``,
      `${budget.maxAtOnce}`,
      `${budget.maxPerAsker}`,
      `${budget.maxPerNetwork ?? ''}`,
      `${budget.maxPerDestination ?? ''}`,
      `${budget.maxQueued}`,
      `${budget.maxWaitMs / 1000} s`,
      budget.reason,
    ]),
  )
}

function ratesTable(budgets: Readonly<Record<string, RateBudget>>): string {
  return tableOf(
    ['budget', 'per', 'an account', 'a guest’s network', 'all guests', 'reason'],
    Object.entries(budgets).map(
      ([name, { perSeconds, max, maxForGuests = max, maxForAllGuests, reason }]) => [
        `\`${name}\``,
        perSeconds === 60 ? 'minute' : perSeconds === 86_400 ? 'day' : `${perSeconds} s`,
        `${max}`,
        `${maxForGuests}`,
        `${maxForAllGuests ?? ''}`,
        reason,
      ],
    ),
  )
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
