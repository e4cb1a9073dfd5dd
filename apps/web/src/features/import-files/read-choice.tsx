import type { ImportChoice, ImportChoices } from '@antojo/contract/transfer/imports'
import type { ImportFormat } from '@antojo/domain/transfer/import-facts'
import { m } from '@antojo/i18n/messages'
import { texts as formatNames } from '@antojo/i18n/messages/imports_format'
import { useState } from 'react'
import { Select } from '../../ui/form/select.tsx'
import { TableColumns } from './table-columns.tsx'

interface ReadChoiceProps {
  readonly format: ImportFormat
  readonly choices: ImportChoices
  /** Reads the file again: the choice is added to those before it. */
  readonly onRead: (choice: ImportChoice) => Promise<void>
}

/** How a file was read: its format, and the columns of a table. A change is read at once. */
export function ReadChoice({ format, choices: { formats, table }, onRead }: ReadChoiceProps) {
  const [isBusy, setIsBusy] = useState(false)
  const read = async (choice: ImportChoice) => {
    setIsBusy(true)
    await onRead(choice)
    setIsBusy(false)
  }
  const options = [format, ...formats]
  return (
    <>
      {formats.length === 0 ? null : (
        <Select
          label={m.imports_read_as()}
          value={format}
          options={options.map((each) => ({ value: each, label: formatNames[each]() }))}
          onChange={(chosen) => void read({ format: chosen })}
        />
      )}
      {table === null || table.header.length === 0 ? null : (
        <TableColumns
          table={table}
          isBusy={isBusy}
          onChange={(columns) => void read({ format: 'table', columns })}
        />
      )}
    </>
  )
}
