import { OpenLocationCode } from 'open-location-code'

export interface Position {
  readonly lat: number
  readonly lng: number
}

/** `19.4,-99.1`, also as `loc:19.4,-99.1`, with a name behind it, mostly in brackets, or as `NAME@19.4,-99.1`. */
const DECIMAL =
  /^(?:loc:|ll\.)?(?:(?<before>.*)@)?\s*(?<lat>[-+]?\d{1,2}(?:\.\d+)?)(?:\s*,\s*|\s+(?=[-+]))(?<lng>[-+]?\d{1,3}(?:\.\d+)?)(?:\s+(?<behind>\p{L}.*)|\s*(?:\((?<named>.*)\))?)$/u
/** `19°24'08.0"N 99°10'16.0"W`, as Google writes the place of a pin without a name, or `19.4° N, 99.17° W`. */
const DEGREES =
  /^(?<lat>[\d.]+)°\s?(?:(?<latMinutes>[\d.]+)['′]\s?)?(?:(?<latSeconds>[\d.]+)["″]\s?)?(?<latSide>[NS])[\s,]+(?<lng>[\d.]+)°\s?(?:(?<lngMinutes>[\d.]+)['′]\s?)?(?:(?<lngSeconds>[\d.]+)["″]\s?)?(?<lngSide>[EWO])$/u
/** A plus code, whole or short for the town behind it; a link may have its `+` as a space. */
const PLUS_CODE =
  /^(?<code>(?:[2-9CFGHJMPQRVWX]{4}){1,2}(?:\+|(?<=[A-Z]\d*) )[2-9CFGHJMPQRVWX]{2,3})(?:[\s,]+(?<town>[^\s,].*)?)?$/iu
const NUMBERS = /^(?=[^,]*,)[\d\s.,+-]*$/u

const olc = new OpenLocationCode()

/** A text of a map's link, in which a position or a plus code may be written instead of a name or beside it. */
export interface Written {
  /** The words, of which the first may be a name. */
  readonly name: string
  /** The words behind a plus code, which are a town. */
  readonly town: string
  readonly position: Position | null
}

/** Reads such a text. A short plus code needs the map's centre. */
export function readWritten(text: string, centre: Position | null): Written {
  const decimal = DECIMAL.exec(text)?.groups
  // "20.5, 30 Mesas" is no position.
  if (decimal !== undefined && (decimal['behind'] === undefined || decimal['lng']?.includes('.'))) {
    const { lat, lng, before, behind, named } = decimal
    return {
      name: (before || named || behind || '').trim(),
      town: '',
      position: positionOf(lat, lng),
    }
  }
  const degrees = DEGREES.exec(text)?.groups
  if (degrees !== undefined) return { name: '', town: '', position: ofDegrees(degrees) }
  const { code: given, town = '' } = PLUS_CODE.exec(text)?.groups ?? {}
  const code = given?.replace(' ', '+')
  if (code !== undefined && olc.isValid(code)) return { name: '', town, position: ofPlusCode(code, centre) }
  return { name: NUMBERS.test(text) ? '' : text, town: '', position: null }
}

/** A position of two numbers; null outside of the earth. */
export function positionOf(latitude: string | undefined, longitude: string | undefined): Position | null {
  const [lat, lng] = [Number.parseFloat(latitude ?? ''), Number.parseFloat(longitude ?? '')]
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

/** Degrees rounded to a centimetre. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}

function ofDegrees(found: Readonly<Record<string, string>>): Position | null {
  const value = (axis: 'lat' | 'lng') => {
    const [whole = 0, minutes = 0, seconds = 0] = ['', 'Minutes', 'Seconds'].map((part) =>
      Number(found[axis + part] ?? 0),
    )
    const side = /[SWO]/u.test(found[`${axis}Side`] ?? '') ? -1 : 1
    return rounded(side * (whole + minutes / 60 + seconds / 3600))
  }
  return positionOf(String(value('lat')), String(value('lng')))
}

function ofPlusCode(code: string, centre: Position | null): Position | null {
  if (!olc.isFull(code) && centre === null) return null
  const whole = olc.isFull(code) || centre === null ? code : olc.recoverNearest(code, centre.lat, centre.lng)
  const { latitudeCenter, longitudeCenter } = olc.decode(whole)
  return { lat: rounded(latitudeCenter), lng: rounded(longitudeCenter) }
}

const GEOHASH = '0123456789bcdefghjkmnpqrstuvwxyz'

/** The middle of a geohash's cell, as Waze writes positions: `h9g3t1yqkc`. Its bits are of longitude and latitude in turn. */
export function ofGeohash(hash: string): Position {
  const bits = Array.from(hash, (sign) => GEOHASH.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const part = (first: number) => {
    const own = Array.from(bits).filter((_, at) => at % 2 === first)
    return (Number.parseInt(own.join(''), 2) + 0.5) / 2 ** own.length
  }
  return { lat: rounded(part(1) * 180 - 90), lng: rounded(part(0) * 360 - 180) }
}
