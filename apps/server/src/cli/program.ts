import type { Format } from '@antojo/places/import/import-file'
import { isDiskFull } from '@antojo/db/retry-on-outage'
import { UnfitDatabase } from '@antojo/db/unfit-database'
import { VERSION } from '@antojo/db/version'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { ConfigError, misspeltSettings, readConfig } from '../config/config.ts'
import type { RawEnv } from '../config/env.ts'
import { CommandError, DISK_FULL } from './command-error.ts'
import type { AreaValues } from './places/get-places.ts'
import type { ImportValues } from './places/import-places.ts'

/** Exit codes: 1 for a command that could not do its work, 64 for a wrong command line or wrong settings. */
const FAILED = 1
const WRONG_USAGE = 64

const MAX_POSTS = 10_000
const DEFAULT_MAX_POSTS = 1000
const HELP_WIDTH = 100

/** Repeated here, because importing them from the importer would load it for every command. */
const FORMATS: readonly Format[] = ['jsonl', 'geojson', 'overpass', 'osm-pbf', 'denue', 'csv', 'parquet']

/** Runs one command line; returns the exit code, or undefined for a server that keeps running. */
export async function runCommandLine(args: readonly string[], env: RawEnv): Promise<number | undefined> {
  let code: number | undefined
  const program = createProgram(env, (result) => {
    code = result
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
    if (isDiskFull(error)) console.error(DISK_FULL)
    else if (isForItsUser(error)) console.error(error.message)
    else throw error
    return error instanceof ConfigError ? WRONG_USAGE : FAILED
  }
}

/** True for failures that the message fully explains; others are defects and need a stack. */
function isForItsUser(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof CommandError || error instanceof UnfitDatabase
}

type Done = (code: number | undefined) => void

/** Every command with its help. Each loads only its own code, so that it starts fast. */
export function createProgram(env: RawEnv = {}, done: Done = () => undefined): Command {
  const config = () => {
    const read = readConfig(env)
    for (const slip of misspeltSettings(env)) console.error(slip)
    return read
  }
  const program = new Command('antojo')
    .description('Commands work on the installation in DATA_DIR (the folder data here) or at DATABASE_URL.')
    .configureOutput({ getOutHelpWidth: () => HELP_WIDTH, getErrHelpWidth: () => HELP_WIDTH })
    .version(VERSION, '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(--help shows how it is used)')
  addServer(program, env, done)
  addPlaces(program, config, done)
  addIdentify(program, config, done)
  addMap(program, config, done)
  program
    .command('mcp')
    .description('Connect a program that speaks MCP by stdio to the server at ANTOJO_URL, with ANTOJO_TOKEN.')
    .action(async () => done(await (await import('./mcp.ts')).mcpCommand(env)))
  addBackup(program, config, done)
  addUser(program, config, done)
  return program
}

/** The words of every command, with its `--help` output. */
export function commandHelps(
  command: Command,
  before: readonly string[] = [],
): { readonly words: readonly string[]; readonly help: string }[] {
  const inside = command.commands.flatMap((each) => commandHelps(each, [...before, each.name()]))
  return [{ words: before, help: command.helpInformation() }, ...inside]
}

type ReadConfig = () => ReturnType<typeof readConfig>

function addServer(program: Command, env: RawEnv, done: Done): void {
  program
    .command('serve')
    .description('Start a node. ROLE=all|web|worker says what it does.')
    .action(async () => {
      await (await import('./serve.ts')).serveUntilSignal()
      done(undefined)
    })
  program
    .command('check')
    .description(
      'Check everything that the installation needs, and try every service once. Status 1 when something that is needed fails.',
    )
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: true }) => {
      const { checkCommand } = await import('./check.ts')
      done(await checkCommand(env, options))
    })
}

function addPlaces(program: Command, config: ReadConfig, done: Done): void {
  const places = program.command('places').description('Add places to the index, list and remove them.')
  places
    .command('get')
    .description("Fetch the places of a city, a box or a country from Overture's newest release.")
    .argument('[city]', 'its name, such as Guadalajara or "León, ES"')
    .option('--bbox <W,S,E,N>', 'a box in degrees, such as -103.5,20.5,-103.2,20.8')
    .option('--country <CC>', 'a country by its two letters; with a city, where it is')
    .option('--yes', 'fetch large areas without asking')
    .action(async (city: string | undefined, options: AreaValues, command: Command) => {
      if ((city ?? options.bbox ?? options.country) === undefined)
        command.error('error: name a city, or give --bbox or --country')
      const { getPlaces } = await import('./places/get-places.ts')
      done(await getPlaces(config(), city, options))
    })
  places
    .command('import')
    .description('Add the places of a file, also while the server runs.')
    .argument(
      '<file>',
      'path or http(s) address of .osm.pbf, GeoJSON, CSV, JSON lines, Overture or Foursquare parquet, DENUE',
    )
    .addOption(
      new Option('--format <format>', "the file's format, when its name does not say it").choices(FORMATS),
    )
    .option('--source <name>', 'name of the source in the index')
    .option('--bbox <W,S,E,N>', 'only places in a box of degrees, such as -103.5,20.5,-103.2,20.8')
    .option('--country <CC>', 'only places of a country by its two letters')
    .option('--map <columns>', 'columns of a CSV: name=rotulo,lat=y,lng=x,address=via+numero,country==ES')
    .option('--credit <text>', 'whom the app names beside the places')
    .option('--licence <text>', 'their licence, with --credit')
    .option('--url <url>', 'their page, with --credit')
    .action(async (file: string, options: ImportValues) => {
      const { importPlacesFile } = await import('./places/import-places.ts')
      done(await importPlacesFile(config(), file, options))
    })
  addKnownPlaces(places, config, done)
}

