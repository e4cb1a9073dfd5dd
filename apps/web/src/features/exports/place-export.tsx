import type { PlaceExportFormat } from '@antojo/contract/transfer/place-export'
import { m } from '@antojo/i18n/messages'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { saveFile } from '../../lib/device/save-file.ts'
import { useServices } from '../../lib/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { LiveAddresses } from './live-addresses.tsx'

interface Format {
  readonly format: PlaceExportFormat
  readonly name: string
  readonly use: () => string
}

const FORMATS: readonly Format[] = [
  { format: 'kml', name: 'KML', use: m.places_export_kml },
  { format: 'csv', name: 'CSV', use: m.places_export_csv },
  { format: 'gpx', name: 'GPX', use: m.places_export_gpx },
  { format: 'geojson', name: 'GeoJSON', use: m.places_export_geojson },
]

interface PlaceExportProps {
  /** Absent: all places of the person. */
  readonly list?: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Saves the places as a file for another map program. */
export function PlaceExport({ list, onClose }: PlaceExportProps) {
  const services = useServices()
  const download = useMutation({
    mutationFn: async (format: PlaceExportFormat) => {
      const query = list ? `?list=${list.id}` : ''
      const answer = await callApi(services, `/places/export/${format}${query}`)
      saveFile(`${list?.name ?? 'antojo'}.${format}`, await answer.blob())
    },
    onSuccess: onClose,
  })
  return (
    <Dialog
      title={list ? m.places_export_list({ name: list.name }) : m.places_export()}
      shape="sheet"
      onClose={onClose}
    >
      <ul className="grid gap-2">
        {FORMATS.map(({ format, name, use }) => (
          <li key={format}>
            <Button
              className="w-full justify-start py-2.5 text-left whitespace-normal!"
              disabled={download.isPending}
              onClick={() => download.mutate(format)}
            >
              <span>
                <span className="block">{name}</span>
                <span className="block text-sm font-normal text-ink-soft">{use()}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {download.error ? (
        <p role="alert" className="pt-3 font-medium text-chile-text">
          {errorMessage(download.error)}
        </p>
      ) : null}
      <LiveAddresses listId={list?.id} />
    </Dialog>
  )
}
