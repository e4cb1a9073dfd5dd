import { access, constants, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseBox } from '@antojo/places/geo'
import { type Format, formatOf, importFile } from '@antojo/places/import/import-file'
import { parseCsvMapping } from '@antojo/places/import/formats/read-csv'
import type { SkipReason } from '@antojo/places/import/record'
import { createOutsideFetch } from '../../adapters/http/service-fetch.ts'
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
  readonly bbox?: string
  readonly country?: string
}

/** `antojo places import`: adds the places of a file or an address to the index. Returns the exit code. */
export async function importPlacesFile(config: Config, file: string, values: ImportValues): Promise<number> {
  const { format, source, map, credit: title, licence, url } = values
  const mapping = map === undefined ? undefined : parseCsvMapping(map)
  if (mapping === null) throw new CommandError(`--map names no known columns: ${String(map)}`)
  const box = values.bbox === undefined ? undefined : parseBox(values.bbox)
  if (box === null) throw new CommandError(`"${String(values.bbox)}" is not W,S,E,N in degrees.`)
  if (values.country !== undefined && !/^[a-z]{2}$/iu.test(values.country))
    throw new CommandError(`"${values.country}" is not a country's two letters, such as MX.`)
  const extent = { box, country: values.country?.toUpperCase() }
  const result = await withLocalFile(config, file, (path) =>
    makingInstallation(config, (database) =>
      importFile(database.pool, path, {
        extent,
        ...defined({
          format,
          source,
          mapping,
          credit: title === undefined ? undefined : { title, ...defined({ licence, url }) },
        }),
        onProgress: (progress) =>
          process.stderr.write(`\r${JSON.stringify({ ...progress, reasons: undefined })}`),
      }),
    ),
  )
  process.stderr.write('\n')
  if (!result.ok) throw new CommandError(`${file} cannot be read: ${result.problem}`)
  const { reasons, ...counts } = result.progress
  console.log(JSON.stringify(counts))
  for (const { reason, rows, example } of reasons)
    console.error(`${rows} skipped, ${REASONS[reason]}; the first: ${example}`)
  if (counts.skipped < counts.read) return 0
  throw new CommandError(
    counts.read === 0
      ? `Nothing was taken in: as ${format ?? formatOf(file)}, the file has no rows; --format names another format.`
      : `Nothing was taken in.${reasons.every(({ reason }) => reason === 'elsewhere') ? '' : ' Of a CSV, --map says which columns hold name, lat and lng.'}`,
  )
}

/** The longest download, and the largest: the whole of OpenStreetMap is some 90 GB. */
const MAX_MS = 12 * 3_600_000
const MAX_BYTES = 100e9

/** Uses a file of this machine, or one that is fetched from its address and removed afterwards. */
async function withLocalFile<T>(config: Config, file: string, use: (path: string) => Promise<T>): Promise<T> {
  if (!/^https?:\/\//iu.test(file)) {
    await access(file, constants.R_OK).catch(() => {
      throw new CommandError(`${file} cannot be read.`)
    })
    return use(file)
  }
  await mkdir(config.dataDir, { recursive: true })
  const dir = await mkdtemp(join(config.dataDir, 'import-'))
  const outside = createOutsideFetch(config.settings)
  try {
    const path = join(dir, basename(new URL(file).pathname) || 'places')
    const answer = await outside.fetch({ url: file, toFile: path, timeoutMs: MAX_MS, maxBytes: MAX_BYTES })
    const isBarred = !answer.ok && (answer.reason === 'bad_url' || answer.reason === 'private_address')
    const hint = isBarred ? '; ALLOW_PRIVATE_HOSTS=host:port admits other ports and private addresses' : ''
    if (!answer.ok) throw new CommandError(`${file} cannot be fetched: ${answer.detail}${hint}`)
    if (answer.status !== 200) throw new CommandError(`${file} cannot be fetched: status ${answer.status}`)
    return await use(path)
  } finally {
    await outside.close()
    await rm(dir, { recursive: true, force: true })
  }
}

const REASONS: Readonly<Record<SkipReason, string>> = {
  no_name: 'without a name',
  no_point: 'without a position',
  elsewhere: 'outside the box or country',
  not_food: 'no open places to eat or drink at',
  malformed: 'not readable as a place',
}
