import { type MapStatus, mapStatus } from '@antojo/contract/map'
import { m } from '@antojo/i18n/messages'
import { useMutation } from '@tanstack/react-query'
import { fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useServices } from '../../lib/services.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Problem } from '../../ui/problem.tsx'

/** Streets on everybody's map by one press, unless a setting of the server decides. */
export function MapChoice({ map }: { map: MapStatus }) {
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
