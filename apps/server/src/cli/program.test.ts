import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORMATS } from '@antojo/places/import/import-file'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { commandHelps, createProgram, runCommandLine } from './program.ts'

let dir: string
let out: string
let err: string
/** The server that the commands fetch from; it answers 404 to everything. */
let nowhere: Server

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-commands-'))
  nowhere = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
})
afterAll(async () => {
  nowhere.close()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(() => {
  out = ''
  err = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true))
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (out += `${text}\n`))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void (err += `${text}\n`))
})
afterEach(() => vi.restoreAllMocks())

/** Runs in a folder without an installation. */
const run = (...args: string[]) => runCommandLine(args, { DATA_DIR: join(dir, 'data') })

it.each(commandHelps(createProgram()))(
  'antojo $words: --help and -h print what the handbook shows, and do nothing else',
  async ({ words }) => {
    const handbook = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
    for (const flag of ['--help', '-h']) {
      out = ''
      expect(await run(...words, flag)).toBe(0)
      expect(out).toMatch(/^Usage: antojo/u)
      expect(handbook).toContain(`\`\`\`\n${out}\`\`\``)
      expect(err).toBe('')
    }
    expect(await readdir(dir)).toEqual([])
  },
)

it('--version prints the version of the product', async () => {
  const manifest = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
  expect(await run('--version')).toBe(0)
  expect(manifest).toContain(`"version": "${out.trim()}"`)
})

it('help is a command too', async () => {
  expect(await run('help')).toBe(0)
  expect(out).toContain('Usage: antojo [options] [command]')
  expect(await run('help', 'backup')).toBe(0)
  expect(out).toContain('Usage: antojo backup [options] <file>')
})

it.each([
  ['serve --port 3000', "unknown option '--port'"],
  ['backup --all file', "unknown option '--all'"],
  ['places import file --box 1,2,3,4', "unknown option '--box'"],
  [
    'places import file --format xls',
    `argument 'xls' is invalid. Allowed choices are ${FORMATS.join(', ')}.`,
  ],
  ['places get', 'name a city'],
  ['identify --in posts.jsonl', 'give a link, or --in and --out'],
  ['identify --export a --in b', 'cannot be used with'],
  ['map @channel --out site --max 0', 'from 1 to 10000'],
  ['user sign-out', 'name an account, or give --all'],
  ['user sign-out ana@antojo.test --all', 'name an account, or give --all'],
  ['check now', 'too many arguments'],
  ['bakcup file', 'Did you mean backup?'],
])('refuses `antojo %s`', async (line, reason) => {
  expect(await run(...line.split(' '))).toBe(64)
  expect(err).toContain(reason)
  expect(out).toBe('')
  expect(await readdir(dir)).toEqual([])
})

const ABOUT_WHAT_EXISTS = [
  'backup FILE',
  'user list',
  'user admin ana@antojo.test',
  'user no-admin ana@antojo.test',
  'user sign-out --all',
  'identify --export FILE',
  'places list',
  'places forget Madrid',
]

it.each(ABOUT_WHAT_EXISTS)(
  '`antojo %s` leaves nothing behind where there is no installation',
  async (line) => {
    expect(await run(...line.replace('FILE', join(dir, 'file')).split(' '))).toBe(1)
    expect(err).toContain(`There is no installation of Antojo in ${join(dir, 'data')}.`)
    expect(err).toMatch(/DATA_DIR=.*DATABASE_URL=/u)
    expect(await readdir(dir)).toEqual([])
  },
)

it.each(['places import NONE', 'identify --in NONE --out FILE', 'restore NONE', 'restore DAMAGED', 'mcp'])(
  '`antojo %s` leaves nothing behind when it cannot begin',
  async (line) => {
    const apart = await mkdtemp(join(tmpdir(), 'antojo-files-'))
    await writeFile(join(apart, 'damaged'), 'no backup')
    const args = line
      .replace('NONE', join(apart, 'none'))
      .replace('DAMAGED', join(apart, 'damaged'))
      .replace('FILE', join(dir, 'file'))
    expect(await run(...args.split(' '))).not.toBe(0)
    expect(await readdir(dir)).toEqual([])
    await rm(apart, { recursive: true })
  },
)

it('a database without Antojo is no installation, and one that cannot be reached is named', async () => {
  const database = await createTestDatabase()
  const url = database.pool.options.connectionString ?? ''
  await database.pool.query('alter schema migrations rename to other')
  const runOn = (DATABASE_URL: string) =>
    runCommandLine(['user', 'list'], { DATA_DIR: join(dir, 'data'), DATABASE_URL })
  expect(await runOn(url)).toBe(1)
  expect(err).toContain('no installation of Antojo in the database at DATABASE_URL')
  await database.pool.query('alter schema other rename to migrations')
  expect(await runOn(url)).toBe(0)
  await database.close()
  expect(await runOn('postgres://antojo:secret@127.0.0.1:1/antojo')).toBe(1)
  expect(err).toContain('No Postgres answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.')
  expect(err).not.toContain('secret')
  expect(await readdir(dir)).toEqual([])
})

it('a box west of Greenwich is a value and no option', async () => {
  const address = nowhere.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const OVERTURE_URL = `http://127.0.0.1:${port}`
  const code = await runCommandLine(['places', 'get', '--bbox', '-73.2,-12.1,-73.1,-12'], {
    DATA_DIR: join(dir, 'data'),
    OVERTURE_URL,
  })
  expect([code, err]).toEqual([1, expect.stringContaining(`${OVERTURE_URL}/catalog.json`)])
  expect(await readdir(dir)).toEqual([])
})

