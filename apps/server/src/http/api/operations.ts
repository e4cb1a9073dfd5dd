import {
  captureRequest,
  captureResponse,
  createdToken,
  deleteAccountResponse,
  pictureResponse,
  tokensResponse,
} from '@antojo/contract/account'
import { adminAccess, adminMetricsResponse, backupStarted, serviceTestResponse } from '@antojo/contract/admin'
import {
  addFailedResponse,
  confirmPlaceResponse,
  extractVideoResponse,
  oembedRequiredResponse,
  querySynthResponse,
} from '@antojo/contract/ai'
import { bootConfig } from '@antojo/contract/boot-config'
import { taughtNamesResponse } from '@antojo/contract/corrections'
import { finderResponse } from '@antojo/contract/finder'
import { createdInvitation, invitationsResponse } from '@antojo/contract/invitations'
import { mapStatus } from '@antojo/contract/map'
import { goneResponse, oembedResponse, savedResponse } from '@antojo/contract/oembed'
import {
  areasResponse,
  citySearchResponse,
  knownArea,
  placeDetailsResponse,
  placesResponse,
} from '@antojo/contract/places'
import { readMediaResponse } from '@antojo/contract/read-media'
import { transcribeResponse } from '@antojo/contract/transcribe'
import {
  importPreview,
  importReport,
  importsResponse,
  importView,
  namelessResponse,
} from '@antojo/contract/transfer/imports'
import { PLACE_EXPORT_FORMATS } from '@antojo/contract/transfer/place-export'
import { feedResponse } from '@antojo/contract/transfer/place-feeds'
import { z } from 'zod'
import { contentTypeOf } from '../../features/exports/service.ts'

/** The permission that a route asks for, in the words of the document. */
export const ACCESS = {
  session: 'Needs a session.',
  administrator: 'Needs the session of an administrator.',
  token: 'Needs a personal token.',
  tokenOrSession: 'Needs a personal token with the scope `capture`, or a session.',
  guest: 'A session is optional.',
  everybody: 'Open to everybody.',
} as const
export type Access = keyof typeof ACCESS

export interface Operation {
  readonly summary: string
  readonly access: Access
  /** The statuses of success. Default: 200, or 204 without an answer. */
  readonly statuses?: readonly [number, ...number[]]
  /** The JSON of success, or the media types of another answer; null for none. */
  readonly answer: z.ZodType | readonly string[] | null
  /** The bodies by media type, where the schema of the route does not say it; null for bytes. */
  readonly bodies?: Readonly<Record<string, z.ZodType | null>>
  /** Failures that answer with more than the code, by status; `default` is any other. */
  readonly failures?: Readonly<Record<string, z.ZodType>>
}

const FILE = { 'application/octet-stream': null }
const PLACE_FILES = PLACE_EXPORT_FORMATS.map((format) => contentTypeOf(format))
const anyJson = z.unknown()
/** https://www.jsonrpc.org/specification */
const rpcMessage = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string().max(200) })

type More = Pick<Operation, 'statuses' | 'bodies' | 'failures'>
const of =
  (access: Access) =>
  (summary: string, answer: Operation['answer'], more: More = {}): Operation => ({
    summary,
    access,
    answer,
    ...more,
  })
const [session, administrator, token] = [of('session'), of('administrator'), of('token')]
const [tokenOrSession, guest, everybody] = [of('tokenOrSession'), of('guest'), of('everybody')]

