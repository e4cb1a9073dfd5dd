/** Removed before NFKD, which turns '´' into a space. */
const APOSTROPHES = /['’‘`´ʼ＇]/gu

/**
 * The normalised form of a name for every comparison and look-up of names: no apostrophes, NFKD without combining
 * marks, lower case, every other character that is neither letter nor number turned into one space. Letters of every
 * script stay.
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
