import type { ImportChoice, ImportChoices } from '@antojo/contract/transfer/imports'
import { type ImportFormat, TABLE_COLUMNS } from '@antojo/domain/transfer/import-facts'
import { m } from '@antojo/i18n/messages'
import { texts as columnNames } from '@antojo/i18n/messages/imports_column'
import { texts as formatNames } from '@antojo/i18n/messages/imports_format'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/form/select.tsx'

interface ReadChoiceProps {
  readonly format: ImportFormat
  readonly choices: ImportChoices
  /** Whether nothing was read, so that the choice is the next step. */
  readonly isNeeded: boolean
  readonly onRead: (choice: ImportChoice) => Promise<void>
}

/** Lets the person say how their file is to be read: its format, and the columns of a table. */
export function ReadChoice({ format, choices, isNeeded, onRead }: ReadChoiceProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [chosen, setChosen] = useState<string>(format)
  const [columns, setColumns] = useState(choices.table?.columns ?? {})
  const formats = [format, ...choices.formats]
  const header = choices.table?.header ?? []
  if (formats.length === 1 && header.length === 0) return null
  const read = async () => {
    setIsBusy(true)
    const as = formats.find((each) => each === chosen) ?? format
    await onRead({ format: as, ...(as === 'table' && { columns }) })
    setIsBusy(false)
  }
  return (
    <details className="text-sm" open={isNeeded}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {m.imports_read_wrong()}
      </summary>
      <div className="grid gap-3 pt-2">
        {formats.length === 1 ? null : (
          <Select
            label={m.imports_read_as()}
            value={chosen}
            options={formats.map((each) => ({ value: each, label: formatNames[each]() }))}
            onChange={setChosen}
          />
        )}
        {chosen === 'table' && header.length > 0 ? (
          <div className="grid grid-cols-2 gap-3">
            {TABLE_COLUMNS.map((column) => (
              <Select
                key={column}
                label={columnNames[column]()}
                value={String(columns[column] ?? -1)}
                options={[
                  { value: '-1', label: m.imports_column_none() },
                  ...header.map((name, index) => ({
                    value: String(index),
                    label: name || String(index + 1),
                  })),
                ]}
                onChange={(index) => setColumns({ ...columns, [column]: Number(index) })}
              />
            ))}
          </div>
        ) : null}
        <Button className="justify-self-start" busy={isBusy} onClick={() => void read()}>
          {m.imports_read_so()}
        </Button>
      </div>
    </details>
  )
}
