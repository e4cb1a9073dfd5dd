import type {
  ConfirmPlaceInput,
  ConfirmPlaceResponse,
  ExtractVideoInput,
  ExtractVideoResponse,
} from '@antojo/contract/ai'
import type { User } from '../../core/request-scope.ts'
import { type AddDeps, addLink, type AddProgress, retryLink } from './add/add.ts'
import type { Outcome } from './add/keep.ts'
import { type EntryToJudge, judgeEntry, type Verdict } from './add/judge.ts'
import { keepForLater, type OwnRow } from './add/repo.ts'
import { type ConfirmDeps, confirmLink } from './confirm.ts'
import { tryAgain } from './try-again.ts'

export type { Verdict } from './add/judge.ts'

export type VideosDeps = AddDeps & ConfirmDeps

export interface Videos {
  /** Identifies the restaurant of a link and saves it. */
  add(user: User, input: ExtractVideoInput, progress: AddProgress): Promise<Outcome<ExtractVideoResponse>>
  /** Reads the post again; an uncertain answer becomes a question. */
  retry(user: User, input: ExtractVideoInput, progress: AddProgress): Promise<Outcome<ExtractVideoResponse>>
  /** Saves the places that the person chose. */
  confirm(user: User, input: ConfirmPlaceInput): Promise<Outcome<ConfirmPlaceResponse>>
  /** Saves links of an import as open rows, which the periodic tries identify; returns the rows by canonical link. */
  keepForLater: typeof keepForLater
  /** Judges an entry of an import by the words of its file. */
  judge(entry: EntryToJudge): Promise<Verdict>
  /** Tries an open row again without a person; changes only the row. */
  tryAgain(row: OwnRow): Promise<void>
}

export function createVideos(deps: VideosDeps): Videos {
  return {
    add: (user, input, progress) => addLink(deps, { user, input, force: false }, progress),
    retry: (user, input, progress) => retryLink(deps, { user, input }, progress),
    confirm: (user, input) => confirmLink(deps, user, input),
    keepForLater,
    judge: (entry) => judgeEntry(deps, entry),
    tryAgain: (row) => tryAgain(deps, row),
  }
}
