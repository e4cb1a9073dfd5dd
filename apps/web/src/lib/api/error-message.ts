import { m } from '@antojo/i18n/messages'

/** Why something failed, for the messages of spec §8; 'desconocido' when nobody says. */
export function errorMessage(error: unknown): string {
  if (error instanceof TypeError) return m.error_network()
  return error instanceof Error && error.message.trim() !== '' ? error.message : m.reason_unknown()
}
