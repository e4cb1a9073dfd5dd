import type { Mail } from '../accounts/ports.ts'

/** The link of a mail, split into the parts that a client needs. */
export function linkOf(mail: Mail): { url: URL; path: string; token: string; type: string } {
  const url = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '')
  const { searchParams: query } = url
  return {
    url,
    path: `/verify${url.search}`,
    token: query.get('token') ?? '',
    type: query.get('type') ?? '',
  }
}

/** The code of a mail or message. */
export function codeOf(message: { text: string }): string {
  return /\b(\d{6})\b/.exec(message.text.replaceAll(/https?:\/\/\S+/g, ''))?.[1] ?? ''
}

/** The parameters in the fragment of a redirect. */
export function fragmentOf(answer: Response): URLSearchParams {
  return new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1))
}

/** The parameters in the query of a redirect. */
export function queryOf(answer: Response): URLSearchParams {
  return new URL(answer.headers.get('location') ?? '').searchParams
}
