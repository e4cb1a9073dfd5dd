import type { ErrorCode } from '@antojo/contract/error-codes'
import { m } from '@antojo/i18n/messages'

/** The message of each error code: a new code without a message does not compile. */
const texts: Readonly<Record<ErrorCode, () => string>> = {
  E_YT_OEMBED_JSON: m.error_E_YT_OEMBED_JSON,
  E_PROXY_OEMBED_HTTP: m.error_E_PROXY_OEMBED_HTTP,
  invalid_oembed_payload: m.error_invalid_oembed_payload,
  oembed_fetch_failed: m.error_oembed_fetch_failed,
  bad_request: m.error_bad_request,
  invalid_json: m.error_invalid_json,
  payload_too_large: m.error_payload_too_large,
  not_found: m.error_not_found,
  session_required: m.error_session_required,
  session_expired: m.error_session_expired,
  forbidden: m.error_forbidden,
  reauthentication_needed: m.error_reauthentication_needed,
  rate_limited: m.error_rate_limited,
  overloaded: m.error_overloaded,
  database_unavailable: m.error_database_unavailable,
  storage_full: m.error_storage_full,
  timeout: m.error_timeout,
  internal: m.error_internal,
  no_link: m.error_no_link,
  link_too_long: m.error_link_too_long,
  not_a_video: m.error_not_a_video,
  unsupported_host: m.error_unsupported_host,
  redirect_loop: m.error_redirect_loop,
  private_address: m.error_private_address,
  link_unreachable: m.error_link_unreachable,
  insufficient_restaurant_data: m.error_insufficient_restaurant_data,
  place_not_found: m.error_place_not_found,
  places_unavailable: m.error_places_unavailable,
  video_not_found: m.error_video_not_found,
  speech_unavailable: m.error_speech_unavailable,
  media_unavailable: m.error_media_unavailable,
  image_refused: m.error_image_refused,
  image_unavailable: m.error_image_unavailable,
  invitation_invalid: m.error_invitation_invalid,
  import_unreadable: m.error_import_unreadable,
  import_empty: m.error_import_empty,
  import_too_large: m.error_import_too_large,
  import_too_deep: m.error_import_too_deep,
  import_too_slow: m.error_import_too_slow,
  import_too_much_memory: m.error_import_too_much_memory,
  import_part_unknown: m.error_import_part_unknown,
  import_newer: m.error_import_newer,
  import_incomplete: m.error_import_incomplete,
}

/** The message of an error code in the person's language, or `unknown` for a code that is not in the table. */
export function errorText(code: string, unknown = m.error_unknown()): string {
  if (code === 'network') return m.error_network()
  return isCode(code) ? texts[code]() : unknown
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(texts, code)
}
