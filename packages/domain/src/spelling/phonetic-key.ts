/**
 * The Spanish pronunciation of a key without spaces, equal for spellings that sound alike: "croketa"/"croqueta",
 * "baca"/"vaca", "zeviche"/"ceviche", "wasabi"/"guasabi", "llerba"/"yerba", "amburguesa"/"hamburguesa". Letters of
 * other scripts stay.
 */
export function soundKey(joined: string): string {
  return SOUNDS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), joined)
}

/**
 * Applied in this order. Capitals keep a sound from being replaced again: K as in "que", X as in "che", G as in "gue".
 */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/ch/g, 'X'],
  [/qu(?=[ei])|[kq]/g, 'K'],
  [/gu(?=[ei])/g, 'G'],
  [/g(?=[ei])/g, 'j'],
  [/c(?=[ei])|z/g, 's'],
  [/K/g, 'c'],
  [/G/g, 'g'],
  [/v/g, 'b'],
  [/ll/g, 'y'],
  [/w/g, 'gu'],
  [/x(?=[aeiou])/g, 'j'],
  [/h/g, ''],
  [/X/g, 'ch'],
  [/(.)\1+/gu, '$1'],
]
