import { MAX_UPLOAD_BYTES } from '@antojo/contract/read-media'
import { m } from '@antojo/i18n/messages'
import { FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { FileButton } from '../../ui/form/file-button.tsx'
import { Problem } from '../../ui/problem.tsx'

interface DropZoneProps {
  readonly isBusy: boolean
  readonly onFile: (file: File) => void
}

const BYTES_PER_MB = 1024 ** 2
const ACCEPTED = '.zip,.json,.jsonl,.geojson,.umap,.html,.htm,.txt,.md,.csv,.tsv,.xlsx,.kml,.kmz,.gpx'

/** Takes a file by a press or by dropping it. A file that is too large is refused before it is sent. */
export function DropZone({ isBusy, onFile }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const [tooLargeMb, setTooLargeMb] = useState<number | null>(null)
  const take = (file: File) => {
    const isTooLarge = file.size > MAX_UPLOAD_BYTES
    setTooLargeMb(isTooLarge ? Math.ceil(file.size / BYTES_PER_MB) : null)
    if (!isTooLarge) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(event.type === 'dragover')
  }
  const drop = (event: DragEvent) => {
    over(event)
    const file = event.dataTransfer.files[0]
    if (file && !isBusy) take(file)
  }
  const mb = MAX_UPLOAD_BYTES / BYTES_PER_MB
  return (
    <div
      className={cx(
        'grid w-full justify-items-center gap-2 rounded-3xl border-2 border-dashed p-6 text-center',
        isOver ? 'border-talavera bg-sunk' : 'border-line-strong',
      )}
      onDragOver={over}
      onDragLeave={over}
      onDrop={drop}
    >
      <FileButton
        accept={ACCEPTED}
        busy={isBusy}
        icon={<FileUp aria-hidden className="size-5" />}
        label={m.imports_choose()}
        onFile={take}
      >
        {isBusy ? m.imports_reading() : m.imports_choose()}
      </FileButton>
      <p className="text-sm text-ink-soft">
        {m.imports_drop({ mb })} <span className="touch:hidden">{m.imports_drop_here()}</span>
      </p>
      <Problem
        text={tooLargeMb === null ? null : m.imports_too_large({ size: tooLargeMb, mb })}
        className="max-w-prose text-sm"
      />
    </div>
  )
}
