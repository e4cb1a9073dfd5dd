/** Titles that a platform shows instead of the post: sign-in walls, checks, its own name. They look like success. */
const junk =
  /^(?:instagram|tiktok|facebook|youtube|- youtube|tiktok - make your day|log ?in(?: [•·|–-] .*)?|log in or sign up.*|iniciar sesi[oó]n.*|entrar.*|security check(?: required)?|just a moment\.*|please wait.*|access denied|error|page not found|redirecting\.*|video unavailable|sorry.*|this content isn't available.*|before you continue.*|login [•·] instagram|visit tiktok to discover videos!?)$/iu

/** True for a title that says nothing of the post. */
export function isJunkTitle(title: string): boolean {
  const text = title.trim()
  return text === '' || junk.test(text)
}
