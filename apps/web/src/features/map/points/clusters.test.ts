import { expect, test } from 'vitest'
import { createClusterIndex } from './clusters.ts'
import type { MapPoint } from './map-point.ts'

const WORLD = [-180, -85, 180, 85] as const

function around(lat: number, lng: number, count: number): MapPoint[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `${lat},${lng},${i}`,
    video: '',
    cuisines: [],
    name: '',
    lat: lat + i * 1e-4,
    lng,
    dish: '',
    rating: '',
  }))
}

test('places close together become one cluster; a place alone stays a pin', () => {
  const show = createClusterIndex([...around(40, -3, 5), ...around(-34, -58, 1)], 512)
  expect(show(WORLD, 3).map((shown) => (shown.kind === 'cluster' ? shown.count : shown.point.id))).toEqual(
    expect.arrayContaining([5, '-34,-58,0']),
  )
  expect(show(WORLD, 3)).toHaveLength(2)
})

test('a cluster is red above ten and above the mean of the visible clusters', () => {
  expect(reds(10, 9)).toEqual([])
  expect(reds(11, 3)).toEqual([11])
  expect(reds(40, 20, 12)).toEqual([40])
})

test('beyond zoom 16 each place has its own pin', () => {
  const show = createClusterIndex(around(40, -3, 5), 512)
  expect(show(WORLD, 17).every((shown) => shown.kind === 'pin')).toBe(true)
})

test('the grid is 60 screen pixels wide on maps with either size of the world', () => {
  // 100 pixels of 360 degrees at zoom 0, 50 of which a map with half as many pixels counts.
  const [wide, narrow] = [{ pixels: 100, size: 512 } as const, { pixels: 50, size: 256 } as const].map(
    ({ pixels, size }) =>
      createClusterIndex([...around(0, 0, 1), ...around(0, (360 * pixels) / size, 1)], size),
  )
  expect(wide?.(WORLD, 0)).toHaveLength(2)
  expect(narrow?.(WORLD, 0)).toHaveLength(1)
})

test('places outside the view are not shown', () => {
  const show = createClusterIndex([...around(40, -3, 3), ...around(-34, -58, 3)], 512)
  expect(show([-10, 30, 10, 50], 5)).toHaveLength(1)
})

/** Counts of the red clusters among groups of these sizes. */
function reds(...counts: number[]): number[] {
  const points = counts.flatMap((count, i) => around(10 + i * 15, 20 + i * 25, count))
  const shown = createClusterIndex(points, 512)(WORLD, 3)
  return shown.flatMap((cluster) => (cluster.kind === 'cluster' && cluster.red ? [cluster.count] : []))
}
