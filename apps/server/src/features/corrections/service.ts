import { networksOf } from '@antojo/auth/network'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Database, Tx } from '@antojo/db/database'
import type { EvidenceText, Resolution } from '@antojo/identify/evidence'
import { type PlaceFacts, placeId } from '@antojo/domain/places/place-facts'
import type { Platform } from '@antojo/domain/platforms/platform'
import { nameKey } from '@antojo/domain/text'
import type { Logger } from 'pino'
import { AppError } from '../../core/app-error.ts'
import { currentAsker } from '../../core/asker.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { User } from '../../core/request-scope.ts'
import { locationOf, type Places } from '../places/service.ts'
import { type LessonWithPlace, lessonKey, lessonsOf, withLessons } from '@antojo/identify/corrections/lessons'
import {
  deleteTaught,
  findCorrections,
  type FoundCorrection,
  type NewCorrection,
  readTaught,
  writeCorrection,
} from './repo.ts'

/** The most places that are looked up for the lessons of one post. */
const MAX_PLACES = 12

/** The part of a post that lessons depend on. */
export interface PostToLearn {
  readonly platform: Platform
  readonly canonicalUrl: string
  /** Texts of the post, and those that the person added. */
  readonly texts: readonly EvidenceText[]
}

/**
 * A correction teaches that a name means a certain place in posts of this creator. It applies immediately for the
 * person who made it, and for everybody while two independent people agree (see `app.name_votes`). It is applied to the
 * answer of each request and never stored in the analysis of a post, so that it can be revoked.
 */
export type Corrections = ReturnType<typeof createCorrections>

export interface Choice {
  /** Null when the post could not be read. */
  readonly answer: Resolution | null
  /** The places in the form in which they may be stored. */
  readonly places: readonly PlaceFacts[]
}

export interface CorrectionsDeps {
  readonly database: Database
  readonly places: Places
  readonly budgets: Pick<Budgets, 'allows'>
  readonly log: Logger
}

export function createCorrections(deps: CorrectionsDeps) {
  const { database } = deps
  return {
    /** Applies the corrections of the person (null for a guest), and those that people agree on. */
    applyTo: async (answer: Resolution, post: PostToLearn, userId: string | null): Promise<Resolution> => {
      const creator = creatorOf(post)
      if (creator === null) return answer
      const letters = lessonKey(post.texts.map(({ text }) => text).join(' '))
      const found = await retryWhileUnavailable(() =>
        database.asSystem('find corrections', (tx) =>
          findCorrections(tx, { userId, creator: creator.key, letters }),
        ),
      )
      return found.length === 0 ? answer : withLessons(answer, await lessonsFrom(deps, found), post.texts)
    },
    /** The corrections that follow from a choice of places for this answer; `write` stores them. */
    taughtBy: (user: User, post: PostToLearn, choice: Choice): Promise<readonly NewCorrection[]> =>
      taughtBy(deps, user, post, choice),
    write: async (tx: Tx, taught: readonly NewCorrection[]) => {
      for (const correction of taught) await writeCorrection(tx, correction)
    },
    list: (user: User) => database.asSystem('list corrections', (tx) => readTaught(tx, user.id)),
    /** Deletes the person's correction, which ends its effect for everybody. */
    forget: async (user: User, id: string) => {
      const found = await database.asPerson(user.actor, (tx) => deleteTaught(tx, user.id, id))
      if (!found) throw new AppError('not_found', 'No such correction.')
    },
  }
}

/** Beyond the person's daily limit, a choice is saved but teaches nothing. */
export async function taughtBy(
  { budgets, log }: Pick<CorrectionsDeps, 'budgets' | 'log'>,
  user: User,
  post: PostToLearn,
  { answer, places }: Choice,
): Promise<readonly NewCorrection[]> {
  const creator = creatorOf(post)
  const lessons = answer === null ? [] : lessonsOf(answer, places)
  if (creator === null || lessons.length === 0) return []
  if (!(await budgets.allows('correction', { amount: lessons.length }))) {
    log.info({ userId: user.id }, 'a correction beyond the daily share teaches nothing')
    return []
  }
  return lessons.flatMap((lesson) => {
    const place = places.find((each) => placeId(each) === lesson.placeId)
    if (!place) return []
    return [
      {
        userId: user.id,
        creator: creator.key,
        creatorName: creator.name,
        platform: post.platform,
        canonicalUrl: post.canonicalUrl,
        lesson,
        placeName: place.name.trim().slice(0, 200).toWellFormed(),
        placeLocation: keptLocation(place),
        network: networkOf(user),
      },
    ]
  })
}

/** The city; the column does not accept single letters. */
function keptLocation(place: PlaceFacts): string | null {
  const location = locationOf(place)?.trim().slice(0, 80).toWellFormed() ?? ''
  return location.length < 2 ? null : location
}

/**
 * The network of the person, which shows whether people are independent. Null for an unknown address and for an
 * anonymous account; such a correction never applies to others.
 */
function networkOf({ actor }: User): string | null {
  const { address } = currentAsker()
  if (address === null || actor.claims['is_anonymous'] === true) return null
  const { wide } = networksOf(address)
  return wide === 'unknown' ? null : wide
}

const MAX_CREATOR_LENGTH = 200

/**
 * The creator of the post: by handle, which is unique on its platform, or by name when the handle is unknown. Null for
 * pages of unknown sites, because the owner of a site could claim to be any creator.
 */
function creatorOf({ platform, texts }: PostToLearn): { readonly key: string; readonly name: string } | null {
  if (platform === 'Other') return null
  const names = texts.flatMap(({ source, text }) => (source === 'creator' ? [text.trim()] : []))
  const handle = names.find((name) => name.startsWith('@'))
  const name = handle ?? names[0] ?? ''
  const key = handle?.toLowerCase() ?? nameKey(name)
  return key === '' || key.length > MAX_CREATOR_LENGTH
    ? null
    : { key: `${platform} ${key}`, name: name.slice(0, MAX_CREATOR_LENGTH) }
}

/** Lessons with their places, in the given order; a person's own lesson replaces the common one for the same name. */
async function lessonsFrom(
  { places, log }: CorrectionsDeps,
  found: readonly FoundCorrection[],
): Promise<LessonWithPlace[]> {
  const own = new Set(found.flatMap((row) => (row.own ? [row.name_key] : [])))
  const valid = found.filter((row) => row.own || !own.has(row.name_key))
  const byName = [...Map.groupBy(valid, (row) => `${row.name_key} ${row.to_place_id}`).values()]
  const lessons = byName.slice(0, MAX_PLACES).map(async (rows): Promise<LessonWithPlace[]> => {
    const [row] = rows
    if (!row) return []
    const id = row.to_place_id
    const place = await places.byId(id).catch((error: unknown) => {
      log.warn({ err: error, place: id }, 'place of a correction unavailable, not applied')
      return null
    })
    const rejected = rows.flatMap(({ from_place_id: from, located_by: locatedBy }) =>
      from === null ? [] : [{ placeId: from, locatedBy }],
    )
    return place ? [{ name: row.name, placeId: id, place, rejected }] : []
  })
  return (await Promise.all(lessons)).flat()
}
