import type { FairQueueOptions } from './fair-queue.ts'

/** Work that takes a place while it runs. Times in milliseconds. */
export interface PlaceBudget extends FairQueueOptions {
  readonly reason: string
}

/** Work that is counted over time, for one account or network and, where it costs all, for the whole node. */
export interface RateBudget {
  readonly perSeconds: number
  /** For one account. */
  readonly max: number
  /** For one network of guests; the same as for an account when absent, and 0 where guests have no access. */
  readonly maxForGuests?: number
  /** For all guests of the node together. */
  readonly maxForAllGuests?: number
  readonly reason: string
}

const MINUTE = 60
const DAY = 86_400

/**
 * Everything expensive that a request can start, with its limit for one asker and for all. Other limits of the same
 * kind belong here and nowhere else; docs/budgets.md is generated from these rows.
 */
export const PLACE_BUDGETS = {
  pictureDecode: {
    maxAtOnce: 2,
    maxPerAsker: 1,
    maxQueued: 64,
    maxWaitMs: 10_000,
    reason: 'Two cores. A home screen brings a dozen new pictures, each decoded in some 30 ms.',
  },
  clip: {
    maxAtOnce: 2,
    maxPerAsker: 1,
    maxQueued: 16,
    maxWaitMs: 20_000,
    reason: 'A clip takes a core for five seconds and up to 80 MB of disk.',
  },
  uploading: {
    maxAtOnce: 6,
    maxPerAsker: 2,
    maxPerNetwork: 3,
    maxQueued: 0,
    maxWaitMs: 0,
    reason: 'Each takes up to 80 MB of disk while it arrives and is read; one network leaves half to others.',
  },
  textReading: {
    maxAtOnce: 1,
    maxPerAsker: 1,
    maxQueued: 32,
    maxWaitMs: 20_000,
    reason: 'The models that read text in pictures use one core and some 300 MB.',
  },
  speech: {
    maxAtOnce: 1,
    maxPerAsker: 1,
    maxQueued: 16,
    maxWaitMs: 25_000,
    reason: 'Speech recognition uses one core for seconds.',
  },
  dnsLookup: {
    maxAtOnce: 48,
    maxPerAsker: 8,
    maxQueued: 256,
    maxWaitMs: 2_000,
    reason: 'A silent name server holds a look-up for two seconds; 40 others must find a place meanwhile.',
  },
  outgoingFetch: {
    maxAtOnce: 64,
    maxPerAsker: 12,
    maxPerDestination: 16,
    maxQueued: 256,
    maxWaitMs: 5_000,
    reason: 'One analysis fetches up to eight addresses at once; each may hold 5 MB.',
  },
  imageFetch: {
    maxAtOnce: 12,
    maxPerAsker: 4,
    maxPerDestination: 6,
    maxQueued: 256,
    maxWaitMs: 10_000,
    reason: 'Slow picture hosts must not take the fetches of analyses.',
  },
  statement: {
    maxAtOnce: 6,
    maxPerAsker: 2,
    maxQueued: 512,
    maxWaitMs: 5_000,
    reason: 'The data API has six connections for people; slow statements of one leave four to others.',
  },
  guestStatement: {
    maxAtOnce: 3,
    maxPerAsker: 1,
    maxQueued: 256,
    maxWaitMs: 5_000,
    reason: 'Guests have three connections of their own, and one network no more than one of them.',
  },
  request: {
    maxAtOnce: 32,
    minAtOnce: 8,
    maxPerAsker: 16,
    maxPerNetwork: 24,
    maxQueued: 4_000,
    maxWaitMs: 600,
    reason: 'More at once only wait for each other; 600 ms is longer than any honest turn takes.',
  },
  outsideRequest: {
    maxAtOnce: 80,
    minAtOnce: 8,
    maxPerAsker: 16,
    maxPerNetwork: 48,
    maxQueued: 4_000,
    maxWaitMs: 600,
    reason: 'These wait for other servers most of the time, so more of them fit.',
  },
  connection: {
    maxAtOnce: 4_000,
    maxPerAsker: 128,
    maxQueued: 0,
    maxWaitMs: 0,
    reason: 'An idle one costs some 20 kB. A browser opens six, an office shares one address.',
  },
  proxiedRequest: {
    maxAtOnce: 4_000,
    maxPerAsker: 128,
    maxQueued: 0,
    maxWaitMs: 0,
    reason: 'Behind a trusted proxy all connections are its own, so requests are counted instead.',
  },
  bodyMegabytes: {
    maxAtOnce: 64,
    maxPerAsker: 8,
    maxQueued: 0,
    maxWaitMs: 0,
    reason: 'Bodies of more than 16 kB on their way or in use; each may have 256 kB.',
  },
  answerMegabytes: {
    maxAtOnce: 256,
    maxPerAsker: 32,
    maxQueued: 0,
    maxWaitMs: 0,
    reason: 'Answers of more than 64 kB that are not read yet; the largest has 16 MB.',
  },
} as const satisfies Readonly<Record<string, PlaceBudget>>

