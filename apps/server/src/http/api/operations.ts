import {
  captureRequest,
  captureResponse,
  createdToken,
  deleteAccountResponse,
  pictureResponse,
  tokensResponse,
} from '@antojo/contract/account'
import { adminMetricsResponse, backupStarted, serviceTestResponse } from '@antojo/contract/admin'
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
import { oembedResponse } from '@antojo/contract/oembed'
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

/** Every route of the product, by method and path. A route without an entry fails a test. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /functions/v1/ai': {
    summary:
      'Adds a video link, confirms its place, finds places from a link and hints, or makes search phrases, by `action`. With `Accept: text/event-stream` the answer is a stream of steps that ends with the result.',
    access: 'guest',
    answer: z.union([extractVideoResponse, confirmPlaceResponse, finderResponse, querySynthResponse]),
    failures: { 424: oembedRequiredResponse, default: addFailedResponse },
  },
  'POST /functions/v1/capture': {
    summary: 'Saves every link of a text. A multipart form may have pictures; a plain text is the text.',
    access: 'tokenOrSession',
    statuses: [200, 202],
    answer: captureResponse,
    bodies: {
      'application/json': captureRequest,
      'application/x-www-form-urlencoded': captureRequest,
      'multipart/form-data': captureRequest,
      'text/plain': captureRequest.shape.text.unwrap(),
    },
  },
  'POST /functions/v1/read-media': {
    summary: 'Reads the text and speech in a picture or clip, which is the body.',
    access: 'session',
    answer: readMediaResponse,
    bodies: FILE,
  },
  'POST /functions/v1/transcribe': {
    summary: 'Transcribes the speech of a video.',
    access: 'guest',
    answer: transcribeResponse,
  },
  'POST /mcp': {
    summary: 'The Model Context Protocol by streamable HTTP; docs/mcp.md lists the tools.',
    access: 'token',
    statuses: [200, 202],
    answer: anyJson,
    bodies: { 'application/json': rpcMessage },
  },
  'GET /oembed': {
    summary: 'The metadata of a post from its platform.',
    access: 'guest',
    answer: oembedResponse,
  },
  'GET /places': {
    summary: 'Searches places by name or kind.',
    access: 'guest',
    answer: placesResponse,
    failures: { 502: placesResponse },
  },
  'GET /places/details': {
    summary: 'Everything that is known of a place.',
    access: 'guest',
    answer: placeDetailsResponse,
    failures: { 404: placeDetailsResponse, 502: placeDetailsResponse },
  },
  'GET /places/areas': {
    summary: 'The areas whose places this server knows.',
    access: 'session',
    answer: areasResponse,
  },
  'GET /places/areas/search': {
    summary: 'Searches cities by name.',
    access: 'session',
    answer: citySearchResponse,
  },
  'POST /places/areas': {
    summary: 'Fetches the places of a city.',
    access: 'session',
    statuses: [202],
    answer: knownArea,
  },
  'DELETE /places/areas/:id': {
    summary: 'Removes a city that was added.',
    access: 'session',
    answer: null,
  },
  'GET /places/export/:format': {
    summary: 'The places of the person or of one list as a file for maps or tables.',
    access: 'session',
    answer: PLACE_FILES,
  },
  'GET /places/feeds': {
    summary: 'The live link of the collection or of one list.',
    access: 'session',
    answer: feedResponse,
  },
  'POST /places/feeds': {
    summary: 'Makes a live link that everybody who has it can read.',
    access: 'session',
    statuses: [201],
    answer: feedResponse,
  },
  'DELETE /places/feeds': { summary: 'Ends all live links.', access: 'session', answer: null },
  'DELETE /places/feeds/:id': { summary: 'Ends a live link.', access: 'session', answer: null },
  'GET /feeds/:id/:file': {
    summary: 'A live link as a map, a table or RSS; its id is the permission.',
    access: 'everybody',
    statuses: [200, 304],
    answer: [...PLACE_FILES, 'application/rss+xml; charset=utf-8'],
  },
  'GET /imports': { summary: 'The imports of the person.', access: 'session', answer: importsResponse },
  'POST /imports': {
    summary: 'Reads a file of another service, which is the body; nothing is added yet.',
    access: 'session',
    statuses: [201],
    answer: importPreview,
    bodies: FILE,
  },
  'GET /imports/:id': { summary: 'One import.', access: 'session', answer: importView },
  'POST /imports/:id/start': {
    summary: 'Starts adding parts of an import.',
    access: 'session',
    answer: importView,
  },
  'DELETE /imports/:id': {
    summary: 'Removes an import and everything that it added.',
    access: 'session',
    answer: null,
  },
  'GET /imports/:id/report': {
    summary: 'The places and questions of an import.',
    access: 'session',
    answer: importReport,
  },
  'GET /imports/:id/nameless': {
    summary: 'The entries of an import that name no place.',
    access: 'session',
    answer: namelessResponse,
  },
  'POST /imports/:id/nameless': {
    summary: 'Adds entries that name no place.',
    access: 'session',
    answer: importView,
  },
  'GET /account/export': {
    summary: 'Everything of the person as one archive, which another Antojo imports.',
    access: 'session',
    answer: ['application/zip'],
  },
  'DELETE /account': {
    summary: 'Deletes the account, at once or after a time of grace.',
    access: 'session',
    answer: deleteAccountResponse,
  },
  'PUT /account/picture': {
    summary: 'Sets the picture of the profile.',
    access: 'session',
    answer: pictureResponse,
  },
  'DELETE /account/picture': {
    summary: 'Removes the picture of the profile.',
    access: 'session',
    answer: null,
  },
  'GET /account/picture/:userId': {
    summary: 'The picture of a profile.',
    access: 'everybody',
    answer: ['image/webp'],
  },
  'GET /tokens': { summary: 'The personal tokens of the person.', access: 'session', answer: tokensResponse },
  'POST /tokens': {
    summary: 'Makes a personal token, which is shown only in this answer.',
    access: 'session',
    statuses: [201],
    answer: createdToken,
  },
  'DELETE /tokens/:id': { summary: 'Revokes a personal token.', access: 'session', answer: null },
  'GET /invitations': {
    summary: 'The invitations that the person made.',
    access: 'session',
    answer: invitationsResponse,
  },
  'POST /invitations': {
    summary: 'Makes an invitation to sign up, whose token is shown only in this answer.',
    access: 'session',
    statuses: [201],
    answer: createdInvitation,
  },
  'POST /invitations/open': {
    summary: 'Opens an invitation: the browser keeps it in a cookie until the sign-up.',
    access: 'everybody',
    answer: null,
  },
  'DELETE /invitations/:id': { summary: 'Revokes an invitation.', access: 'session', answer: null },
  'GET /corrections': {
    summary: 'The names that the person taught by correcting answers.',
    access: 'session',
    answer: taughtNamesResponse,
  },
  'DELETE /corrections/:id': { summary: 'Forgets a taught name.', access: 'session', answer: null },
  'GET /admin/metrics': {
    summary: 'The figures of a window, for administrators.',
    access: 'administrator',
    answer: adminMetricsResponse,
  },
  'POST /admin/services/test': {
    summary: 'Asks a configured service once.',
    access: 'administrator',
    answer: serviceTestResponse,
  },
  'POST /admin/backup': {
    summary: 'Starts a backup into BACKUP_DIR, for administrators.',
    access: 'administrator',
    answer: backupStarted,
  },
  'PUT /admin/map': {
    summary: 'Chooses the streets of the map.',
    access: 'administrator',
    answer: mapStatus,
  },
  'GET /handbook/:section': {
    summary: 'A section of the handbook of this version.',
    access: 'everybody',
    answer: ['text/plain'],
  },
  'GET /img': {
    summary: 'A picture of a post or place, scaled.',
    access: 'everybody',
    statuses: [200, 304],
    answer: ['image/webp'],
  },
  'GET /map-tiles/:z/:x/:y': {
    summary: 'A vector tile of the map that this server carries.',
    access: 'everybody',
    statuses: [200, 204],
    answer: ['application/vnd.mapbox-vector-tile'],
  },
  'GET /config.json': {
    summary: 'The public configuration of the web app.',
    access: 'everybody',
    answer: bootConfig,
  },
  'GET /shared': {
    summary: 'Leads a text of the system’s share menu to the first screen.',
    access: 'everybody',
    statuses: [303],
    answer: null,
  },
  'GET /openapi.json': { summary: 'This document.', access: 'everybody', answer: anyJson },
  'GET /api': { summary: 'This document as a page.', access: 'everybody', answer: ['text/html'] },
}
