import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { ShownPlace } from '@antojo/server/features/creators/find-places'
import { writeMapSite } from '@antojo/server/features/creators/map-site'
import { standInChannel } from '@antojo/testing/creators/channel'
import { expect, test } from '@playwright/test'

const channel = standInChannel()

function shownPlaces(): ShownPlace[] {
  return channel.places.slice(0, 100).map((place, at) => ({
    place: { source: 'test', categories: [], cuisine: [], ...place },
    confidence: 0.95,
    posts: channel.videos.slice(at, at + 1).map(({ id, description, publishedAt }) => ({
      id,
      title: `Tasting Popular Dosa At ${place.name}`,
      description,
      publishedAt,
      url: `https://www.youtube.com/watch?v=${id}`,
      words: place.name,
    })),
  }))
}

async function writeSite(dir: string): Promise<void> {
  await writeMapSite(
    {
      places: shownPlaces(),
      unsure: [],
      cities: [],
      sources: [],
      creator: channel.title,
      channelUrl: `https://www.youtube.com/channel/${channel.id}`,
      postsRead: 400,
      cut: false,
      made: new Date(),
    },
    dir,
  )
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
}

/** A static host under a path, like that of a project's pages. */
async function startHost(dir: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const name = request.url?.replace('/project/', '') ?? ''
    readFile(join(dir, name === '' ? 'index.html' : name)).then(
      (body) => response.setHeader('content-type', TYPES[extname(name)] ?? 'text/html').end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/project/`, close: () => server.close() }
}

for (const host of ['the disk', 'a static host'] as const) {
  const title = `a creator's site opens from ${host}, shows its map and requests nothing else`
  // `npm test` opens it from a host only.
  test(title, { tag: host === 'the disk' ? '@slow' : [] }, async ({ page }, info) => {
    const dir = info.outputPath('site')
    await writeSite(dir)
    const served = host === 'the disk' ? null : await startHost(dir)
    const base = served?.url ?? `${pathToFileURL(dir).href}/`
    const foreign: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    page.on('pageerror', ({ message }) => errors.push(message))
    try {
      await page.goto(`${base}index.html`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Los lugares de ${channel.title}`)
      await expect(page.getByRole('region', { name: /^Mapa/u })).toBeVisible()
      await expect(page.locator('.leaflet-container canvas')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      if (served !== null) expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      const { name } = channel.places[7] ?? { name: '' }
      await page.getByRole('searchbox').fill(name.toUpperCase())
      await expect(page.getByRole('status')).toHaveText('Lugares que se ven: 1')
      await page.getByRole('button', { name: 'Ver en el mapa' }).click()
      await expect(page.locator('.leaflet-popup')).toHaveText(new RegExp(name, 'u'))
      await page.getByRole('searchbox').fill('zzz')
      await expect(page.getByRole('status')).toHaveText('Ningún lugar coincide con la búsqueda.')
      await page.getByRole('link', { name: 'English' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`The places of ${channel.title}`)
      expect(errors).toEqual([])
      expect(foreign).toEqual([])
    } finally {
      served?.close()
    }
  })
}
