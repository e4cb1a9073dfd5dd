import { m } from '@antojo/i18n/messages'

/** Confidence from which a word or the colour of a bar applies (spec §4). */
export const CONFIDENCE = { high: 0.82, medium: 0.68, green: 0.8, amber: 0.5 } as const

/** A confidence in a word. */
export function confidenceWord(confidence: number): string {
  if (confidence >= CONFIDENCE.high) return m.confirm_high()
  return confidence >= CONFIDENCE.medium ? m.confirm_medium() : m.confirm_low()
}
