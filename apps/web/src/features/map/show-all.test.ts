import { expect, test, vi } from 'vitest'
import { showAll } from './show-all.ts'

function fakeMap() {
  return {
    tileSize: 512,
    outlinesOnly: false,
    view: () => ({ center: { lat: 0, lng: 0 }, zoom: 0, bounds: [0, 0, 0, 0] as const }),
    onMoved: () => () => {},
    moveTo: vi.fn(),
    fit: vi.fn(),
    pin: () => () => {},
    remove: () => {},
  } as const
}

test('one place is shown at zoom 15', () => {
  const map = fakeMap()
  showAll(map, [{ lat: 19.4, lng: -99.2 }])
  expect(map.moveTo).toHaveBeenCalledExactlyOnceWith({ lat: 19.4, lng: -99.2 }, 15, false)
  expect(map.fit).not.toHaveBeenCalled()
})

test('several places fit into the window with 48 pixels around them, at zoom 12 or less', () => {
  const map = fakeMap()
  showAll(map, [
    { lat: 19.4, lng: -99.2 },
    { lat: 40.4, lng: -3.7 },
    { lat: -12.1, lng: -77 },
  ])
  expect(map.fit).toHaveBeenCalledExactlyOnceWith([-99.2, -12.1, -3.7, 40.4], 48, 12)
})

test('without a place the map stays where it is', () => {
  const map = fakeMap()
  showAll(map, [])
  expect([map.moveTo.mock.calls, map.fit.mock.calls]).toEqual([[], []])
})
