import en from '../messages/en.people.json' with { type: 'json' }
import es from '../messages/es.people.json' with { type: 'json' }

/**
 * The server reads these messages from their source, because it also runs where they were never compiled for the web
 * app.
 */
const MESSAGES = { es, en } as const

export type PreviewLanguage = keyof typeof MESSAGES

/** For example `Mariscos · 3 restaurantes`. */
export function listPreviewTitle(name: string, places: number, language: PreviewLanguage): string {
  const isOne = new Intl.PluralRules(language).select(places) === 'one'
  const [message] = MESSAGES[language].list_preview_title
  const text = message?.match[isOne ? 'p=one' : 'p=*'] ?? ''
  // The name comes last: it may contain the other placeholder.
  return text.replace('{n}', () => String(places)).replace('{name}', () => name)
}

/** For example `Te invitaron a Mariscos`, and the person who invites. */
export function invitationPreview(
  list: string,
  inviter: string | null,
  language: PreviewLanguage,
): { readonly title: string; readonly description: string } {
  const { invite_text: title, invite_by: by } = MESSAGES[language]
  return {
    title: title.replace('{list}', () => list),
    description: inviter === null ? listPreviewText(language) : by.replace('{name}', () => inviter),
  }
}

/** The texts of a list on another site's page. */
export function embedTexts(language: PreviewLanguage): { readonly open: string; readonly text: string } {
  return { open: MESSAGES[language].list_embed_open, text: listPreviewText(language) }
}

export function listPreviewText(language: PreviewLanguage): string {
  return MESSAGES[language].list_preview_text
}
