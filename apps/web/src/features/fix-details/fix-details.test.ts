import { expect, test } from 'vitest'
import { faultsOf } from './fix-details.ts'

const good = { name: 'El Califa', location: 'CDMX', title: '' }

test.each([
  [good, {}],
  [{ ...good, name: ' x ' }, { name: 'name_short' }],
  [{ ...good, name: 'xy' }, {}],
  [{ ...good, name: 'x'.repeat(80) }, {}],
  [{ ...good, name: 'x'.repeat(81) }, { name: 'name_long' }],
  [{ ...good, location: '' }, { location: 'location_short' }],
  [{ ...good, location: 'x'.repeat(81) }, { location: 'location_long' }],
  [{ ...good, title: 'x'.repeat(120) }, {}],
  [{ ...good, title: 'x'.repeat(121) }, { title: 'title_long' }],
])('%j', (details, faults) => {
  expect(faultsOf(details)).toEqual(faults)
})
