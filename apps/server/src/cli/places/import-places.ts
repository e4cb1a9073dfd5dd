import { parseArgs } from 'node:util'
import { FORMATS, importFile } from '@antojo/places/import/import-file'
import { parseCsvMapping } from '@antojo/places/import/formats/read-csv'
import type { SourceCredit } from '@antojo/places/import/known-sources'
import type { Config } from '../config/config.ts'
import { getPlaces } from './get-places.ts'
import { forgetPlaces, listPlaces } from './known-places.ts'
import { withDatabase } from './open-database.ts'

const usage = `antojo places get "CITY" | --bbox W,S,E,N | --country CC  [--yes]
antojo places list
antojo places forget AREA | SOURCE
antojo places import FILE [--format ${FORMATS.join('|')}] [--source NAME]
  [--map name=rotulo,lat=y,lng=x,address=via+numero,country==ES] [--credit TEXT] [--licence TEXT] [--url URL]`

/** `antojo places …`: adds places to the index, lists and removes them. Returns the exit code. */
export async function placesCommand(config: Config, args: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const
  const area = { bbox: text, country: text, yes: { type: 'boolean' } } as const
  const options = { format: text, source: text, map: text, credit: text, licence: text, url: text, ...area }
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [verb, file] = positionals
  const hasArea = (file ?? values.bbox ?? values.country) !== undefined
  if (verb === 'get' && hasArea) return getPlaces(config, file, values)
  if (verb === 'list') return listPlaces(config)
  if (verb === 'forget' && file !== undefined) return forgetPlaces(config, file)
  const format = FORMATS.find((known) => known === values.format)
  const mapping = values.map === undefined ? undefined : parseCsvMapping(values.map)
  const unread = (values.format !== undefined && format === undefined) || mapping === null
  if (verb !== 'import' || file === undefined || unread) {
    console.error(usage)
    return 64
  }
  const result = await withDatabase(config, (database) =>
    importFile(database.pool, file, {
      ...(format === undefined ? {} : { format }),
      ...(values.source === undefined ? {} : { source: values.source }),
      ...(mapping === undefined ? {} : { mapping }),
      ...(values.credit === undefined ? {} : { credit: creditOf(values.credit, values) }),
      onProgress: (progress) => process.stderr.write(`\r${JSON.stringify(progress)}`),
    }),
  )
  process.stderr.write('\n')
  if (!result.ok) {
    console.error(`${result.reason}: ${result.detail}`)
    return 1
  }
  console.log(JSON.stringify(result.progress))
  return 0
}

function creditOf(title: string, { licence, url }: { licence?: string; url?: string }): SourceCredit {
  return { title, ...(licence === undefined ? {} : { licence }), ...(url === undefined ? {} : { url }) }
}
