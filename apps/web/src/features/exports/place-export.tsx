import type { PlaceExportFormat } from '@antojo/contract/transfer/place-export'
import { m } from '@antojo/i18n/messages'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useServices } from '../../lib/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { download } from './api.ts'
import { LiveLinks } from './live-links.tsx'
import { Problem } from '../../ui/problem.tsx'

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
  /** Absent: everything that the person has. */
  readonly list?: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Saves everything as Antojo's own file, or the places, or those of a list, as a file for another program. */
export function PlaceExport({ list, onClose }: PlaceExportProps) {
  const services = useServices()
  const save = useMutation({
    mutationFn: (format: PlaceExportFormat | null) =>
      format === null
        ? download(services, '/account/export', { file: 'antojo.zip', contents: m.file_saved_all })
        : download(services, `/places/export/${format}${list ? `?list=${list.id}` : ''}`, {
            file: `${list?.name ?? 'antojo'}.${format}`,
            contents: m.lists_count,
          }),
    onSuccess: onClose,
  })
  const choice = (format: PlaceExportFormat | null, name: string, use: string) => (
    <Button
      className="w-full justify-start py-2.5 text-left whitespace-normal!"
      disabled={save.isPending}
      onClick={() => save.mutate(format)}
    >
      <span>
        <span className="block">{name}</span>
        <span className="block text-sm font-normal text-ink-soft">{use}</span>
      </span>
    </Button>
  )
  return (
    <Dialog
      title={list ? m.places_export_list({ name: list.name }) : m.data_take()}
      shape="sheet"
      onClose={onClose}
    >
      {list ? null : (
        <>
          {choice(null, m.account_export(), m.account_export_text())}
          <h3 className="pt-4 pb-2 font-semibold">{m.places_export()}</h3>
        </>
      )}
      <ul className="grid gap-2">
        {FORMATS.map(({ format, name, use }) => (
          <li key={format}>{choice(format, name, use())}</li>
        ))}
      </ul>
      <Problem text={save.error && errorMessage(save.error)} className="pt-3" />
      <LiveLinks listId={list?.id} />
    </Dialog>
  )
}