it(
  'a command that may come before the first start says that it makes an installation, once, and where',
  { tags: 'slow', timeout: 120_000 },
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'antojo-made-'))
    const file = join(home, 'bars.csv')
    await writeFile(file, 'name,lat,lng\nCasa Labra,40.4169,-3.7053\n')
    const env = { DATA_DIR: join(home, 'data') }
    expect(await runCommandLine(['places', 'import', file], env)).toBe(0)
    expect(err).toContain(`Making an installation of Antojo in ${env.DATA_DIR};`)
    expect(await runCommandLine(['places', 'list'], env)).toBe(0)
    expect(out).toContain('bars  1 place')
    // Nothing is asked of Overture, which does not answer here.
    expect(await runCommandLine(['places', 'update'], { ...env, OVERTURE_URL: 'http://127.0.0.1:1' })).toBe(0)
    expect(out).toContain('No area is fetched; antojo places get fetches one.')
    expect(err.split('Making an installation')).toHaveLength(2)
    const backup = join(home, 'antojo.tar.gz')
    expect(await runCommandLine(['backup', backup], env)).toBe(0)
    expect(out).toMatch(
      /antojo\.tar\.gz: 0 people, 0 videos, 0 pictures, [\d,]+ bytes; read back and compared\./u,
    )
    expect(err).toContain(`Nobody has an account in this installation, which is in ${env.DATA_DIR}.`)
    await rm(home, { recursive: true })
  },
)

it('`antojo places import` takes an address, a box and a country', async () => {
  const database = await createTestDatabase()
  const lines = [
    [19.4, -99.1],
    [19.4, -90],
    [51.5, -0.1],
  ].map(([lat, lng], n) => JSON.stringify({ name: `Casa ${n}`, lat, lng }))
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/own.jsonl?v=2' ? 200 : 404
    response.end(lines.join('\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const importing = (path: string, ...options: string[]) =>
    runCommandLine(['places', 'import', `http://127.0.0.1:${port}/${path}`, ...options], {
      DATA_DIR: join(dir, 'data'),
      DATABASE_URL: database.pool.options.connectionString ?? '',
      ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}`,
    })
  expect(await importing('own.jsonl?v=2', '--bbox', '-100,19,-98,20', '--country', 'mx')).toBe(0)
  expect(err).toContain('2 skipped, outside the box or country; the first: {')
  expect(await importing('own.jsonl?v=2', '--country', 'GB')).toBe(0)
  const { rows } = await database.pool.query('select name from places order by name')
  expect(rows).toEqual([{ name: 'Casa 0' }, { name: 'Casa 2' }])
  expect(await importing('own.jsonl?v=2', '--country', 'Spain')).toBe(1)
  expect(err).toContain('"Spain" is not a country\'s two letters')
  expect(await importing('own.jsonl?v=2', '--country', 'FR')).toBe(1)
  expect(err).toMatch(/Nothing was taken in\.\n$/u)
  expect(await importing('none.jsonl')).toBe(1)
  expect(err).toContain('cannot be fetched: status 404')
  expect(
    await runCommandLine(['places', 'import', 'http://127.0.0.1:9/own.csv'], { DATA_DIR: join(dir, 'data') }),
  ).toBe(1)
  expect(err).toContain('ALLOW_PRIVATE_HOSTS=host:port')
  expect(await importing('own.jsonl?v=2', '--bbox', '1,2')).toBe(1)
  expect(await readdir(join(dir, 'data'))).toEqual([])
  server.close()
  await database.close()
})

it('`antojo places import` says what it skipped, and fails when nothing was taken in', async () => {
  const database = await createTestDatabase()
  const importing = async (text: string, name = 'own.jsonl') => {
    const file = join(dir, name)
    await writeFile(file, text)
    const DATABASE_URL = database.pool.options.connectionString ?? ''
    const status = await runCommandLine(['places', 'import', file], {
      DATA_DIR: join(dir, 'data'),
      DATABASE_URL,
      DATADIR: dir,
    })
    await rm(file)
    return status
  }
  expect(await importing('{"name":"Sin id","lat":1,"lng":2}\n{"lat":1,"lng":2}')).toBe(0)
  expect(err).toContain('1 skipped, without a name; the first: {"lat":1,"lng":2}')
  expect(await importing('{"name":"Sin lugar"}')).toBe(1)
  expect(err).toContain(
    '1 skipped, without a position; the first: {"name":"Sin lugar"}\nNothing was taken in.',
  )
  expect(err).toContain('DATADIR is no setting. Did you mean DATA_DIR?\n')
  expect(await importing('{"type":"FeatureCollection","features":[]}', 'own.json')).toBe(1)
  expect(err).toContain('as overpass, the file has no rows; --format names another format.')
  expect(await importing('local;latitud;longitud\nFonda;1;2', 'own.csv')).toBe(1)
  expect(err).toContain(
    'the first: {"local":"Fonda","latitud":"1","longitud":"2"}\nNothing was taken in. Of a CSV, --map',
  )
  expect(await importing('', 'own.txt')).toBe(1)
  expect(err).toContain('own.txt cannot be read: its name says no format; give --format jsonl|geojson|')
  await database.close()
})
