import { expect, test } from 'vitest'
import { faultsOf } from './fix-details.ts'

const VALID_DETAILS = { name: 'El Califa', location: 'CDMX', title: '' }

test.each([
  [VALID_DETAILS, {}],
  [{ ...VALID_DETAILS, name: ' x ' }, { name: 'name_short' }],
  [{ ...VALID_DETAILS, name: 'xy' }, {}],
  [{ ...VALID_DETAILS, name: 'x'.repeat(80) }, {}],
  [{ ...VALID_DETAILS, name: 'x'.repeat(81) }, { name: 'name_long' }],
  [{ ...VALID_DETAILS, location: '' }, { location: 'location_short' }],
  [{ ...VALID_DETAILS, location: 'x'.repeat(81) }, { location: 'location_long' }],
  [{ ...VALID_DETAILS, title: 'x'.repeat(120) }, {}],
  [{ ...VALID_DETAILS, title: 'x'.repeat(121) }, { title: 'title_long' }],
])('%j', (details, faults) => {
  expect(faultsOf(details)).toEqual(faults)
})
