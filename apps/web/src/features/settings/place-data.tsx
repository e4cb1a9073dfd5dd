import { m } from '@antojo/i18n/messages'
import { FileInput, FileOutput, GraduationCap } from 'lucide-react'
import { paths } from '../../lib/navigation/navigation.ts'
import { useOverlayOf } from '../../lib/navigation/overlay.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { Row, RowLink, Rows } from '../../ui/row.tsx'
import { AddressSettings } from './address-settings.tsx'

const PlaceExport = lateComponent(() => import('../exports/place-export.tsx'), 'PlaceExport')

/** Ways for places into Antojo and out of it, and what the person taught it. */
export function PlaceData() {
  const exporting = useOverlayOf('export', 'all')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Rows tone="maiz">
          <RowLink icon={<FileInput />} label={m.imports_open()} href={paths.imports} />
        </Rows>
        <Rows tone="maiz">
          <Row
            icon={<FileOutput />}
            label={m.data_take()}
            text={m.data_take_text()}
            onClick={exporting.open}
          />
        </Rows>
      </div>
      <Rows>
        <AddressSettings />
        <Row
          icon={<GraduationCap />}
          label={m.taught_title()}
          text={m.taught_hint()}
          onClick={() => drawer.open('taught-names')}
        />
      </Rows>
      {exporting.isOpen ? <PlaceExport onClose={exporting.close} /> : null}
    </>
  )
}
