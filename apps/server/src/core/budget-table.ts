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

const places = <Bounds extends FairQueueOptions>(bounds: Bounds, reason: string) => ({ ...bounds, reason })
/** Work that finds no place is refused at once. */
const NO_QUEUE = { maxQueued: 0, maxWaitMs: 0 } as const

/**
 * Everything expensive that a request can start, with its limit for one asker and for all. All such limits belong in
 * this file; docs/budgets.md is generated from its rows.
 */
export const PLACE_BUDGETS = {
  pictureDecode: places(
    { maxAtOnce: 2, maxPerAsker: 1, maxQueued: 64, maxWaitMs: 10_000 },
    'Two cores. A home screen has a dozen new pictures, and decoding one takes some 30 ms.',
  ),
  clip: places(
    { maxAtOnce: 2, maxPerAsker: 1, maxQueued: 16, maxWaitMs: 20_000 },
    'A clip takes a core for five seconds and up to 80 MB of disk.',
  ),
  uploading: places(
    { maxAtOnce: 6, maxPerAsker: 2, maxPerNetwork: 3, ...NO_QUEUE },
    'Each takes up to 80 MB of disk until it is read. One network leaves half of the places to others.',
  ),
  importReading: places(
    { maxAtOnce: 1, maxPerAsker: 1, maxQueued: 16, maxWaitMs: 30_000 },
    'A file takes a core for up to 6 s and up to 448 MB in a process of its own, and at most 20 s in all.',
  ),
  textReading: places(
    { maxAtOnce: 1, maxPerAsker: 1, maxQueued: 32, maxWaitMs: 20_000 },
    'The models that read text in pictures use one core and some 210 MB.',
  ),
  speech: places(
    { maxAtOnce: 1, maxPerAsker: 1, maxQueued: 16, maxWaitMs: 25_000 },
    'Speech recognition uses one core for seconds.',
  ),
  thoroughReading: places(
    { maxAtOnce: 1, maxPerAsker: 1, maxQueued: 64, maxWaitMs: 60_000 },
    'yt-dlp takes up to 35 s, a process and 60 MB of disk; it runs after the first answer.',
  ),
  dnsLookup: places(
    { maxAtOnce: 48, maxPerAsker: 8, maxQueued: 256, maxWaitMs: 2_000 },
    'A silent name server delays a look-up by two seconds; 40 others must find a place meanwhile.',
  ),
  outgoingFetch: places(
    { maxAtOnce: 64, maxPerAsker: 12, maxPerDestination: 16, maxQueued: 256, maxWaitMs: 5_000 },
    'One analysis fetches up to eight addresses at once; each may hold 5 MB.',
  ),
  pageRead: places(
    { maxAtOnce: 16, maxPerAsker: 6, maxPerDestination: 4, maxQueued: 128, maxWaitMs: 4_000 },
    'A page brings up to 4 MB of text, which take a core some 50 ms. Four at once do not press a platform.',
  ),
  imageFetch: places(
    { maxAtOnce: 12, maxPerAsker: 4, maxPerDestination: 6, maxQueued: 256, maxWaitMs: 10_000 },
    'Slow picture hosts must not use up the places of analyses.',
  ),
  statement: places(
    { maxAtOnce: 6, maxPerAsker: 2, maxQueued: 512, maxWaitMs: 5_000 },
    'The data API has six connections for people; the slow statements of one leave four to others.',
  ),
  guestStatement: places(
    { maxAtOnce: 3, maxPerAsker: 1, maxQueued: 256, maxWaitMs: 5_000 },
    'Guests have three connections of their own; one network may use one of them.',
  ),
  databaseConnection: places(
    { maxAtOnce: 8, maxPerAsker: 3, maxPerNetwork: 6, maxQueued: 512, maxWaitMs: 5_000 },
    'As many as the pool has. Sign-in and the readiness check have connections of their own.',
  ),
  placeQuery: places(
    { maxAtOnce: 8, maxPerAsker: 3, maxPerNetwork: 6, maxQueued: 512, maxWaitMs: 5_000 },
    'The place index has as many connections on the embedded database; a query takes some 5 ms.',
  ),
  request: places(
    { maxAtOnce: 32, maxPerAsker: 16, maxPerNetwork: 24, maxQueued: 4_000, maxWaitMs: 600 },
    'More requests at once only wait for each other; no honest request takes 600 ms.',
  ),
  outsideRequest: places(
    { maxAtOnce: 80, maxPerAsker: 16, maxPerNetwork: 48, maxQueued: 4_000, maxWaitMs: 600 },
    'These wait for other servers most of the time, so more of them can run.',
  ),
  connection: places(
    { maxAtOnce: 4_000, maxPerAsker: 128, ...NO_QUEUE },
    'An idle connection costs some 20 kB. A browser opens six, and an office shares one address.',
  ),
  proxiedRequest: places(
    { maxAtOnce: 4_000, maxPerAsker: 128, ...NO_QUEUE },
    'Behind a trusted proxy all connections belong to it, so requests are counted instead.',
  ),
  bodyMegabytes: places(
    { maxAtOnce: 64, maxPerAsker: 8, ...NO_QUEUE },
    'Bodies of more than 16 kB that arrive or are in use; each may have 256 kB.',
  ),
  answerMegabytes: places(
    { maxAtOnce: 256, maxPerAsker: 32, ...NO_QUEUE },
    'Answers of more than 64 kB that their clients have not read yet; the largest has 16 MB.',
  ),
} satisfies Readonly<Record<string, PlaceBudget>>

