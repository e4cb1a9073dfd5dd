import { parseArgs } from 'node:util'
import { FORMATS, importFile } from '@antojo/places/import/import-file'
import type { Config } from '../config/config.ts'
import { withDatabase } from './open-database.ts'

const usage = `antojo places import FILE [--format ${FORMATS.join('|')}] [--source NAME]`

/** `antojo places import FILE`: streams places into the index; may be repeated. Returns the exit code. */
export async function placesCommand(config: Config, args: readonly string[]): Promise<number> {
  const options = { format: { type: 'string' }, source: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [verb, file] = positionals
  const format = FORMATS.find((known) => known === values.format)
  if (verb !== 'import' || file === undefined || (values.format !== undefined && format === undefined)) {
    console.error(usage)
    return 64
  }
  const result = await withDatabase(config, (database) =>
    importFile(database.pool, file, {
      ...(format === undefined ? {} : { format }),
      ...(values.source === undefined ? {} : { source: values.source }),
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
