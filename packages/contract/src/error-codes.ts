import { z } from 'zod'

/** The four codes of a 424 answer (spec §8), by the way in which a platform's metadata service failed. */
export const OEMBED_ERROR_CODES = [
  'E_YT_OEMBED_JSON',
  'E_PROXY_OEMBED_HTTP',
  'invalid_oembed_payload',
  'oembed_fetch_failed',
] as const

/** Every error code of the server. The code is also the key of its message in the i18n package. */
export const ERROR_CODES = [
  ...OEMBED_ERROR_CODES,
  'bad_request',
  'invalid_json',
  'payload_too_large',
  'not_found',
  'session_required',
  'session_expired',
  'forbidden',
  'reauthentication_needed',
  'rate_limited',
  'overloaded',
  'database_unavailable',
  'storage_full',
  'timeout',
  'internal',
  'no_link',
  'link_too_long',
  'not_a_video',
  'unsupported_host',
  'redirect_loop',
  'private_address',
  'link_unreachable',
  'insufficient_restaurant_data',
  'place_not_found',
  'places_unavailable',
  'video_not_found',
  'speech_unavailable',
  'media_unavailable',
  'image_refused',
  'image_unavailable',
  'invitation_invalid',
  'import_unreadable',
  'import_empty',
  'import_too_large',
  'import_too_deep',
  'import_too_slow',
  'import_too_much_memory',
  'import_part_unknown',
  'import_newer',
  'import_incomplete',
  'import_spreadsheet',
] as const

export const oembedErrorCode = z.enum(OEMBED_ERROR_CODES)
export const errorCode = z.enum(ERROR_CODES)
export type OembedErrorCode = z.infer<typeof oembedErrorCode>
export type ErrorCode = z.infer<typeof errorCode>

/** The body of every answer that is not 2xx outside `/auth/v1` and `/rest/v1`. */
export const errorBody = z.object({
  ok: z.literal(false),
  error: errorCode,
  /** English, for developers; people see the message that belongs to the code. */
  detail: z.string(),
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
