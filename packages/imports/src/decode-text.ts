/** The bytes of one character of UTF-8, each as a character of Latin-1. */
const ENCODED =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/gu
/** Those that Western words and signs have. In Windows-1252, others are a capital before a quote: `CAFÉ”`. */
const WESTERN =
  /[\u00c2\u00c3][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/gu
const NOT_ASCII = /[\u0080-\u00ff]/gu
/** A line with this part of good characters is in UTF-8, whatever its script. */
const MOSTLY = 4 / 5
/** In UTF-16, at least this part of the units has a byte 0: letters of Latin, digits, spaces, or at least separators. */
const MIN_ZEROS = 1 / 20

/**
 * Decodes a file as UTF-8, or as UTF-16 when it has a byte order mark or the zeros of one. A line that is not UTF-8 is
 * repaired by itself: bytes that are no character there are read as Windows-1252, which old spreadsheets use.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const wide = wideEncoding(bytes.subarray(0, 4_096))
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  return utf8(bytes) ?? repaired(bytes)
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < Math.max(1, (bytes.length / 2) * MIN_ZEROS)) return null
  return odd > even * 4 ? 'utf-16le' : even > odd * 4 ? 'utf-16be' : null
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function repaired(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length
    const line = bytes.subarray(start, end)
    lines.push(utf8(line) ?? repairedLine(line))
    start = end
  }
  return lines.join('')
}

function repairedLine(bytes: Uint8Array): string {
  const line = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const known = line.match(ENCODED)?.join('').length ?? 0
  const pattern = known > (line.match(NOT_ASCII)?.length ?? 0) * MOSTLY ? ENCODED : WESTERN
  let at = 0
  let text = ''
  for (const { 0: found, index } of line.matchAll(pattern)) {
    text += windows1252(bytes.subarray(at, index))
    at = index + found.length
    text += utf8(bytes.subarray(index, at)) ?? windows1252(bytes.subarray(index, at))
  }
  return text + windows1252(bytes.subarray(at))
}

function windows1252(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Products of Meta escape each byte of UTF-8 as a character: "Caf\u00c3\u00a9" is "Café". */
export function repairMojibake(text: string): string {
  return text.replaceAll(
    ENCODED,
    (found) => utf8(Uint8Array.from(found, (each) => each.charCodeAt(0))) ?? found,
  )
}
