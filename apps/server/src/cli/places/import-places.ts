import { access, constants } from 'node:fs/promises'
import { type Format, importFile } from '@antojo/places/import/import-file'
import { parseCsvMapping } from '@antojo/places/import/formats/read-csv'
import type { SkipReason } from '@antojo/places/import/record'
import type { Config } from '../../config/config.ts'
import { defined } from '@antojo/domain/unknown-values'
import { CommandError } from '../command-error.ts'
import { makingInstallation } from '../open-database.ts'

export interface ImportValues {
  readonly format?: Format
  readonly source?: string
  readonly map?: string
  readonly credit?: string
  readonly licence?: string
  readonly url?: string
}

/** `antojo places import`: adds the places of a file to the index. Returns the exit code. */
export async function importPlacesFile(config: Config, file: string, values: ImportValues): Promise<number> {
  const { format, source, map, credit: title, licence, url } = values
  const mapping = map === undefined ? undefined : parseCsvMapping(map)
  if (mapping === null) throw new CommandError(`--map names no known columns: ${String(map)}`)
  await access(file, constants.R_OK).catch(() => {
    throw new CommandError(`${file} cannot be read.`)
  })
  const result = await makingInstallation(config, (database) =>
    importFile(database.pool, file, {
      ...defined({
        format,
        source,
        mapping,
        credit: title === undefined ? undefined : { title, ...defined({ licence, url }) },
      }),
      onProgress: (progress) => process.stderr.write(`\r${JSON.stringify(progress)}`),
    }),
  )
  process.stderr.write('\n')
  if (!result.ok) {
    console.error(`${result.reason}: ${result.detail}`)
    return 1
  }
  const { reasons, ...counts } = result.progress
  console.log(JSON.stringify(counts))
  for (const { reason, rows, example } of reasons)
    console.error(`${rows} skipped, ${REASONS[reason]}; the first: ${example}`)
  if (counts.skipped < counts.read) return 0
  console.error('Nothing was taken in.')
  return 1
}

const REASONS: Readonly<Record<SkipReason, string>> = {
  no_name: 'without a name',
  no_point: 'without a position',
  not_food: 'no open places to eat or drink at',
  malformed: 'not readable as a place',
}
