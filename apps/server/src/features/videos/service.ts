import type { ConfirmPlaceInput, ExtractVideoInput } from '@antojo/contract/ai'
import type { User } from '../../core/request-scope.ts'
import { type AddDeps, addLink, type AddProgress, retryLink } from './add/add.ts'
import { type EntryToJudge, judgeEntry } from './add/judge.ts'
import { keepForLater, type OwnRow } from './add/repo.ts'
import { hasLink } from './add/keep.ts'
import { type ConfirmDeps, confirmLink } from './confirm.ts'
import { tryAgain } from './try-again.ts'

export type { Verdict } from './add/judge.ts'

export type VideosDeps = AddDeps & ConfirmDeps

export type Videos = ReturnType<typeof createVideos>

export function createVideos(deps: VideosDeps) {
  return {
    /** Identifies the restaurant of a link and saves it. */
    add: (user: User, input: ExtractVideoInput, progress: AddProgress) =>
      addLink(deps, { user, input, force: false }, progress),
    has: (user: User, text: string) => hasLink(deps, user.id, text),
    /** Reads the post again; an uncertain answer becomes a question. */
    retry: (user: User, input: ExtractVideoInput, progress: AddProgress) =>
      retryLink(deps, { user, input }, progress),
    /** Saves the places that the person chose. */
    confirm: (user: User, input: ConfirmPlaceInput) => confirmLink(deps, user, input),
    /** Saves links of an import as open rows, which the periodic tries identify; returns the rows by canonical link. */
    keepForLater,
    /** Judges an entry of an import by the words of its file. */
    judge: (entry: EntryToJudge) => judgeEntry(deps, entry),
    /** Tries an open row again without a person; changes only the row. */
    tryAgain: (row: OwnRow) => tryAgain(deps, row),
  }
}
