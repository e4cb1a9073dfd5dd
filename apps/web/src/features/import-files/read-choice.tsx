import type { ImportChoice, ImportChoices } from '@antojo/contract/transfer/imports'
import { type ChosenColumns, type ImportFormat, TABLE_COLUMNS } from '@antojo/domain/transfer/import-facts'
import { m } from '@antojo/i18n/messages'
import { texts as columnNames } from '@antojo/i18n/messages/imports_column'
import { texts as formatNames } from '@antojo/i18n/messages/imports_format'
import { useTask } from '../../lib/use-task.ts'
import { Select } from '../../ui/form/select.tsx'

interface ReadChoiceProps {
  readonly format: ImportFormat
  readonly choices: ImportChoices
  /** Reads the file again: the choice is added to those before it. */
  readonly onRead: (choice: ImportChoice) => Promise<void>
}

/** How a file was read: its format, and the columns of a table. A change is read at once. */
export function ReadChoice({ format, choices: { formats, table }, onRead }: ReadChoiceProps) {
  const [isBusy, work] = useTask()
  const read = (choice: ImportChoice) => void work(() => onRead(choice))
  const options = [format, ...formats]
  return (
    <>
      {formats.length === 0 ? null : (
        <Select
          label={m.imports_read_as()}
          value={format}
          options={options.map((each) => ({ value: each, label: formatNames[each]() }))}
          onChange={(chosen) => read({ format: chosen })}
        />
      )}
      {table === null || table.header.length === 0 ? null : (
        <TableColumns
          table={table}
          isBusy={isBusy}
          onChange={(columns) => read({ format: 'table', columns })}
        />
      )}
    </>
  )
}

interface TableColumnsProps {
  readonly table: NonNullable<ImportChoices['table']>
  readonly isBusy: boolean
  readonly onChange: (columns: ChosenColumns) => void
}

const NONE = 'none'

/** The first rows of a table; above each column stands what it was read as, which the person can change. */
function TableColumns({ table: { header, columns, rows }, isBusy, onChange }: TableColumnsProps) {
  const options = [
    ...TABLE_COLUMNS.map((column) => ({ value: column, label: columnNames[column]() })),
    { value: NONE, label: m.imports_column_none() },
  ] as const
  const choose = (index: number, value: (typeof options)[number]['value']) => {
    const before = TABLE_COLUMNS.filter((column) => columns[column] === index)
    const without = Object.fromEntries(before.map((column) => [column, -1]))
    onChange(value === NONE ? without : { ...without, [value]: index })
  }
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={m.imports_columns()}>
      <h3 className="font-semibold">{m.imports_columns()}</h3>
      <div className="relative -mx-5 overflow-x-auto px-5">
        <table
          className="min-w-full border-separate border-spacing-x-2 border-spacing-y-0 text-left text-sm"
          aria-busy={isBusy}
        >
          <thead>
            <tr>
              {header.map((name, index) => (
                <th key={`${index} ${name}`} scope="col" className="min-w-36 align-top font-normal">
                  <Select
                    hideLabel
                    label={m.imports_column_of({ name: name || String(index + 1) })}
                    value={TABLE_COLUMNS.find((column) => columns[column] === index) ?? NONE}
                    options={options}
                    onChange={(value) => choose(index, value)}
                  />
                  <span className="block max-w-48 truncate px-1 pt-1 text-ink-soft" title={name}>
                    {name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <FirstRows header={header} rows={rows} />
        </table>
      </div>
    </section>
  )
}

function FirstRows({ header, rows }: Pick<TableColumnsProps['table'], 'header' | 'rows'>) {
  return (
    <tbody>
      {rows.map((row, at) => (
        <tr key={`${at} ${row.join()}`}>
          {header.map((name, index) => (
            <td
              key={`${index} ${name}`}
              className="max-w-48 truncate border-t border-line px-1 py-2"
              title={row[index]}
            >
              {row[index] || '–'}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
