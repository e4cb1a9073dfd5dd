import { type ConfiguredService, serviceTestResponse } from '@antojo/contract/admin'
import { m } from '@antojo/i18n/messages'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useServices } from '../../lib/services.tsx'
import { dateText } from '../../lib/view/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Table } from './admin-tables.tsx'
import { failureText, serviceName } from './names.ts'
import type { z } from 'zod'

const TIME = { dateStyle: 'short', timeStyle: 'short' } as const

/** Every configured service: how it answered this node last, and a button that tries it now. */
export function ServiceTable({ services }: { services: readonly ConfiguredService[] }) {
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
