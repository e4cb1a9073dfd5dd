import type { AppClient } from '@antojo/testing/client'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

// Offline, the browser logs an error for each request.
test.use({
  serviceWorkers: 'allow',
  expectedComplaint: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/,
})

/** Waits until the service worker controls the page and the offline copy is written. */
async function ready(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isKeptByWorker)).toBe(true)
  await expect.poll(() => page.evaluate(offlineCopy)).toContain('Contramar')
}

/** Runs in the page. */
async function isKeptByWorker(): Promise<boolean> {
  await navigator.serviceWorker.ready
  const page = await caches.match('/', { cacheName: 'pages' })
  return navigator.serviceWorker.controller !== null && page !== undefined
}

/** Runs in the page: returns the offline copy as text, or an empty text. */
async function offlineCopy(): Promise<string> {
  return await new Promise((resolve) => {
    const asked = indexedDB.open('antojo')
    asked.addEventListener('error', () => resolve(''))
    asked.addEventListener('success', () => {
      const [store] = [...asked.result.objectStoreNames]
      if (store === undefined) return resolve('')
      const read = asked.result.transaction(store).objectStore(store).get('queries')
      return read.addEventListener('success', () => {
        resolve(JSON.stringify(read.result ?? ''))
        asked.result.close()
      })
    })
  })
}

/** Runs in the page: sends a share from another app the way the system does. */
function share({ text, hasPicture }: { text: string; hasPicture: boolean }): void {
  const form = document.createElement('form')
  form.action = '/share'
  form.method = 'post'
  form.enctype = 'multipart/form-data'
  const words = Object.assign(document.createElement('input'), { name: 'text', value: text })
  const media = Object.assign(document.createElement('input'), { name: 'media', type: 'file' })
  const files = new DataTransfer()
  if (hasPicture) files.items.add(new File(['x'], 'cover.png', { type: 'image/png' }))
  media.files = files.files
  form.append(words, media)
  document.body.append(form)
  form.submit()
}

/** The videos in the person's list of favourites on the server. */
async function favorites(client: AppClient): Promise<readonly unknown[]> {
  const query = 'select=list_videos(video_id)&kind=eq.favorites'
  const lists: unknown = await (await client.request(`/rest/v1/video_lists?${query}`)).json()
  return z.tuple([z.object({ list_videos: z.array(z.unknown()) })]).parse(lists)[0].list_videos
}

test('without network the collection can be read and searched', async ({
  page,
  context,
  app,
  posts,
  texts,
  home,
}) => {
  test.slow()
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? '', posts.get('02-katz')?.link ?? ''])
  await page.goto('/')
  await expect(home.card('Contramar')).toBeVisible()
  await ready(page)
  await context.setOffline(true)
  await page.reload()
  await expect(home.card('Contramar')).toBeVisible()
  await expect(page.getByText(texts('offline'))).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('textbox', { name: texts('search_label') })
    .fill('katz')
  await expect(home.cards()).toHaveCount(1)
  await expect(home.card("Katz's Delicatessen")).toBeVisible()
})

test(
  'no other address takes the place of the page without network',
  { tag: '@slow' },
  async ({ page, context, app, posts, home }) => {
    test.slow()
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/')
    await expect(home.card('Contramar')).toBeVisible()
    await ready(page)
    await page.goto('/config.json')
    await expect(page.getByText('anonKey')).toBeVisible()
    await context.setOffline(true)
    await page.goto('/')
    await expect(home.card('Contramar')).toBeVisible()
  },
)

test(
  'another app shares a link with its picture: the link is offered; a picture alone goes to the finder',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/')
    await expect(home.card('Contramar')).toBeVisible()
    await ready(page)
    await page.evaluate(share, { text: `Mira ${posts.get('02-katz')?.link ?? ''}`, hasPicture: true })
    const offer = page.getByRole('region', { name: texts('clipboard_prompt') })
    await offer.getByRole('button', { name: texts('clipboard_add') }).click()
    await expect(home.card("Katz's Delicatessen")).toBeVisible()
    await page.evaluate(share, { text: '', hasPicture: true })
    await expect(page).toHaveURL(/\/find/u)
  },
)

