import { distanceKm } from '@antojo/domain/distance'
import { nameKey } from '@antojo/domain/text'
import { expect, test } from 'vitest'
import { readCities } from './cities.ts'
import { CITY_NAMES } from './city-names.fixture.ts'
import { createCityCompletion } from './complete-city.ts'
import { createGazetteer } from './gazetteer.ts'

const gazetteer = await createGazetteer()
const cities = await readCities()
const complete = createCityCompletion(async () => gazetteer)

/** Kilometres between the points of two sources for one city. */
const SAME_KM = 30

test.each(CITY_NAMES)(
  '%s, %s is the first city found, however it is written',
  async (country, city, ways) => {
    const known = cities
      .numbersOf(nameKey(city))
      .filter((number) => cities.country(number) === country)
      .map((number) => cities.area(number))
    const missed: string[] = []
    for (const way of ways) {
      const [first] = await complete(way, 8)
      const isFound = first?.country === country && known.some((area) => distanceKm(area, first) < SAME_KM)
      if (!isFound) missed.push(`${way} → ${first ? `${first.name}, ${first.country}` : 'nothing'}`)
    }
    expect(missed).toEqual([])
  },
)
