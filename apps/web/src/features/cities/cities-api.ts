import {
  type AreasResponse,
  areasResponse,
  citySearchResponse,
  type FoundCity,
  type KnownArea,
  knownArea,
} from '@antojo/contract/places'
import { m } from '@antojo/i18n/messages'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi, fetchJson } from '../../lib/api/api.ts'
import { useAnswer } from '../../lib/api/use-answer.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'

const AREAS_KEY = ['areas']
const PROGRESS_INTERVAL_MS = 1500

/** The areas of the index, read again while a fetch goes on. */
export function useAreas() {
  return useAnswer(AREAS_KEY, areasResponse, '/places/areas', {
    refetchInterval: ({ state }) => (isFetching(state.data) ? PROGRESS_INTERVAL_MS : false),
  })
}

function isFetching(data: AreasResponse | undefined): boolean {
  return (
    data?.areas.some(({ state, isUpdating }) => state === 'waiting' || state === 'running' || isUpdating) ??
    false
  )
}

/** Cities for what was typed; those of the last text stay until the new ones are there. */
export function useCitySearch(typed: string) {
  const services = useServices()
  const text = typed.trim()
  const path = `/places/areas/search?q=${encodeURIComponent(text)}`
  return useQuery({
    queryKey: ['cities', text],
    queryFn: ({ signal }) => fetchJson(services, citySearchResponse, path, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    meta: { keepOffline: false },
  })
}

/** Adds a city, or updates, removes or cancels an area; the list is read again afterwards. */
export function useAreaChanges() {
  const services = useServices()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: AREAS_KEY })
  const add = useMutation({
    mutationFn: ({ name, country, lat, lng }: FoundCity) =>
      fetchJson(services, knownArea, '/places/areas', { method: 'POST', json: { name, country, lat, lng } }),
    onError: (error, { name }) => toast.error(m.cities_add_failed({ name, reason: errorMessage(error) })),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: KnownArea) => callApi(services, `/places/areas/${id}`, { method: 'DELETE' }),
    onError: (error) => toast.error(m.cities_unread({ reason: errorMessage(error) })),
    onSettled,
  })
  const update = useMutation({
    mutationFn: ({ id }: KnownArea) =>
      callApi(services, `/places/areas/${id}/update`, { method: 'POST', json: {} }),
    onError: (error, { name }) => toast.error(m.cities_update_failed({ name, reason: errorMessage(error) })),
    onSettled,
  })
  return { add, remove, update }
}
