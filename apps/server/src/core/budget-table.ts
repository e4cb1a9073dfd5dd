import type { FairQueueOptions } from './fair-queue.ts'

/** A limit of concurrent work: each piece of work holds a place while it runs. */
export interface PlaceBudget extends FairQueueOptions {
  readonly reason: string
}

/** A limit of work over time. */
export interface RateBudget {
  readonly perSeconds: number
  /** For one account. */
  readonly max: number
  /** For one network of guests; when absent, as for an account; 0: guests have no access. */
  readonly maxForGuests?: number
  /** For all guests of the node together. */
  readonly maxForAllGuests?: number
  readonly reason: string
}

const MINUTE = 60
const DAY = 86_400

/**
 * Everything expensive that a request can start, with its limit for one asker and for all. All such limits belong in
 * this file; docs/budgets.md is generated from its rows.
 */
export const PLACE_BUDGETS = {
  pictureDecode: {
    maxAtOnce: 2,
    maxPerAsker: 1,
    maxQueued: 64,
    maxWaitMs: 10_000,
    reason: 'Two cores. A home screen has a dozen new pictures, and decoding one takes some 30 ms.',
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
    reason:
      'Each takes up to 80 MB of disk until it is read. One network leaves half of the places to others.',
  },
  importReading: {
    maxAtOnce: 1,
    maxPerAsker: 1,
    maxQueued: 16,
    maxWaitMs: 30_000,
    reason:
      'A file takes a core for up to 6 s and up to 448 MB in a process of its own, and at most 20 s in all.',
  },
  textReading: {
    maxAtOnce: 1,
    maxPerAsker: 1,
    maxQueued: 32,
    maxWaitMs: 20_000,
    reason: 'The models that read text in pictures use one core and some 210 MB.',
  },
  speech: {
    maxAtOnce: 1,
    maxPerAsker: 1,
    maxQueued: 16,
    maxWaitMs: 25_000,
    reason: 'Speech recognition uses one core for seconds.',
  },
  thoroughReading: {
    maxAtOnce: 1,
    maxPerAsker: 1,
    maxQueued: 64,
    maxWaitMs: 60_000,
    reason: 'yt-dlp takes up to 35 s, a process and 60 MB of disk; it runs after the first answer.',
  },
  dnsLookup: {
    maxAtOnce: 48,
    maxPerAsker: 8,
    maxQueued: 256,
    maxWaitMs: 2_000,
    reason: 'A silent name server delays a look-up by two seconds; 40 others must find a place meanwhile.',
  },
  outgoingFetch: {
    maxAtOnce: 64,
    maxPerAsker: 12,
    maxPerDestination: 16,
    maxQueued: 256,
    maxWaitMs: 5_000,
    reason: 'One analysis fetches up to eight addresses at once; each may hold 5 MB.',
  },
  pageRead: {
    maxAtOnce: 16,
    maxPerAsker: 6,
    maxPerDestination: 4,
    maxQueued: 128,
    maxWaitMs: 4_000,
    reason:
      'A page brings up to 4 MB of text, which take a core some 50 ms. Four at once do not press a platform.',
  },
  imageFetch: {
    maxAtOnce: 12,
    maxPerAsker: 4,
    maxPerDestination: 6,
    maxQueued: 256,
    maxWaitMs: 10_000,
    reason: 'Slow picture hosts must not use up the places of analyses.',
  },
  statement: {
    maxAtOnce: 6,
    maxPerAsker: 2,
    maxQueued: 512,
    maxWaitMs: 5_000,
    reason: 'The data API has six connections for people; the slow statements of one leave four to others.',
  },
  guestStatement: {
    maxAtOnce: 3,
    maxPerAsker: 1,
    maxQueued: 256,
    maxWaitMs: 5_000,
    reason: 'Guests have three connections of their own; one network may use one of them.',
  },
  databaseConnection: {
    maxAtOnce: 8,
    maxPerAsker: 3,
    maxPerNetwork: 6,
    maxQueued: 512,
    maxWaitMs: 5_000,
    reason: 'As many as the pool has. Sign-in and the readiness check have connections of their own.',
  },
  placeQuery: {
    maxAtOnce: 8,
    maxPerAsker: 3,
    maxPerNetwork: 6,
    maxQueued: 512,
    maxWaitMs: 5_000,
    reason: 'The place index has as many connections on the embedded database; a query takes some 5 ms.',
  },
  request: {
    maxAtOnce: 32,
    maxPerAsker: 16,
    maxPerNetwork: 24,
    maxQueued: 4_000,
    maxWaitMs: 600,
    reason: 'More requests at once only wait for each other; no honest request takes 600 ms.',
  },
  outsideRequest: {
    maxAtOnce: 80,
    maxPerAsker: 16,
    maxPerNetwork: 48,
    maxQueued: 4_000,
    maxWaitMs: 600,
    reason: 'These wait for other servers most of the time, so more of them can run.',
  },
  connection: {
    maxAtOnce: 4_000,
    maxPerAsker: 128,
    maxQueued: 0,
    maxWaitMs: 0,
    reason: 'An idle connection costs some 20 kB. A browser opens six, and an office shares one address.',
  },
  proxiedRequest: {
    maxAtOnce: 4_000,
    maxPerAsker: 128,
    maxQueued: 0,
    maxWaitMs: 0,
    reason: 'Behind a trusted proxy all connections belong to it, so requests are counted instead.',
  },
  bodyMegabytes: {
    maxAtOnce: 64,
    maxPerAsker: 8,
    maxQueued: 0,
    maxWaitMs: 0,
    reason: 'Bodies of more than 16 kB that arrive or are in use; each may have 256 kB.',
  },
  answerMegabytes: {
    maxAtOnce: 256,
    maxPerAsker: 32,
    maxQueued: 0,
    maxWaitMs: 0,
    reason: 'Answers of more than 64 kB that their clients have not read yet; the largest has 16 MB.',
  },
} as const satisfies Readonly<Record<string, PlaceBudget>>

