import type { Feature, Polygon, Position } from 'geojson'
import { expect, test } from 'vitest'
import { drawable } from './antimeridian.ts'

function shape(...ring: Position[]): Feature<Polygon> {
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
}

function drawn(feature: Feature<Polygon>): unknown {
  return drawable({ type: 'FeatureCollection', features: [feature] }).features[0]?.geometry
}

test('a ring over the 180th meridian continues beyond it', () => {
  const ring = [
    [170, 60],
    [179, 60],
    [-179, 62],
    [-175, 65],
    [178, 66],
    [170, 60],
  ]
  expect(drawn(shape(...ring))).toMatchObject({
    coordinates: [
      [
        [170, 60],
        [179, 60],
        [181, 62],
        [185, 65],
        [178, 66],
        [170, 60],
      ],
    ],
  })
})

test('a ring around the earth is closed along the pole', () => {
  const ring = [
    [-170, -70],
    [-60, -72],
    [60, -71],
    [170, -70],
    [-170, -70],
  ]
  expect(drawn(shape(...ring))).toMatchObject({
    coordinates: [
      [
        [-170, -70],
        [-60, -72],
        [60, -71],
        [170, -70],
        [190, -70],
        [190, -90],
        [-170, -90],
        [-170, -70],
      ],
    ],
  })
})

test('every other ring stays as it is', () => {
  const ring = [
    [-10, 36],
    [3, 36],
    [3, 43],
    [-10, 43],
    [-10, 36],
  ]
  expect(drawn(shape(...ring))).toMatchObject({ coordinates: [ring] })
})