const every =
  (perSeconds: number) =>
  (max: number, reason: string, more: Partial<RateBudget> = {}): RateBudget => ({
    perSeconds,
    max,
    reason,
    ...more,
  })
const [perMinute, perHour, perDay] = [every(60), every(3_600), every(86_400)]
const NO_GUESTS = { maxForGuests: 0 } as const

export const RATE_BUDGETS = {
  apiRequest: perMinute(
    600,
    'Every request of the product without a budget of its own; an open page sends a few a minute.',
  ),
  fileRequest: perMinute(
    6_000,
    'The files and pages of the web app. A first visit reads some 40; an office shares one address.',
  ),
  healthCheck: perMinute(
    1_200,
    'Several proxies that ask every second. A check costs one query, which those at once share.',
  ),
  dataRequest: perMinute(1_500, 'An open page sends some 25 requests a minute, a quick person 200.'),
  schemaReload: every(600)(
    1,
    'An unknown name in a request may mean a changed schema, and reading the schema takes some 50 ms.',
    NO_GUESTS,
  ),
  aiRequest: perMinute(
    120,
    'A bulk import adds two links a second. The setting ADDS_PER_MINUTE replaces this number.',
  ),
  guestFind: perMinute(30, 'Each writes a row of some kilobytes and sends requests to other servers.', {
    maxForGuests: 5,
    maxForAllGuests: 60,
  }),
  guestFindDaily: perDay(1_000, 'Bounds the rows that guests write in a day to some 100 MB.', {
    maxForGuests: 60,
    maxForAllGuests: 3_000,
  }),
  querySynth: perMinute(
    60,
    'Each searches the place index and, for an account, may use the language model.',
    { maxForGuests: 10, maxForAllGuests: 120 },
  ),
  paidPlaceCall: perDay(
    500,
    "A quarter of the calls of Google's places that an installation pays in a day, unless told otherwise.",
  ),
  placeArea: perDay(
    20,
    'Each new city is a download of up to 1 GB into the place index; nobody eats in more new cities a day.',
    NO_GUESTS,
  ),
  importedArea: perDay(
    10,
    'New cities that the imports of one account may add, so that the rest of its day is left to links that it saves itself.',
    NO_GUESTS,
  ),
  addDaily: perDay(
    5_000,
    'Bounds the rows of one account to some 100 MB a day; no real collection grows faster.',
    NO_GUESTS,
  ),
  retry: perHour(
    60,
    'Each reads a post again. The database also limits a post to five times an hour, for all people together.',
    NO_GUESTS,
  ),
  correction: perDay(
    200,
    'Names that one person may teach in a day, for themselves and perhaps for others; nobody corrects more by hand.',
    NO_GUESTS,
  ),
  placeSearch: perMinute(120, 'One search for each letter, typed quickly.'),
  oembed: perMinute(120, 'Each sends one request to a platform.'),
  transcribe: perMinute(20, 'Each may cost money or a core.', { maxForGuests: 3 }),
  upload: perMinute(12, 'Each is decoded and read.', { maxForGuests: 3 }),
  import: perHour(30, 'Each file is read for seconds, and its preview has up to 20,000 rows.', NO_GUESTS),
  previewedLink: perDay(
    200_000,
    'Bounds the rows that the previews of one account write to some 150 MB a day: ten of the largest files.',
    NO_GUESTS,
  ),
  importedLink: perDay(
    20_000,
    'Bounds the rows of one account to some 400 MB a day; the other links wait until the next day.',
    NO_GUESTS,
  ),
  imageRequest: perMinute(
    6_000,
    'Scrolling quickly through 2,000 cards; a stored picture costs one read of a file.',
  ),
  imageMiss: perMinute(
    120,
    'A shared list of 50 cards, opened for the first time; stored pictures are not counted.',
    { maxForGuests: 60, maxForAllGuests: 600 },
  ),
  mapTile: perMinute(
    1_200,
    'A quick tour of the map needs some ten tiles a second; one takes a core some 2 ms.',
    { maxForAllGuests: 6_000 },
  ),
  providerPhoto: perMinute(240, 'A provider charges for each.', { maxForGuests: 60 }),
  accountExport: perMinute(6, 'Each reads everything that an account has.', NO_GUESTS),
  invitation: perDay(
    20,
    'Nobody invites more people in a day; each invitation may admit ten accounts.',
    NO_GUESTS,
  ),
  capture: perMinute(
    60,
    'Each saves a link and starts a job. A request with a token counts for its network.',
  ),
  mcpRequest: perMinute(
    120,
    'A program sends several requests for one question. A request with a token counts for its network.',
  ),
  placeFeed: perMinute(
    30,
    'Programs read a live link some times an hour; a file of 5,000 places takes some 200 ms.',
    { maxForAllGuests: 300 },
  ),
  personalToken: perDay(50, 'An account has at most fifty; nobody makes more in a day.', NO_GUESTS),
  placeReport: perDay(
    20,
    'Visitors of shared lists write them without an account. A list also takes at most 20 a day.',
    { maxForAllGuests: 1_000 },
  ),
  openInvitation: perMinute(30, 'A person opens one link, and a family behind one address a few.'),
  serviceTest: perMinute(
    20,
    'A press of an administrator; each sends a request that may cost a fraction of a cent.',
    NO_GUESTS,
  ),
  profilePicture: perMinute(6, 'Each is decoded and stored.', NO_GUESTS),
} satisfies Readonly<Record<string, RateBudget>>

export type PlaceBudgetName = keyof typeof PLACE_BUDGETS
export type RateBudgetName = keyof typeof RATE_BUDGETS
