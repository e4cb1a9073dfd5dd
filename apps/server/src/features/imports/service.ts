import type { Readable } from 'node:stream'
import {
  type ImportAnswer,
  type ImportChoice,
  type ImportPreview,
  type ImportReport,
  type ImportView,
  MAX_NAMELESS,
  type NamelessEntry,
  type namelessQuery,
} from '@antojo/contract/transfer/imports'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { z } from 'zod'
import type { ReadExport } from '../../adapters/exports/export-reader.ts'
import { makeMediaFile } from '../../adapters/media/media-file.ts'
import { AppError } from '../../core/app-error.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { User } from '../../core/request-scope.ts'
import { saveUpload } from '../../core/upload.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import { restoreArchive, type RestoreDeps } from '../archive/service.ts'
import { addEntries } from './adding/add-entries.ts'
import { enqueueImports, judgeImportJob, restoreOwnFileJob } from './adding/jobs.ts'
import { judgeImport, type JudgeImportDeps } from './adding/judge.ts'
import {
  dueImports,
  importsToJudge,
  lockImport,
  type OwnImport,
  takeNameless,
  readNew,
  takeTurn,
} from './adding/repo.ts'
import { putOffAndResume, takeBack } from './later/repo.ts'
import { dropQuestion, readNameless, readReport, takeOut } from './report/repo.ts'
import { beginImport, readImports, storePreview, undoImport } from './repo.ts'

export interface ImportsDeps extends JudgeImportDeps, Pick<RestoreDeps, 'keepPicture'> {
  readonly budgets: Pick<Budgets, 'run' | 'take' | 'allows'>
  readonly jobs: Pick<JobQueue, 'enqueue' | 'wake'>
  readonly readExport: ReadExport
  /** Starts the first tries of added links. */
  readonly tryOpenRows: () => Promise<unknown>
  /** The number of links that all running imports together add per minute. */
  readonly linksPerMinute: number
}

export interface UploadedFile {
  readonly name: string
  readonly choice: ImportChoice
  readonly bytes: Readable
}

export type Imports = ReturnType<typeof createImports>

/** Seconds between two turns of an import. */
export const TURN_SECONDS = 30
const MAX_FILE_NAME = 200
/** The suggested delay when too many imports run. */
const RETRY_AFTER_SECONDS = 3_600

export function createImports(deps: ImportsDeps) {
  const { database } = deps
  const get = async (user: User, id: string): Promise<ImportView> => {
    const [found] = await database.asPerson(user.actor, (tx) => readImports(tx, user.id, id))
    if (!found) throw new AppError('not_found', 'There is no such import.')
    return found
  }
  return {
    /** Reads a file while it arrives, and stores its contents; nothing is added yet. */
    preview: async (user: User, file: UploadedFile, signal: AbortSignal): Promise<ImportPreview> => {
      const { id, ...preview } = await previewFile(deps, user, file, signal)
      return { ...(await get(user, id)), ...preview }
    },
    ...createReports(deps, get),
    list: (user: User) => database.asPerson(user.actor, (tx) => readImports(tx, user.id, null)),
    /** Throws `not_found` for an id of another person's import. */
    get,
    /** Starts adding the posts of these parts; an import that runs already continues. */
    start: async (user: User, id: string, parts: readonly number[]): Promise<ImportView> => {
      const own = { userId: user.id, id }
      const begun = await database.asPerson(user.actor, (tx) => beginImport(tx, own, parts))
      if (begun === 'unknown_part')
        throw new AppError('import_part_unknown', 'The import has no part of this number.')
      if (begun === 'begun_own_file') await enqueueImports(deps, restoreOwnFileJob, [own])
      else {
        await enqueueImports(deps, judgeImportJob, [own])
        if ((await continueOne(deps, own, maxLinks(deps, 1))) > 0) await deps.tryOpenRows()
      }
      return get(user, id)
    },
    /** Removes the import and everything that it made. */
    undo: async (user: User, id: string) => {
      const undone = await database.asPerson(user.actor, (tx) => undoImport(tx, { userId: user.id, id }))
      if (!undone) throw new AppError('not_found', 'There is no such import.')
    },
    /** Adds the next links of every running import; returns their number. Several nodes may call it concurrently. */
    continueAll: async (): Promise<number> => {
      const { toRestore, due } = await database.asSystem('find due imports', async (tx) => ({
        toRestore: await dueImports(tx, { turnSeconds: TURN_SECONDS, areOwnFiles: true }),
        due: await dueImports(tx, { turnSeconds: TURN_SECONDS, areOwnFiles: false }),
      }))
      await enqueueImports(deps, restoreOwnFileJob, toRestore)
      let added = 0
      for (const own of due) added += await continueOne(deps, own, maxLinks(deps, due.length))
      const toJudge = await database.asSystem('find imports to judge', importsToJudge)
      await enqueueImports(deps, judgeImportJob, toJudge)
      return added
    },
    /** Identifies entries by the words of the file; true when entries are left. */
    judge: (own: OwnImport): Promise<boolean> => judgeImport(deps, own),
    /** Restores rows of Antojo's own file; true when rows are left. */
    restore: (own: OwnImport): Promise<boolean> => restoreArchive({ ...deps, lockImport }, own),
    /** Takes the row of a post that names no place out of the collection, back to the report of its import. */
    takeBack: (row: { readonly userId: string; readonly videoId: string }) =>
      database.asSystem('take a post back to its import', (tx) => takeBack(tx, row)),
  }
}

