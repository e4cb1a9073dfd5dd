/** Dropped before NFKD, which turns '´' into a space. */
const APOSTROPHES = /['’‘`´ʼ＇]/gu

/**
 * The normalised form of a name, used wherever two names are compared or looked up:
 * apostrophes dropped, NFKD without combining marks, lower case, every other character that is neither
 * letter nor number turned into one space. Letters of every script survive.
 */
export function nameKey(text: string): string {
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}
