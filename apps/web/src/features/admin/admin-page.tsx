import { adminMetricsResponse, type AdminMetrics } from '@antojo/contract/admin'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { Link } from 'wouter'
import { Page } from '../../components/page.tsx'
import { ApiError, fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { numberText } from '../../lib/view/locale.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  BudgetTable,
  FailureTable,
  PlatformTable,
  ProviderTable,
  RowTable,
  StepTable,
} from './admin-tables.tsx'
import { CityChooser } from '../cities/city-chooser.tsx'
import { InstallationCard } from './installation-card.tsx'
import { MapChoice } from './map-choice.tsx'
import { ServiceTable } from './service-table.tsx'
import { SlicePlot } from './slice-plot.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useServices } from '../../lib/services.tsx'
import { Problem } from '../../ui/problem.tsx'

const WINDOWS = [1, 6, 24, 72] as const
type Window = (typeof WINDOWS)[number]

const REFRESH_INTERVAL_MS = 60_000
/** While a backup is made. */
const WATCH_INTERVAL_MS = 2_000

/** Spec §2: how well identification works, for administrators. */
export function AdminPage() {
  const [hours, setHours] = useState<Window>(24)
  const { data, error, isPending } = useMetrics(hours)
  if (error instanceof ApiError && error.code === 'forbidden') return <Forbidden />
  return (
    <Page title={m.page_admin()}>
      <div className="grid gap-5 pt-4">
        <div className="max-w-md">
          <ChoiceGroup
            label={m.admin_window()}
            value={String(hours)}
            onChange={(value) => setHours(WINDOWS.find((window) => String(window) === value) ?? 24)}
            options={WINDOWS.map((window) => ({
              value: String(window),
              label: m.admin_hours({ n: window }),
            }))}
          />
        </div>
        <Problem text={error && errorMessage(error)} />
        {isPending ? <Skeleton className="h-40 w-full rounded-3xl" /> : null}
        {data && !error ? <Figures metrics={data} hours={hours} /> : null}
      </div>
    </Page>
  )
}

function Forbidden() {
  return (
    <Page title={m.page_admin()} width="text">
      <p role="alert" className="text-ink-soft">
        {m.admin_forbidden()}
      </p>
      <Link href={paths.home} className={buttonClass({ variant: 'primary' })}>
        {m.back_home()}
      </Link>
    </Page>
  )
}

function Figures({ metrics, hours }: { metrics: AdminMetrics; hours: Window }) {
  return (
    <>
      <Cards metrics={metrics} />
      <InstallationCard installation={metrics.installation} />
      <SlicePlot slices={metrics.slices} hours={hours} />
      <div className="grid gap-5 lg:grid-cols-2">
        <StepTable steps={metrics.steps} />
        <PlatformTable platforms={metrics.platforms} />
      </div>
      <ServiceTable services={metrics.services} />
      <div className="grid gap-5 lg:grid-cols-2">
        {metrics.providers.length > 0 ? <ProviderTable providers={metrics.providers} /> : null}
        <BudgetTable budgets={metrics.budgets} />
      </div>
      <p className="text-sm text-ink-soft">{decodingText(metrics.decoding)}</p>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <MapChoice map={metrics.map} />
        <section aria-label={m.admin_places()} className="grid gap-3 rounded-3xl bg-surface p-5 shadow-card">
          <h2 className="text-lg">{m.admin_places()}</h2>
          <CityChooser />
        </section>
      </div>
      {metrics.failures.length > 0 ? <FailureTable failures={metrics.failures} /> : null}
      <RowTable rows={metrics.rows} total={metrics.total} />
    </>
  )
}

function decodingText({ level, readsFiles, reachesNetwork }: AdminMetrics['decoding']): string {
  return readsFiles || reachesNetwork
    ? m.admin_decoding_exposed({ level })
    : m.admin_decoding_confined({ level })
}

function Cards({ metrics }: { metrics: AdminMetrics }) {
  const percent = { style: 'percent', maximumFractionDigits: 1 } as const
  const lift = { maximumFractionDigits: 2, signDisplay: 'exceptZero' } as const
  const { waiting, running, failed } = metrics.queue
  const { taught, agreed, disputed } = metrics.lessons
  const main = [
    [m.admin_addr_use(), dash(metrics.addr_query_used_rate, percent)],
    [m.admin_cp_match(), dash(metrics.cp_match_rate, percent)],
    [m.admin_addr_lift(), dash(metrics.avg_addr_lift, lift)],
  ] as const
  const more = [
    [m.admin_rows(), numberText(metrics.total)],
    [m.admin_adds(), numberText(metrics.adds)],
    [m.admin_corrections(), numberText(metrics.corrections)],
    [m.admin_lessons(), m.admin_lessons_text({ taught, agreed, disputed })],
    [m.admin_queue(), m.admin_queue_text({ waiting, running, failed })],
  ] as const
  return (
    <>
      <dl className="grid gap-3 sm:grid-cols-3">
        {main.map(([name, value]) => (
          <div key={name} className="rounded-3xl bg-surface p-5 shadow-card">
            <dt className="text-sm font-semibold text-ink-soft">{name}</dt>
            <dd className="tabular font-display text-4xl font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {more.map(([name, value]) => (
          <div key={name} className="flex items-baseline gap-2">
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="tabular font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A missing value is a dash. */
function dash(value: number | null, format: Intl.NumberFormatOptions): string {
  return value === null ? '–' : numberText(value, format)
}

/** The figures of a time window, read again every minute while the page is visible. */
function useMetrics(hours: Window) {
  const services = useServices()
  return useQuery({
    queryKey: ['admin-metrics', hours],
    queryFn: ({ signal }) =>
      fetchJson(services, adminMetricsResponse, `/admin/metrics?hours=${hours}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.installation.backups.isRunning ? WATCH_INTERVAL_MS : REFRESH_INTERVAL_MS,
    retry: false,
  })
}
