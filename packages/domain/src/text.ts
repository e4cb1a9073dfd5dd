/**
 * The normalised form of a name, used wherever two names are compared or looked up:
 * NFKD without combining marks, lower case, apostrophes dropped, every other character that is neither
 * letter nor number turned into one space. Letters of every script survive.
 */
export function nameKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’‘`´]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}
