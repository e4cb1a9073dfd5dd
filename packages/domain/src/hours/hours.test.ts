import { describe, expect, test } from 'vitest'
import { statusAt, type WeekHours } from './hours.ts'
import { parseOsmHours } from './hours-osm.ts'
import { hoursLines, hoursLinesOf, parseHoursLines } from './hours-text.ts'
import { weekOf } from './hours-week.ts'
import { openJudge } from './open-at.ts'

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6]
const every = (...openings: [number, number][]): WeekHours =>
  ALL_DAYS.map(() => openings.map(([start, end]) => ({ start, end })))
const only = (days: number[], ...openings: [number, number][]): WeekHours =>
  ALL_DAYS.map((day) => (days.includes(day) ? openings.map(([start, end]) => ({ start, end })) : []))

describe('parseOsmHours', () => {
  test.each<[string, WeekHours | null]>([
    ['24/7', every([0, 1440])],
    ['10:00-22:00', every([600, 1320])],
    ['Mo-Su 13:00-16:00,20:00-23:30', every([780, 960], [1200, 1410])],
    ['Tu-Sa 18:00-02:00', only([1, 2, 3, 4, 5], [1080, 1560])],
    ['Fr-Mo 12:00-20:00', only([4, 5, 6, 0], [720, 1200])],
    ['Mo,We 9:00-17:00', only([0, 2], [540, 1020])],
    ['Mo-Fr 08:00-18:00; Sa off; PH off', only([0, 1, 2, 3, 4], [480, 1080])],
    ['Mo-Su 08:00-18:00; Su closed', only([0, 1, 2, 3, 4, 5], [480, 1080])],
    [
      'Mo 10:00-14:00, Tu 09:00-12:00',
      ALL_DAYS.map((day) =>
        day === 0 ? [{ start: 600, end: 840 }] : day === 1 ? [{ start: 540, end: 720 }] : [],
      ),
    ],
    ['Mo 10:00-12:00, Mo 14:00-16:00', only([0], [600, 720], [840, 960])],
    ['We-Su 18:00+', only([2, 3, 4, 5, 6], [1080, 1440])],
    ['Mo-Su 00:00-24:00', every([0, 1440])],
    ['Fr 20:00-26:00', only([4], [1200, 1560])],
    ['Fr 20:00-24:00+', only([4], [1200, 1440])],
    ['Fr 20:75-24:00', null],
    ['Fr 20:00-21:00 || "llamar"', null],
    ['Fr 20:00-21:00 "con cita"', null],
    ['Jan-Mar Mo-Fr 10:00-18:00', null],
    ['sunrise-sunset', null],
    ['"ask the owner"', null],
    ['', null],
  ])('%s', (text, week) => {
    expect(parseOsmHours(text)).toEqual(week)
  })
})

describe('statusAt', () => {
  test.each([
    ['2026-11-20T12:00:00-06:00', false, 780],
    ['2026-11-20T15:00:00-06:00', true, 960],
    ['2026-11-20T17:00:00-06:00', false, 1200],
    ['2026-11-20T23:00:00-06:00', true, 120],
    ['2026-11-21T01:00:00-06:00', true, 120],
    ['2026-11-21T09:00:00-06:00', false, null],
  ])('split hours at %s', (at, open, until) => {
    const split = only([4], [780, 960], [1200, 1560])
    expect(statusAt(split, new Date(at), 'America/Mexico_City')).toMatchObject({ open, until })
  })

  test('a place that never closes has no end', () => {
    expect(statusAt(every([0, 1440]), new Date(), 'UTC')).toMatchObject({ open: true, until: null })
  })

  const nights = only([4], [1200, 1560])
  test.each([
    ['Friday before opening', '2026-11-20T19:59:00-06:00', false, 4],
    ['Friday at opening', '2026-11-20T20:00:00-06:00', true, 4],
    ['Saturday 1 a.m. is still Friday night', '2026-11-21T01:30:00-06:00', true, 4],
    ['Saturday 2 a.m. is closed', '2026-11-21T02:00:00-06:00', false, 5],
  ])('%s', (_, at, open, weekday) => {
    expect(statusAt(nights, new Date(at), 'America/Mexico_City')).toMatchObject({ open, weekday })
  })

  test('uses the time zone of the place, not that of the reader', () => {
    const lunch = every([780, 960])
    const noonUtc = new Date('2026-11-20T12:30:00Z')
    expect(statusAt(lunch, noonUtc, 'Europe/Madrid').open).toBe(true)
    expect(statusAt(lunch, noonUtc, 'America/Mexico_City').open).toBe(false)
    expect(statusAt(lunch, noonUtc, 'Nowhere/Land').open).toBe(false)
  })

  test('follows daylight saving time', () => {
    const breakfast = every([480, 540])
    expect(statusAt(breakfast, new Date('2026-07-01T06:30:00Z'), 'Europe/Madrid').open).toBe(true)
    expect(statusAt(breakfast, new Date('2026-12-01T06:30:00Z'), 'Europe/Madrid').open).toBe(false)
  })
})

