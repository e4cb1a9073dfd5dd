import type { AdminMetrics, PageWall } from '@antojo/contract/admin'
import { m } from '@antojo/i18n/messages'
import { useState, type ReactNode } from 'react'
import { platformName } from '../../entities/video/labels.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { dateText, numberText } from '../../lib/view/locale.ts'
import { percentText } from '../../lib/view/format.ts'
import { cx } from '../../lib/view/cx.ts'
import { Button } from '../../ui/button.tsx'
import { budgetName, decisionName, serviceName, stepName, wallText } from './names.ts'
import { outcomeName, OUTCOMES } from './outcomes.ts'
import { OutsideLink } from '../../components/outside-link.tsx'

interface TableProps {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

/** Shown until the person opens the whole table. */
const MAX_AT_FIRST = 8

/** A table with row headings and right-aligned numbers. It scrolls sideways on narrow screens. */
export function Table({ title, heads, rows }: TableProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, MAX_AT_FIRST)
  return (
    <section aria-label={title} className="min-w-0 rounded-3xl bg-surface p-5 shadow-card">
      <h2 className="mb-2 text-lg">{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard */}
      <div className="overflow-x-auto" tabIndex={0}>
        <table className="tabular w-full text-sm whitespace-nowrap">
          <thead>
            <tr className="border-b border-line text-ink-soft">
              {heads.map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={cx('py-2 pr-4 font-semibold', index === 0 ? 'text-left' : 'text-right')}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, cells: [name, ...cells] }) => (
              <tr key={key} className="border-b border-line last:border-0">
                <th scope="row" className="py-2 pr-4 text-left font-medium">
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]} className="py-2 pr-4 text-right whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length ? (
        <Button size="sm" variant="quiet" className="mt-2 -ml-3" onClick={() => setIsWhole(true)}>
          {m.admin_all_rows({ n: rows.length })}
        </Button>
      ) : null}
    </section>
  )
}

function msText(ms: number, maximumFractionDigits?: number): string {
  return numberText(ms, {
    style: 'unit',
    unit: 'millisecond',
    ...(maximumFractionDigits !== undefined && { maximumFractionDigits }),
  })
}

export function StepTable({ steps }: { steps: AdminMetrics['steps'] }) {
  return (
    <Table
      title={m.admin_steps()}
      heads={[m.admin_step(), m.admin_runs(), m.admin_failed(), m.admin_p50(), m.admin_p95()]}
      rows={steps.map(({ step, runs, failed, p50_ms, p95_ms }) => ({
        key: step,
        cells: [stepName(step), runs, failed, msText(p50_ms, 0), msText(p95_ms, 0)],
      }))}
    />
  )
}

export function PlatformTable({ platforms }: { platforms: AdminMetrics['platforms'] }) {
  return (
    <Table
      title={m.admin_platforms()}
      heads={[m.filter_platform(), m.admin_rows(), ...OUTCOMES.map(outcomeName)]}
      rows={platforms.map((platform) => ({
        key: platform.platform,
        cells: [
          platformName(platform.platform),
          platform.analyses,
          ...OUTCOMES.map((outcome) => platform[outcome]),
        ],
      }))}
    />
  )
}

const providerStates = {
  well: m.admin_provider_well,
  failing: m.admin_provider_failing,
  resting: m.admin_provider_resting,
} as const

function stateText(state: keyof typeof providerStates, wall: PageWall | undefined): string {
  const text = providerStates[state]()
  return wall === undefined ? text : `${text}: ${wallText(wall)}`
}

/** Providers, as seen by the node that answered. */
export function ProviderTable({ providers }: { providers: AdminMetrics['providers'] }) {
  return (
    <Table
      title={m.admin_providers()}
      heads={[m.admin_provider(), m.admin_state(), m.admin_runs(), m.admin_failed(), m.admin_p50()]}
      rows={providers.map(({ provider, state, reason, calls, failed, p50_ms }) => ({
        key: provider,
        cells: [serviceName(provider), stateText(state, reason), calls, failed, msText(p50_ms)],
      }))}
    />
  )
}

/** Limits that were used since the answering node started. */
export function BudgetTable({ budgets }: { budgets: AdminMetrics['budgets'] }) {
  return (
    <Table
      title={m.admin_budgets()}
      heads={[m.admin_budget(), m.admin_running(), m.admin_waiting(), m.admin_runs(), m.admin_refused()]}
      rows={budgets
        .filter(({ started, refused }) => started + refused > 0)
        .map(({ name, running, max, queued, started, refused }) => ({
          key: name,
          cells: [
            budgetName(name),
            running === null ? '–' : `${running} / ${max}`,
            queued ?? '–',
            started,
            refused,
          ],
        }))}
    />
  )
}

export function FailureTable({ failures }: { failures: AdminMetrics['failures'] }) {
  return (
    <Table
      title={m.admin_failures()}
      heads={[m.admin_code(), m.filter_platform(), m.admin_count()]}
      rows={failures.map(({ platform, code, count }) => ({
        key: `${platform} ${code}`,
        cells: [
          <span key="code" title={code} className="block min-w-60 whitespace-normal">
            {errorText(code)}
          </span>,
          platformName(platform),
          count,
        ],
      }))}
    />
  )
}

export function RowTable({ rows, total }: { rows: AdminMetrics['rows']; total: number }) {
  return (
    <Table
      title={m.admin_newest({ shown: rows.length, total })}
      heads={[m.admin_post(), m.admin_decision(), m.find_confidence(), m.admin_ms(), m.admin_at()]}
      rows={rows.map((row) => ({
        key: `${row.at} ${row.url}`,
        cells: [
          <Post key="post" url={row.url} platform={row.platform} />,
          decisionName(row.decision),
          row.confidence === null ? '–' : percentText(row.confidence),
          row.ms,
          dateText(row.at, { dateStyle: 'short', timeStyle: 'short' }),
        ],
      }))}
    />
  )
}

/** Only posts of the platforms are links: another address may be one of a private network. */
function Post({ url, platform }: { url: string; platform: string }) {
  const shown = url.replace(/^https?:\/\/(www\.)?/, '')
  if (platform === 'Other') return <span className="block max-w-72 truncate">{shown}</span>
  return (
    <OutsideLink href={url} className="block max-w-72 truncate text-talavera-text underline">
      {shown}
    </OutsideLink>
  )
}