export const RATE_BUDGETS = {
  apiRequest: {
    perSeconds: MINUTE,
    max: 600,
    reason: 'Every request of the product without a budget of its own; an open page sends a few a minute.',
  },
  fileRequest: {
    perSeconds: MINUTE,
    max: 6_000,
    reason: 'The files and pages of the web app. A first visit reads some 40; an office shares one address.',
  },
  healthCheck: {
    perSeconds: MINUTE,
    max: 1_200,
    reason: 'Several proxies that ask every second. A check costs one query, which those at once share.',
  },
  dataRequest: {
    perSeconds: MINUTE,
    max: 1_500,
    reason: 'An open page sends some 25 requests a minute, a quick person 200.',
  },
  schemaReload: {
    perSeconds: 600,
    max: 1,
    maxForGuests: 0,
    reason:
      'An unknown name in a request may mean a changed schema, and reading the schema takes some 50 ms.',
  },
  aiRequest: {
    perSeconds: MINUTE,
    max: 120,
    reason: 'A bulk import adds two links a second. The setting ADDS_PER_MINUTE replaces this number.',
  },
  guestFind: {
    perSeconds: MINUTE,
    max: 30,
    maxForGuests: 5,
    maxForAllGuests: 60,
    reason: 'Each writes a row of some kilobytes and sends requests to other servers.',
  },
  guestFindDaily: {
    perSeconds: DAY,
    max: 1_000,
    maxForGuests: 60,
    maxForAllGuests: 3_000,
    reason: 'Bounds the rows that guests write in a day to some 100 MB.',
  },
  querySynth: {
    perSeconds: MINUTE,
    max: 60,
    maxForGuests: 10,
    maxForAllGuests: 120,
    reason: 'Each searches the place index and, for an account, may use the language model.',
  },
  paidPlaceCall: {
    perSeconds: DAY,
    max: 500,
    reason:
      "A quarter of the calls of Google's places that an installation pays in a day, unless told otherwise.",
  },
  placeArea: {
    perSeconds: DAY,
    max: 20,
    maxForGuests: 0,
    reason:
      'Each new city is a download of up to 1 GB into the place index; nobody eats in more new cities a day.',
  },
  addDaily: {
    perSeconds: DAY,
    max: 5_000,
    maxForGuests: 0,
    reason: 'Bounds the rows of one account to some 100 MB a day; no real collection grows faster.',
  },
  retry: {
    perSeconds: 3_600,
    max: 60,
    maxForGuests: 0,
    reason:
      'Each reads a post again. The database also limits a post to five times an hour, for all people together.',
  },
  correction: {
    perSeconds: DAY,
    max: 200,
    maxForGuests: 0,
    reason:
      'Names that one person may teach in a day, for themselves and perhaps for others; nobody corrects more by hand.',
  },
  placeSearch: { perSeconds: MINUTE, max: 120, reason: 'One search for each letter, typed quickly.' },
  oembed: { perSeconds: MINUTE, max: 120, reason: 'Each sends one request to a platform.' },
  transcribe: { perSeconds: MINUTE, max: 20, maxForGuests: 3, reason: 'Each may cost money or a core.' },
  upload: { perSeconds: MINUTE, max: 12, maxForGuests: 3, reason: 'Each is decoded and read.' },
  import: {
    perSeconds: 3_600,
    max: 30,
    maxForGuests: 0,
    reason: 'Each file is read for seconds, and its preview has up to 20,000 rows.',
  },
  previewedLink: {
    perSeconds: DAY,
    max: 200_000,
    maxForGuests: 0,
    reason:
      'Bounds the rows that the previews of one account write to some 150 MB a day: ten of the largest files.',
  },
  importedLink: {
    perSeconds: DAY,
    max: 20_000,
    maxForGuests: 0,
    reason: 'Bounds the rows of one account to some 400 MB a day; the other links wait until the next day.',
  },
  imageRequest: {
    perSeconds: MINUTE,
    max: 6_000,
    reason: 'Scrolling quickly through 2,000 cards; a stored picture costs one read of a file.',
  },
  imageMiss: {
    perSeconds: MINUTE,
    max: 120,
    maxForGuests: 60,
    maxForAllGuests: 600,
    reason: 'A shared list of 50 cards, opened for the first time; stored pictures are not counted.',
  },
  mapTile: {
    perSeconds: MINUTE,
    max: 1_200,
    maxForAllGuests: 6_000,
    reason: 'A quick tour of the map needs some ten tiles a second; one takes a core some 2 ms.',
  },
  providerPhoto: { perSeconds: MINUTE, max: 240, maxForGuests: 60, reason: 'A provider charges for each.' },
  accountExport: {
    perSeconds: MINUTE,
    max: 6,
    maxForGuests: 0,
    reason: 'Each reads everything that an account has.',
  },
  invitation: {
    perSeconds: DAY,
    max: 20,
    maxForGuests: 0,
    reason: 'Nobody invites more people in a day; each invitation may admit ten accounts.',
  },
  capture: {
    perSeconds: MINUTE,
    max: 60,
    reason: 'Each saves a link and starts a job. A request with a token counts for its network.',
  },
  mcpRequest: {
    perSeconds: MINUTE,
    max: 120,
    reason:
      'A program sends several requests for one question. A request with a token counts for its network.',
  },
  placeFeed: {
    perSeconds: MINUTE,
    max: 30,
    maxForAllGuests: 300,
    reason: 'Programs read a live link some times an hour; a file of 5,000 places takes some 200 ms.',
  },
  personalToken: {
    perSeconds: DAY,
    max: 50,
    maxForGuests: 0,
    reason: 'An account has at most fifty; nobody makes more in a day.',
  },
  openInvitation: {
    perSeconds: MINUTE,
    max: 30,
    reason: 'A person opens one link, and a family behind one address a few.',
  },
  serviceTest: {
    perSeconds: MINUTE,
    max: 20,
    maxForGuests: 0,
    reason: 'A press of an administrator; each sends a request that may cost a fraction of a cent.',
  },
  profilePicture: { perSeconds: MINUTE, max: 6, maxForGuests: 0, reason: 'Each is decoded and stored.' },
} as const satisfies Readonly<Record<string, RateBudget>>

export type PlaceBudgetName = keyof typeof PLACE_BUDGETS
export type RateBudgetName = keyof typeof RATE_BUDGETS
