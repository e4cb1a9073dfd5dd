import type { Language } from '../http/language.ts'

/** The text of a message that carries a code. */
export function smsText(language: Language, appName: string, code: string): string {
  return language === 'es' ? `Tu código de ${appName} es ${code}` : `Your ${appName} code is ${code}`
}
