import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { previewPictureRoute } from './routes.ts'
import { drawnPreview } from './service.ts'

const PUBLIC = fileURLToPath(new URL('../../../../web/public', import.meta.url))

test('the picture of a cuisine is its dish on its tint, in the size of a preview', async () => {
  const app = Fastify()
  previewPictureRoute(app, PUBLIC)
  const pictureOf = async (cuisines: readonly string[]) => {
    const answer = await app.inject(drawnPreview(cuisines))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    return answer.rawPayload
  }
  const [tacos, sushi, unknown] = [
    await pictureOf(['Mexican', 'Seafood']),
    await pictureOf(['Japanese']),
    await pictureOf([]),
  ]
  expect(await sharp(tacos).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(tacos.equals(await pictureOf(['Mexican']))).toBe(true)
  expect(tacos.equals(sushi)).toBe(false)
  expect(unknown.equals(sushi)).toBe(false)
  expect(unknown.equals(await pictureOf(['Marciana']))).toBe(true)
  const { data } = await sharp(tacos)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data]).toEqual([0xfb, 0xe0, 0xa4])
})