export const RATE_BUDGETS = {
  dataRequest: {
    perSeconds: MINUTE,
    max: 1_500,
    reason: 'An open page sends some 25 requests a minute, a quick hand 200.',
  },
  schemaReload: {
    perSeconds: 600,
    max: 1,
    maxForGuests: 0,
    reason: 'A wrong name in a request looks like a changed schema, and reading the schema takes some 50 ms.',
  },
  aiRequest: {
    perSeconds: MINUTE,
    max: 120,
    reason: 'A bulk import adds two links a second. ADDS_PER_MINUTE replaces the number.',
  },
  guestFind: {
    perSeconds: MINUTE,
    max: 30,
    maxForGuests: 5,
    maxForAllGuests: 60,
    reason: 'Each writes a row of some kilobytes and asks foreign servers.',
  },
  guestFindDaily: {
    perSeconds: DAY,
    max: 1_000,
    maxForGuests: 60,
    maxForAllGuests: 3_000,
    reason: 'Bounds the rows that guests leave in a day to some 100 MB.',
  },
  querySynth: {
    perSeconds: MINUTE,
    max: 60,
    maxForGuests: 10,
    maxForAllGuests: 120,
    reason: 'Each searches the place index, and may ask the language model for an account.',
  },
  addDaily: {
    perSeconds: DAY,
    max: 5_000,
    maxForGuests: 0,
    reason: 'Bounds the rows of one account to some 100 MB a day; no collection grows faster.',
  },
  retry: {
    perSeconds: 3_600,
    max: 60,
    maxForGuests: 0,
    reason:
      'Each reads a post again. The database also allows one post five times an hour, for all together.',
  },
  correction: {
    perSeconds: DAY,
    max: 200,
    maxForGuests: 0,
    reason:
      'Names that one person teaches in a day, to themselves and perhaps to others; nobody corrects more by hand.',
  },
  placeSearch: { perSeconds: MINUTE, max: 120, reason: 'One search for each letter typed, quickly.' },
  oembed: { perSeconds: MINUTE, max: 120, reason: 'One request to a platform each.' },
  transcribe: { perSeconds: MINUTE, max: 20, maxForGuests: 3, reason: 'Each may cost money or a core.' },
  upload: { perSeconds: MINUTE, max: 12, maxForGuests: 3, reason: 'Each is decoded and read.' },
  imageMiss: {
    perSeconds: MINUTE,
    max: 120,
    maxForGuests: 60,
    maxForAllGuests: 600,
    reason: 'A first look at a shared list of 50 cards; kept pictures are not counted.',
  },
  providerPhoto: { perSeconds: MINUTE, max: 240, maxForGuests: 60, reason: 'A provider charges for each.' },
  accountExport: { perSeconds: MINUTE, max: 6, maxForGuests: 0, reason: 'Reads everything an account has.' },
  invitation: {
    perSeconds: DAY,
    max: 20,
    maxForGuests: 0,
    reason: 'Nobody invites more people a day; each may bring ten accounts.',
  },
  openInvitation: {
    perSeconds: MINUTE,
    max: 30,
    reason: 'A person opens one link, a family behind one address a few.',
  },
  profilePicture: { perSeconds: MINUTE, max: 6, maxForGuests: 0, reason: 'Each is decoded and kept.' },
} as const satisfies Readonly<Record<string, RateBudget>>

export type PlaceBudgetName = keyof typeof PLACE_BUDGETS
export type RateBudgetName = keyof typeof RATE_BUDGETS
