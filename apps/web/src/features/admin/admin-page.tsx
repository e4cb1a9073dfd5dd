import {
  adminMetricsResponse,
  type AdminMetrics,
  type ConfiguredService,
  serviceTestResponse,
} from '@antojo/contract/admin'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  keepPreviousData,
  useQuery,
  useMutation,
  useQueryClient,
  type UseMutationResult,
} from '@tanstack/react-query'
import { type MapStatus, mapStatus } from '@antojo/contract/map'
import type { z } from 'zod'
import { Page } from '../../components/page.tsx'
import { ApiError, fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { numberText, dateText } from '../../lib/view/locale.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  BudgetTable,
  FailureTable,
  PlatformTable,
  ProviderTable,
  RowTable,
  StepTable,
  Table,
} from './admin-tables.tsx'
import { CityChooser } from '../cities/city-chooser.tsx'
import { InstallationCard } from './installation-card.tsx'
import { SlicePlot } from './slice-plot.tsx'
import { useServices } from '../../lib/services.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { failureText, serviceName } from './names.ts'

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

/** Streets on everybody's map by one press, unless a setting of the server decides. */
function MapChoice({ map }: { map: MapStatus }) {
  const services = useServices()
  const choose = useMutation({
    mutationFn: (streets: boolean) =>
      fetchJson(services, mapStatus, '/admin/map', { method: 'PUT', json: { streets } }),
    // The page's content security policy names the hosts of its map, so that a new map needs a new page.
    onSuccess: () => location.reload(),
  })
  return (
    <section aria-label={m.admin_map()} className="rounded-3xl bg-surface p-5 shadow-card">
      <h2 className="mb-2 text-lg">{m.admin_map()}</h2>
      {map.isSetting ? (
        <p className="text-sm text-ink-soft">
          {map.isWanted && map.streets === 'none' ? m.admin_map_setting_fails() : m.admin_map_setting()}
        </p>
      ) : (
        <Switch
          label={m.admin_map_streets()}
          description={m.admin_map_streets_hint()}
          checked={choose.isPending ? choose.variables : map.isWanted}
          onChange={(streets) => choose.mutate(streets)}
        />
      )}
      {!map.isSetting && map.isWanted && map.streets === 'none' ? (
        <p className="text-sm text-ink-soft">{m.admin_map_unreached()}</p>
      ) : null}
      <Problem text={choose.error && errorMessage(choose.error)} />
    </section>
  )
}

const TIME = { dateStyle: 'short', timeStyle: 'short' } as const

/** Every configured service: how it answered this node last, and a button that tries it now. */
function ServiceTable({ services }: { services: readonly ConfiguredService[] }) {
  return (
    <Table
      title={m.admin_services()}
      heads={[m.admin_service(), m.admin_last_success(), m.admin_last_failure(), m.admin_service_test()]}
      rows={services.map(({ service, health }) => {
        const failure = health?.last_failure
        return {
          key: service,
          cells: [
            serviceName(service),
            health?.last_success ? dateText(health.last_success, TIME) : '–',
            failure ? (
              <span key="failure" className="block max-w-96 text-left whitespace-normal">
                {dateText(failure.at, TIME)} {failureText(failure.outcome, failure.detail)}
              </span>
            ) : (
              '–'
            ),
            <ServiceTest key="test" service={service} />,
          ],
        }
      })}
    />
  )
}

function ServiceTest({ service }: { service: string }) {
  const services = useServices()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () =>
      fetchJson(services, serviceTestResponse, '/admin/services/test', { method: 'POST', json: { service } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin-metrics'] }),
  })
  return (
    <span className="flex items-center justify-end gap-3">
      <output className="max-w-72 text-left whitespace-normal">{statusText(test)}</output>
      <Button
        size="sm"
        aria-label={m.admin_service_test_of({ service: serviceName(service) })}
        disabled={test.isPending}
        onClick={() => test.mutate()}
      >
        {m.admin_service_test()}
      </Button>
    </span>
  )
}

type TestState = Pick<UseMutationResult<z.infer<typeof serviceTestResponse>>, 'isPending' | 'error' | 'data'>

function statusText({ isPending, error, data }: TestState): string {
  if (isPending) return m.admin_service_testing()
  if (error) return errorMessage(error)
  if (data === undefined) return ''
  return data.ok ? m.admin_service_works({ ms: data.ms }) : failureText(data.problem ?? '', data.detail)
}