test(
  'a link added without network is saved once when it returns',
  { tag: '@slow' },
  async ({ page, context, app, posts, texts, home }) => {
    test.slow()
    const client = await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/')
    await expect(home.card('Contramar')).toBeVisible()
    await ready(page)
    await context.setOffline(true)
    await home.add(posts.get('02-katz')?.link ?? '')
    await expect(home.notice(texts('offline_queued'))).toBeVisible()
    await page.reload()
    await expect(home.card('Contramar')).toBeVisible()
    await context.setOffline(false)
    await expect(home.card("Katz's Delicatessen")).toBeVisible({ timeout: 40_000 })
    const rows = await (
      await client.request(
        `/rest/v1/videos?select=restaurant_name&user_id=eq.${client.userId}&order=created_at`,
      )
    ).json()
    expect(rows).toEqual([{ restaurant_name: 'Contramar' }, { restaurant_name: "Katz's Delicatessen" }])
  },
)

test(
  'a heart pressed without network is kept over a reload and sent when it returns',
  { tag: '@slow' },
  async ({ page, context, app, posts, texts, home }) => {
    test.slow()
    const client = await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/')
    const heart = home.card('Contramar').getByRole('button', { name: texts('card_favorite') })
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await ready(page)
    await context.setOffline(true)
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => page.evaluate(offlineCopy)).toContain('turn-favorite')
    await page.reload()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await context.setOffline(false)
    await expect.poll(() => favorites(client), { timeout: 40_000 }).toHaveLength(1)
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  },
)

test(
  'a link shared by another app is offered, not added unasked',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    test.slow()
    await enterWith({ page, app })
    const link = posts.get('01-contramar')?.link ?? ''
    await page.goto('/')
    await page.waitForFunction(async () => {
      await navigator.serviceWorker.ready
      return navigator.serviceWorker.controller !== null
    })
    await page.evaluate((text) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = '/share'
      form.enctype = 'multipart/form-data'
      const field = document.createElement('input')
      field.name = 'text'
      field.value = text
      form.append(field)
      document.body.append(form)
      form.submit()
    }, `Mira esto 🌮 ${link} vía TikTok`)
    const prompt = page.getByRole('region', { name: texts('clipboard_prompt') })
    await expect(prompt).toContainText(link.replace(/^https?:\/\/(www\.)?/, '').slice(0, 20))
    await expect(home.cards()).toHaveCount(0)
    await prompt.getByRole('button', { name: texts('clipboard_add') }).click()
    await expect(home.card('Contramar')).toBeVisible({ timeout: 30_000 })
  },
)

test(
  'links that the person shared themselves are saved at once, and can be undone',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    test.slow()
    const client = await enterWith({ page, app }, [posts.get('02-katz')?.link ?? ''])
    await page.goto('/')
    await expect(home.card("Katz's Delicatessen")).toBeVisible()
    const text = `Mira ${posts.get('01-contramar')?.link ?? ''} y ${posts.get('02-katz')?.link ?? ''}`
    await expect.poll(() => page.evaluate(isKeptByWorker)).toBe(true)
    // The service worker remembers a text of the share menu; a test cannot open that menu.
    await page.evaluate(async (shared) => {
      await (await caches.open('shared')).put('/shared-text', new Response(shared))
    }, text)
    const asOwn = `/shared?text=${encodeURIComponent(text)}`
    await page.goto(asOwn)
    await expect(page.getByText(texts('shared_saved', { n: '2' }))).toBeVisible()
    await page.getByRole('button', { name: texts('undo') }).click()
    await expect
      .poll(
        async () => {
          const path = `/rest/v1/videos?user_id=eq.${client.userId}&select=restaurant_name`
          return (await client.request(path)).json()
        },
        { timeout: 30_000 },
      )
      .toEqual([{ restaurant_name: "Katz's Delicatessen" }])
    // A link in a message leads there as well, and asks.
    await page.goto(asOwn)
    await expect(page.getByRole('region', { name: texts('clipboard_prompt') })).toBeVisible()
  },
)

test('the manifest is one that can be installed', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/')
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return await (await fetch(link?.href ?? '')).json()
  })
  expect(manifest).toMatchObject({
    name: 'Antojo',
    start_url: '/',
    display: 'standalone',
    share_target: { action: '/share', method: 'POST', enctype: 'multipart/form-data' },
  })
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/find', '/map', '/lists'])
  expect(manifest.icons.length).toBeGreaterThanOrEqual(3)
  for (const { src, sizes } of manifest.icons.slice(0, 3)) {
    const width = await page.evaluate(async (url) => {
      const picture = await createImageBitmap(await (await fetch(url)).blob())
      return `${picture.width}x${picture.height}`
    }, src)
    expect(width).toBe(sizes)
  }
})
