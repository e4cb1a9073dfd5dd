import { isProductCode, type SourceFile, type Violation } from './repository.ts'

interface SystemWork {
  /** Relative to `apps/server/src`. */
  readonly file: string
  /** The reasons that the calls state; when absent, all calls of the file. */
  readonly work?: readonly string[]
  readonly because: string
}

/**
 * All work outside of jobs that runs as the system, past row security. Everything else in a request runs as the person
 * who asks (`asPerson`, `withActor`), so that a mistake cannot reach the rows of others.
 */
const SYSTEM_WORK: readonly SystemWork[] = [
  {
    file: 'context.ts',
    work: ['end abandoned tries'],
    because: 'upkeep at the start of a node, for nobody in particular',
  },
  {
    file: 'features/videos/twins/unite-old.ts',
    because: 'upkeep for everybody, once after an upgrade',
  },
  {
    file: 'features/admin/service.ts',
    work: ['admin metrics'],
    because: 'figures of all people together, after the caller was found to be an administrator',
  },
  {
    file: 'features/admin/service.ts',
    work: ['check admin'],
    because: 'also asked about an inviter, who is not the caller',
  },
  {
    file: 'features/admin/service.ts',
    work: ['list accounts', 'sign an account out', 'set administrator'],
    because: 'commands of the operator, who has no account',
  },
  {
    file: 'features/analyses/service.ts',
    because: 'analyses are of posts, belong to nobody, and only the server reads and writes them',
  },
  {
    file: 'features/areas/service.ts',
    work: ['enqueue the fetch of an area', 'enqueue the update of an area', 'end the wait for areas'],
    because: 'areas are of all people; a fetch ends the waits of everybody for it',
  },
  {
    file: 'features/areas/update-areas.ts',
    work: ['tell what became of places'],
    because: 'upkeep and a command of the operator: places changed for everybody who saved them',
  },
  {
    file: 'features/archive/restoring/restore.ts',
    because: 'a job: it adds open rows and corrections, whose states and lessons people may not write',
  },
  {
    file: 'features/corrections/export.ts',
    work: ['export chosen posts'],
    because: 'a command of the operator, about what people agree on',
  },
  {
    file: 'features/corrections/service.ts',
    work: ['find corrections', 'list corrections'],
    because: 'counts how many others teach the same, which no person may read',
  },
  {
    file: 'features/feeds/routes.ts',
    work: ['find a feed'],
    because: 'the reader has no account: the address itself is the right, and tells whose rows are read then',
  },
  {
    file: 'features/lists/routes.ts',
    work: ['report a mistake'],
    because: 'the visitor has no account, and writes what the owner of the list alone reads',
  },
  {
    file: 'features/images/service.ts',
    work: ['check a picture'],
    because: 'a picture may be fetched when a row of anybody shows it',
  },
  {
    file: 'features/imports/service.ts',
    work: ['find due imports', 'find imports to judge', 'take a post back to its import'],
    because: 'jobs: the imports of everybody',
  },
  {
    file: 'features/imports/adding/judge.ts',
    because: 'a job: it adds open rows, whose state people may not write',
  },
  {
    file: 'features/imports/adding/areas-of-list.ts',
    because: 'a part of that job',
  },
  {
    file: 'features/imports/service.ts',
    work: ['continue an import', 'add nameless entries', 'answer a question'],
    because: 'a job, begun by the request too: it adds open rows, whose state people may not write',
  },
  {
    file: 'features/map/service.ts',
    work: ['read the choice of a map', 'choose the map'],
    because: 'a setting of the installation, changed after the caller was found to be an administrator',
  },
  {
    file: 'features/spending/service.ts',
    work: ['count a paid call', 'read paid calls'],
    because: 'the calls of the installation, which nobody may count down',
  },
  {
    file: 'features/tokens/service.ts',
    work: ['use a token'],
    because: 'who asks is not known before the token is found by its hash, which no person may read',
  },
  {
    file: 'features/videos/add/finish.ts',
    because:
      'saving writes states and analyses of rows, which people may not write, and the index belongs to nobody',
  },
  {
    file: 'features/videos/add/keep.ts',
    because: 'an open row and its tries are written in one statement; people may write neither',
  },
  {
    file: 'features/videos/add/place-link.ts',
    because: 'a later try by a job names rows too, of people who are away',
  },
  {
    file: 'features/videos/capture.ts',
    because: 'it enqueues a job, and people have no right to the queue',
  },
  {
    file: 'features/videos/try-again.ts',
    because: 'jobs, about open rows of everybody and their tries',
  },
]

const CALL = /\.asSystem\(\s*(?:(?<quote>['"`])(?<work>.*?)\k<quote>)?/gs

type Finding = Pick<Violation, 'path' | 'message'>

/** The list has to contain exactly the calls of `asSystem` in the server outside of jobs. */
export function namedSystemWork(files: readonly SourceFile[]): Finding[] {
  const calls = files.filter(isWatched).flatMap(callsOf)
  const unnamed = calls
    .filter((call) => !SYSTEM_WORK.some((entry) => covers(entry, call)))
    .map(({ path, work }) => ({
      path,
      message: `'${work}' runs as the system: run it as the person, or name it in scripts/structure/system-work.ts`,
    }))
  const self = files.find(({ path }) => path === 'scripts/structure/system-work.ts')
  const stale = SYSTEM_WORK.flatMap((entry) =>
    (entry.work ?? [null]).map((work) => ({ ...entry, named: work })),
  )
    .filter(
      ({ file, named }) => !calls.some((call) => call.file === file && (named ?? call.work) === call.work),
    )
    .map(({ file, named }) => ({ file, named: named ?? 'any work' }))
  return [
    ...unnamed,
    ...(self
      ? stale.map(({ file, named }) => ({ path: self.path, message: `${file} has no '${named}'` }))
      : []),
  ]
}

interface Call {
  readonly path: string
  readonly file: string
  readonly work: string
}

function isWatched({ path }: SourceFile): boolean {
  return path.startsWith('apps/server/src/') && isProductCode(path) && !path.endsWith('/jobs.ts')
}

function callsOf({ path, text }: SourceFile): Call[] {
  const file = path.replace('apps/server/src/', '')
  return [...text.matchAll(CALL)].map(({ groups }) => ({ path, file, work: groups?.['work'] ?? '?' }))
}

function covers({ file, work }: SystemWork, call: Call): boolean {
  return file === call.file && (work?.includes(call.work) ?? true)
}