describe('day lines', () => {
  test.each<[string, [number, number][] | null]>([
    ['lunes: 9:00–17:00', [[540, 1020]]],
    [
      'lunes: 13:00 – 16:00, 20:00–0:30',
      [
        [780, 960],
        [1200, 1470],
      ],
    ],
    ['Monday: 9:00 AM – 5:00 PM', [[540, 1020]]],
    ['Monday: 6:00 PM – 2:00 AM', [[1080, 1560]]],
    ['Monday: 5:00 – 11:30 PM', [[1020, 1410]]],
    ['Monday: 12:00 PM – 12:00 AM', [[720, 1440]]],
    ['lunes: Cerrado', []],
    ['Monday: Open 24 hours', [[0, 1440]]],
    ['lunes: llamar antes', null],
    [
      'Monday: 13:00–16:00; 20:00–23:30',
      [
        [780, 960],
        [1200, 1410],
      ],
    ],
    ['lunes: de 9 a 13 y de las 17 hasta las 21', null],
    [
      'lunes: de 9 a 13 y 17:30 hasta las 21',
      [
        [540, 780],
        [1050, 1260],
      ],
    ],
    ['Monday: 9 a.m. until 5 p.m.', [[540, 1020]]],
    ['lunes: 9:00 a. m. a 5:00 p. m.', [[540, 1020]]],
    ['lunes: 18:00–24:00', [[1080, 1440]]],
    ['lunes: 18h00–26h00', [[1080, 1560]]],
    ['lunes: 18:00–49:00', null],
    ['lunes: 25:00–26:00', null],
    ['lunes: 9:75–10:00', null],
    ['Monday: until 5 PM', null],
    ['Monday: 9 AM – 5', null],
    ['Monday: 10:00 – 2:00 AM', null],
    ['Monday: 12:00 – 5:00 PM', [[720, 1020]]],
    ['Monday: 9:00 AM – 5:00 PM, Hours might differ', null],
    ['Monday: 9:00–17:00, 18:00', null],
    ['Monday (Labor Day): Closed', null],
    ['Horario', null],
    ['', null],
  ])('%s', (line, openings) => {
    expect(parseHoursLines([line])).toEqual(openings && only(openings.length ? [0] : [], ...openings))
  })

  test('lines of a week are read back as the same week, in both languages', () => {
    const week = parseOsmHours('Mo-Th 13:00-16:00,20:00-24:00; Fr-Sa 13:00-02:00; Su off')
    for (const locale of ['es-ES', 'en-US']) {
      expect(parseHoursLines(hoursLinesOf(week ?? [], locale))).toEqual(week)
    }
    expect(hoursLinesOf(week ?? [], 'es-ES')[6]).toBe('domingo: Cerrado')
  })

  test.each<[string, string[], WeekHours | null]>([
    ['a holiday among the days', ['lunes: 9:00–17:00', 'martes (feriado): Cerrado'], null],
    [
      'several lines of a day',
      ['lunes: 9:00–13:00', 'lunes: 17:00–21:00'],
      only([0], [540, 780], [1020, 1260]),
    ],
    ['two languages', ['lunes: 9:00–17:00', 'Monday: 9:00 AM – 5:00 PM'], only([0], [540, 1020])],
    ['a day that is closed and is not', ['lunes: Cerrado', 'Monday: 9:00 AM – 5:00 PM'], null],
    ['nothing', [], null],
  ])('%s', (_, lines, week) => {
    expect(parseHoursLines(lines)).toEqual(week)
  })

  test('the column may hold a list, JSON in a string, or lines', () => {
    const lines = ['lunes: Cerrado', 'martes: 9:00–17:00']
    expect(hoursLines(lines)).toEqual(lines)
    expect(hoursLines(JSON.stringify(lines))).toEqual(lines)
    expect(hoursLines(lines.join('\n'))).toEqual(lines)
    expect(hoursLines('N/A')).toEqual([])
    expect(hoursLines(null)).toEqual([])
    expect(hoursLines('[broken')).toEqual([])
  })
})

describe('openJudge', () => {
  const NOON_IN_MEXICO = new Date('2026-11-20T18:00:00Z')
  test.each([
    ['Mo-Su 12:00-13:00', null, 'America/Mexico_City', true],
    ['Mo-Su 12:00-13:00', null, 'Europe/Madrid', false],
    [null, '["viernes: 12:00–13:00"]', 'America/Mexico_City', true],
    ['sunrise-sunset', ['Friday: 12:00 – 13:00'], 'America/Mexico_City', true],
    ['24/7', null, null, null],
    ['sunrise-sunset', null, 'America/Mexico_City', null],
  ])('%j, %j in %s', (osm, lines, zone, open) => {
    expect(openJudge(NOON_IN_MEXICO)(weekOf(osm, lines), zone)).toBe(open)
  })
})
