import type { Language } from '../http/language.ts'
import type { NoticeText } from './texts.ts'

export interface MailContent {
  language: Language
  text: NoticeText & { button?: string | undefined; code?: string }
  link?: string | undefined
  code?: string
}

/** The plain-text part. */
export function plainMail({ text, link, code }: MailContent): string {
  const action = link === undefined ? [] : [`${text.button}:\n${link}`]
  const typed = code === undefined ? [] : [`${text.code} ${code}`]
  return [...text.body, ...action, ...typed, text.footer].join('\n\n')
}

/** The HTML part: one column, no images, no remote content. */
export function htmlMail({ language, text, link, code }: MailContent): string {
  const paragraphs = text.body.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const button =
    link === undefined
      ? ''
      : `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#111827;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(text.button ?? '')}</a></p>`
  const typed =
    code === undefined
      ? ''
      : `<p>${escapeHtml(text.code ?? '')} <strong style="letter-spacing:2px">${escapeHtml(code)}</strong></p>`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(text.subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#111827;background:#ffffff"><div style="max-width:480px;margin:0 auto">
${paragraphs}${button}${typed}
<p style="color:#4b5563;font-size:14px">${escapeHtml(text.footer)}</p></div></body></html>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}
