import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { header, type Header, manifest, type Manifest } from './format.ts'

/** The file is not a complete and undamaged backup. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup'
}

interface Entry {
  readonly name: string
  readonly content: Buffer
}

/** The files in a backup, in order. Throws when the file ends early or is not an archive. */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const entries = extract()
  const source = createReadStream(file)
  const unpacked = createGunzip()
  // An error of either stream also ends the reading of entries.
  for (const stream of [source, unpacked]) stream.on('error', (error: Error) => entries.destroy(error))
  source.pipe(unpacked).pipe(entries)
  for await (const entry of entries) yield { name: entry.header.name, content: await buffer(entry) }
}

export function parseHeader(content: Buffer): Header {
  return header.parse(JSON.parse(content.toString()))
}

export function parseManifest(content: Buffer): Manifest {
  return manifest.parse(JSON.parse(content.toString()))
}

/** Reads a whole backup and compares every row and picture with its manifest, which it returns. */
export async function verifyBackup(file: string): Promise<Manifest> {
  const tables = new Map<string, { rows: number; hash: Hash }>()
  const images: Record<string, string> = {}
  let head: Header | undefined
  let expected: Manifest | undefined
  for await (const { name, content } of entriesOf(file)) {
    const [kind, ...rest] = name.split('/')
    if (name === 'header.json') head = parseHeader(content)
    else if (name === 'manifest.json') expected = parseManifest(content)
    else if (kind === 'images') images[rest.join('/')] = sha256(content)
    else if (kind === 'tables') {
      const table = rest[0] ?? ''
      const { rows, hash } = tables.get(table) ?? { rows: 0, hash: createHash('sha256') }
      tables.set(table, { rows: rows + rowsIn(content), hash: hash.update(content) })
    }
  }
  if (!head || !expected) throw new DamagedBackup('The file is incomplete.')
  const found = [...tables].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.digest('hex') }])
  compareWithManifest(expected, { tables: Object.fromEntries(found), images })
  return expected
}

/** Throws when a table or picture differs from the manifest. */
export function compareWithManifest(expected: Manifest, found: Manifest): void {
  for (const [name, { rows, sha256: hash }] of Object.entries(expected.tables)) {
    if (rows === 0) continue
    const read = found.tables[name]
    if (read?.rows !== rows || read.sha256 !== hash)
      throw new DamagedBackup(`The rows of ${name} are damaged.`)
  }
  for (const [path, hash] of Object.entries(expected.images))
    if (found.images[path] !== hash) throw new DamagedBackup(`The picture ${path} is damaged.`)
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** In Postgres's COPY text format each row ends with a line feed, and those in values are escaped. */
function rowsIn(content: Buffer): number {
  let rows = 0
  for (let at = content.indexOf(10); at !== -1; at = content.indexOf(10, at + 1)) rows += 1
  return rows
}