/** Every route of the product, by method and path. A route without an entry fails a test. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /functions/v1/ai': guest(
    'Adds a video link, confirms its place, finds places from a link and hints, or makes search phrases, by `action`. With `Accept: text/event-stream` the answer is a stream of steps that ends with the result.',
    z.union([extractVideoResponse, confirmPlaceResponse, finderResponse, querySynthResponse]),
    { failures: { 424: oembedRequiredResponse, default: addFailedResponse } },
  ),
  'POST /functions/v1/capture': tokenOrSession(
    'Saves every link of a text. A multipart form may have pictures; a plain text is the text.',
    captureResponse,
    {
      statuses: [200, 202],
      bodies: {
        'application/json': captureRequest,
        'application/x-www-form-urlencoded': captureRequest,
        'multipart/form-data': captureRequest,
        'text/plain': captureRequest.shape.text.unwrap(),
      },
    },
  ),
  'POST /functions/v1/read-media': session(
    'Reads the text and speech in a picture or clip, which is the body.',
    readMediaResponse,
    { bodies: FILE },
  ),
  'POST /functions/v1/transcribe': guest('Transcribes the speech of a video.', transcribeResponse),
  'POST /mcp': token('The Model Context Protocol by streamable HTTP; docs/mcp.md lists the tools.', anyJson, {
    statuses: [200, 202],
    bodies: { 'application/json': rpcMessage },
  }),
  'GET /oembed': guest('The metadata of a post from its platform.', oembedResponse),
  'GET /oembed/gone': guest('Whether a platform does not show a post any more.', goneResponse),
  'GET /videos/saved': session('Whether the person has what a link leads to.', savedResponse),
  'GET /places': guest('Searches places by name or kind.', placesResponse, {
    failures: { 502: placesResponse },
  }),
  'GET /places/details': guest('Everything that is known of a place.', placeDetailsResponse, {
    failures: { 404: placeDetailsResponse, 502: placeDetailsResponse },
  }),
  'GET /places/areas': session('The areas whose places this server knows.', areasResponse),
  'GET /places/areas/search': session('Searches cities by name.', citySearchResponse),
  'POST /places/areas': session('Fetches the places of a city.', knownArea, { statuses: [202] }),
  'POST /places/areas/:id/update': session('Brings a city to the newest release.', knownArea, {
    statuses: [202],
  }),
  'DELETE /places/areas/:id': session('Removes a city that was added.', null),
  'GET /places/export/:format': session(
    'The places of the person or of one list as a file for maps or tables.',
    PLACE_FILES,
  ),
  'GET /places/feeds': session('The live link of the collection or of one list.', feedResponse),
  'POST /places/feeds': session('Makes a live link that everybody who has it can read.', feedResponse, {
    statuses: [201],
  }),
  'DELETE /places/feeds': session('Ends all live links.', null),
  'DELETE /places/feeds/:id': session('Ends a live link.', null),
  'GET /feeds/:id/:file': everybody(
    'A live link as a map, a table or RSS; its id is the permission.',
    [...PLACE_FILES, 'application/rss+xml; charset=utf-8'],
    { statuses: [200, 304] },
  ),
  'GET /list/:id/embed': everybody('A shared list as a page for the frames of other sites.', [
    'text/html; charset=utf-8',
  ]),
  'GET /list/:id/places.geojson': everybody('The places of a shared list for maps.', [
    'application/geo+json',
  ]),
  'GET /list/:id/feed.xml': everybody('The newest places of a shared list as RSS.', [
    'application/rss+xml; charset=utf-8',
  ]),
  'GET /list/:id/preview.jpg': everybody(
    'The picture of a shared list for the previews of chats.',
    ['image/jpeg'],
    { statuses: [200, 302] },
  ),
  'POST /list/:id/reports': everybody('Tells the owner of a shared list what is wrong with a place.', null),
  'GET /imports': session('The imports of the person.', importsResponse),
  'POST /imports': session(
    'Reads a file of another service, which is the body; nothing is added yet.',
    importPreview,
    { statuses: [201], bodies: FILE },
  ),
  'GET /imports/:id': session('One import.', importView),
  'POST /imports/:id/start': session('Starts adding parts of an import.', importView),
  'DELETE /imports/:id': session('Removes an import and everything that it added.', null),
  'GET /imports/:id/report': session('The places and questions of an import.', importReport),
  'POST /imports/:id/answers': session('Answers a question of an import with no place.', importView),
  'GET /imports/:id/nameless': session('The entries of an import that are not added.', namelessResponse),
  'POST /imports/:id/nameless': session('Adds entries that name no place.', importView),
  'GET /account/export': session('Everything of the person as one archive, which another Antojo imports.', [
    'application/zip',
  ]),
  'DELETE /account': session('Deletes the account, at once or after a time of grace.', deleteAccountResponse),
  'PUT /account/picture': session('Sets the picture of the profile.', pictureResponse),
  'DELETE /account/picture': session('Removes the picture of the profile.', null),
  'GET /account/picture/:userId': everybody('The picture of a profile.', ['image/webp']),
  'GET /tokens': session('The personal tokens of the person.', tokensResponse),
  'POST /tokens': session('Makes a personal token, which is shown only in this answer.', createdToken, {
    statuses: [201],
  }),
  'DELETE /tokens/:id': session('Revokes a personal token.', null),
  'GET /invitations': session('The invitations that the person made.', invitationsResponse),
  'POST /invitations': session(
    'Makes an invitation to sign up, whose token is shown only in this answer.',
    createdInvitation,
    { statuses: [201] },
  ),
  'POST /invitations/open': everybody(
    'Opens an invitation: the browser keeps it in a cookie until the sign-up.',
    null,
  ),
  'DELETE /invitations/:id': session('Revokes an invitation.', null),
  'GET /corrections': session('The names that the person taught by correcting answers.', taughtNamesResponse),
  'DELETE /corrections/:id': session('Forgets a taught name.', null),
  'GET /admin/access': session('Whether the person is an administrator.', adminAccess),
  'GET /admin/metrics': administrator('The figures of a window, for administrators.', adminMetricsResponse),
  'POST /admin/services/test': administrator('Asks a configured service once.', serviceTestResponse),
  'POST /admin/backup': administrator('Starts a backup into BACKUP_DIR, for administrators.', backupStarted),
  'PUT /admin/map': administrator('Chooses the streets of the map.', mapStatus),
  'GET /handbook/:section': everybody('A section of the handbook of this version.', ['text/plain']),
  'GET /img': everybody('A picture of a post or place, scaled.', ['image/webp'], { statuses: [200, 304] }),
  'GET /map-tiles/:z/:x/:y': everybody(
    'A vector tile of the map that this server carries.',
    ['application/vnd.mapbox-vector-tile'],
    { statuses: [200, 204] },
  ),
  'GET /config.json': everybody('The public configuration of the web app.', bootConfig),
  'GET /shared': everybody('Leads a text of the system’s share menu to the first screen.', null, {
    statuses: [303],
  }),
  'GET /openapi.json': everybody('This document.', anyJson),
  'GET /api': everybody('This document as a page.', ['text/html']),
}