/** The result of an import, and what the person does about it. */
function createReports(deps: ImportsDeps, get: (user: User, id: string) => Promise<ImportView>) {
  const { database } = deps
  return {
    /** Throws `not_found` like `get`. */
    report: (user: User, id: string): Promise<ImportReport> =>
      database.asPerson(user.actor, (tx) => readReport(tx, { userId: user.id, id })),
    /** Ends a question with an answer that is no place. */
    answer: async (user: User, id: string, { videoId, answer }: ImportAnswer): Promise<ImportView> => {
      const end = answer === 'not_a_place' ? takeOut : dropQuestion
      await database.asSystem('answer a question', (tx) => end(tx, { userId: user.id, videoId }))
      return get(user, id)
    },
    /** The entries that are not in the collection, after this position of the file. */
    nameless: (
      user: User,
      id: string,
      query: z.infer<typeof namelessQuery>,
    ): Promise<readonly NamelessEntry[]> =>
      database.asPerson(user.actor, (tx) =>
        readNameless(tx, { userId: user.id, id }, { ...query, max: MAX_NAMELESS }),
      ),
    /** Adds entries that name no place. */
    addNameless: async (user: User, id: string, positions: readonly number[]): Promise<ImportView> => {
      await addNameless(deps, { userId: user.id, id }, positions)
      return get(user, id)
    },
  }
}

async function previewFile(
  { database, budgets, readExport }: ImportsDeps,
  user: User,
  { name, choice, bytes }: UploadedFile,
  signal: AbortSignal,
): Promise<Pick<ImportPreview, 'id' | 'choices' | 'places'>> {
  const file = await makeMediaFile()
  try {
    await saveUpload(bytes, file.path)
    const read = () => readExport({ path: file.path, name, choice }, signal)
    const outcome = await budgets.run('importReading', read, { signal })
    if (outcome.kind === 'refused') throw new AppError(outcome.code, outcome.detail)
    const { found } = outcome
    await budgets.take('previewedLink', { amount: Math.max(1, found.total) })
    const fileName = shownName(name)
    const stored = await retryWhileUnavailable(() =>
      database.asPerson(user.actor, (tx) => storePreview(tx, { userId: user.id, fileName, found })),
    )
    if (stored === null)
      throw new AppError('rate_limited', 'Other imports have to end first.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    return { ...stored, choices: found.choices }
  } finally {
    await file.dispose()
  }
}

/** Removes folders, and characters that a screen cannot show. */
function shownName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const shown = base.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, MAX_FILE_NAME)
  return shown.toWellFormed() || '—'
}

/** The person names their places later, or the post does when it can be read. */
async function addNameless(deps: ImportsDeps, own: OwnImport, positions: readonly number[]): Promise<void> {
  await deps.database.asSystem('add nameless entries', async (tx) => {
    await lockImport(tx, own)
    const entries = await takeNameless(tx, own, positions)
    const added = await addEntries(deps, tx, { own, entries, triedNow: false })
    if (added === null) throw new AppError('rate_limited', 'Too many links were imported today.')
  })
  await deps.tryOpenRows()
}

function maxLinks({ linksPerMinute }: ImportsDeps, imports: number): number {
  return Math.ceil((linksPerMinute * TURN_SECONDS) / 60 / imports)
}

/** Adds the next links of an import; the tries of open rows read their posts. */
async function continueOne(deps: ImportsDeps, own: OwnImport, max: number): Promise<number> {
  return deps.database.asSystem('continue an import', async (tx) => {
    if (!(await takeTurn(tx, own, TURN_SECONDS - 5))) return 0
    await putOffAndResume(tx, own, max)
    const entries = await readNew(tx, own, max)
    const added = await addEntries(deps, tx, { own, entries, triedNow: false })
    return added?.filter(({ isNew }) => isNew).length ?? 0
  })
}