/** The commands for what the index has already. */
function addKnownPlaces(places: Command, config: ReadConfig, done: Done): void {
  places
    .command('update')
    .description(
      "Bring fetched areas to Overture's newest release: what is new, moved, renamed, closed, back.",
    )
    .argument('[area...]', 'as `antojo places list` shows them; all of them without one')
    .option('--undo', 'bring back the areas of before their last update')
    .action(async (areas: string[], options: { undo?: true }, command: Command) => {
      if (options.undo && areas.length === 0) command.error('error: name the areas to undo')
      done(await (await import('./places/update-places.ts')).updatePlaces(config(), areas, options))
    })
  places
    .command('list')
    .description('List what the index knows: sources, fetched areas and the largest cities.')
    .action(async () => done(await (await import('./places/known-places.ts')).listPlaces(config())))
  places
    .command('forget')
    .description('Remove a fetched area, or a source, from the index. Saved videos keep their facts.')
    .argument('<name>', 'as `antojo places list` shows it')
    .action(async (name: string) =>
      done(await (await import('./places/known-places.ts')).forgetPlaces(config(), name)),
    )
}

interface IdentifyOptions {
  readonly in?: string
  readonly out?: string
  readonly export?: string
  readonly why?: boolean
}

function addIdentify(program: Command, config: ReadConfig, done: Done): void {
  program
    .command('identify')
    .description('Find the places that a post, or each post of a file, is about.')
    .argument('[url]', 'link of a post; its places are printed as JSON')
    .option('--why', 'print why: the words read, areas, candidates with what counts, and the costs')
    .option('--in <file>', 'posts, one JSON object a line; with --out')
    .option('--out <file>', 'where the results go, one JSON object a line')
    .addOption(
      new Option(
        '--export <file>',
        'write the posts whose places people confirmed or corrected, to learn from',
      ).conflicts(['in', 'out']),
    )
    .action(async (url: string | undefined, options: IdentifyOptions, command: Command) => {
      const { in: input, out: output, export: exported } = options
      const { why = false, ...files } = options
      if (url !== undefined && Object.keys(files).length === 0) {
        const { identifyUrlCommand } = await import('./identify-url.ts')
        return done(await identifyUrlCommand(config(), url, { why }))
      }
      const { exportPostsCommand, identifyFileCommand } = await import('./identify-file.ts')
      if (url === undefined && exported !== undefined)
        return done(await exportPostsCommand(config(), exported))
      if (url === undefined && input !== undefined && output !== undefined)
        return done(await identifyFileCommand(config(), input, output))
      return command.error('error: give a link, or --in and --out, or --export')
    })
}

function addMap(program: Command, config: ReadConfig, done: Done): void {
  program
    .command('map')
    .description("Make a static site of a creator's places: a map and cards.")
    .argument(
      '<channel>',
      'a YouTube channel (@handle, its id or address), or the RSS or Atom feed of a blog or podcast',
    )
    .requiredOption('--out <folder>', 'where the site goes')
    .option('--max <n>', `newest posts to read, at most ${MAX_POSTS}`, postCount, DEFAULT_MAX_POSTS)
    .action(async (channel: string, options: { out: string; max: number }) => {
      const { mapCommand } = await import('./map.ts')
      done(await mapCommand(config(), channel, options))
    })
}

function postCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_POSTS) return count
  throw new InvalidArgumentError(`It is a number from 1 to ${MAX_POSTS}.`)
}

function addBackup(program: Command, config: ReadConfig, done: Done): void {
  program
    .command('backup')
    .description('Write everything but the keys to one file and read it back; works while the server runs.')
    .argument('<file>', 'such as antojo.tar.gz')
    .action(async (file: string) => done(await (await import('./backup.ts')).backupCommand(config(), file)))
  program
    .command('restore')
    .description('Load a backup into an empty database. Everybody signs in again.')
    .argument('<file>', 'made by `antojo backup`')
    .option('--keep-sessions', 'keep sessions and codes, to move an installation that was stopped before')
    .action(async (file: string, options: { keepSessions?: true }) =>
      done(await (await import('./backup.ts')).restoreCommand(config(), file, options)),
    )
}

function addUser(program: Command, config: ReadConfig, done: Done): void {
  const user = program.command('user').description('List accounts, appoint administrators, end sessions.')
  const account = 'its e-mail address or id'
  user
    .command('list')
    .description('List accounts: id, address and whether it administers.')
    .action(async () => done(await (await import('./user.ts')).listUsers(config())))
  for (const [name, verb] of [
    ['admin', 'Make an account an administrator.'],
    ['no-admin', 'Take the rights of an administrator away.'],
  ] as const)
    user
      .command(name)
      .description(verb)
      .argument('<account>', account)
      .action(async (text: string) =>
        done(await (await import('./user.ts')).appointUser(config(), text, name === 'admin')),
      )
  user
    .command('sign-out')
    .description('End the sessions of an account, or of everybody.')
    .argument('[account]', account)
    .option('--all', 'everybody')
    .action(async (text: string | undefined, options: { all?: true }, command: Command) => {
      if ((text === undefined) === (options.all === undefined))
        command.error('error: name an account, or give --all')
      done(await (await import('./user.ts')).signOutUser(config(), text ?? null))
    })
}
