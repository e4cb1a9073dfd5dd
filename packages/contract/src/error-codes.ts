import { z } from 'zod'

/** The four codes of a 424 answer (spec §8), by the way in which a platform's metadata service failed. */
export const OEMBED_ERROR_CODES = [
  'E_YT_OEMBED_JSON',
  'E_PROXY_OEMBED_HTTP',
  'invalid_oembed_payload',
  'oembed_fetch_failed',
] as const

/** Every error code of the server by its HTTP status. The code is also the key of its message in the i18n package. */
const CODES_BY_STATUS = {
  400: ['bad_request', 'invalid_json', 'import_part_unknown'],
  401: ['session_required', 'session_expired'],
  403: ['forbidden', 'reauthentication_needed'],
  404: ['not_found', 'place_not_found', 'video_not_found', 'invitation_invalid'],
  413: ['payload_too_large'],
  422: [
    'no_link',
    'link_too_long',
    'not_a_video',
    'unsupported_host',
    'redirect_loop',
    'private_address',
    'link_unreachable',
    'insufficient_restaurant_data',
    'media_unavailable',
    'image_refused',
    'import_unreadable',
    'import_empty',
    'import_too_large',
    'import_too_deep',
    'import_too_slow',
    'import_too_much_memory',
    'import_newer',
    'import_incomplete',
    'import_spreadsheet',
  ],
  424: OEMBED_ERROR_CODES,
  429: ['rate_limited'],
  500: ['internal'],
  501: ['speech_unavailable'],
  502: ['places_unavailable', 'image_unavailable'],
  503: ['overloaded', 'database_unavailable'],
  504: ['timeout'],
  507: ['storage_full'],
} as const

export const oembedErrorCode = z.enum(OEMBED_ERROR_CODES)
export const errorCode = z.enum(Object.values(CODES_BY_STATUS).flat())
export type OembedErrorCode = z.infer<typeof oembedErrorCode>
export type ErrorCode = z.infer<typeof errorCode>

/** The HTTP status of each code. */
export const STATUS_BY_CODE: ReadonlyMap<ErrorCode, number> = new Map(
  Object.entries(CODES_BY_STATUS).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
)

/** The body of every answer that is not 2xx outside `/auth/v1` and `/rest/v1`. */
export const errorBody = z.object({
  ok: z.literal(false),
  error: errorCode,
  /** English, for developers; people see the message that belongs to the code. */
  detail: z.string(),
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
