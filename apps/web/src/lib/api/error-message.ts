import { m } from '@antojo/i18n/messages'

/** The reason of a failure for the messages of spec §8; 'desconocido' when the error gives none. */
export function errorMessage(error: unknown): string {
  if (error instanceof TypeError) return m.error_network()
  return error instanceof Error && error.message.trim() !== '' ? error.message : m.reason_unknown()
}
