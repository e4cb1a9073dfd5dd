import { readFileSync } from 'node:fs'
import { AppClient } from '@antojo/testing/client'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, test as walk } from '../support/fixtures.ts'

/** Invalid pictures are refused or missing, and the browser logs an error for each. */
const test = walk.extend({
  // Playwright requires the empty pattern in a fixture that uses no other.
  // eslint-disable-next-line no-empty-pattern
  cleanConsole: async ({}, use) => use(),
})

const corpus = new URL('../../apps/server/tests/corpora/xss.json', import.meta.url)
const { groups } = z
  .object({ groups: z.array(z.object({ payloads: z.array(z.string()) })) })
  .parse(JSON.parse(readFileSync(corpus, 'utf8')))
const payloads = groups.flatMap((group) => group.payloads)
const made = z.array(z.object({ id: z.string() }).transform(({ id }) => id))
const ACCOUNT = { email: 'xss@antojo.test', password: 'tengo-antojo-de-tacos' }
const EVERYTHING = 'All of them'
const FOREIGN = 'evil.example'
const ROWS_AT_ONCE = 40
/** Characters; the database accepts 4,096. */
const MAX_ATTRIBUTION_LENGTH = 3900
/** Elements and URLs that foreign text must never become. */
const forbidden = [
  'body script:not([src^="/"])',
  'base',
  'body :is(meta, link, style, iframe, object, embed, frame, math, marquee, plaintext, video, audio, template)',
  'a[ping], [srcdoc]',
  `[href*="${FOREIGN}" i]:not([href^="https:" i], [href^="http:" i])`,
  // The app's own icon is inlined in the page.
  ':is([href], [xlink\\:href], [action], [formaction]):not(head > link[rel="icon"]):is([href^="javascript" i], [href^="data:" i], [href^="vbscript" i])',
].join(', ')

/** A saved video with this text in each field that comes from outside. */
function rowOf(text: string, index: number): Record<string, unknown> {
  const review = { author_name: text, text, relative_time: text, profile_photo_url: text }
  return {
    video_url: `https://www.tiktok.com/@x/video/${7_300_000_000_000_000_000n + BigInt(index)}`,
    title: text,
    creator_name: text,
    thumbnail_url: text,
    photo_attribution_html: text,
    embed_html: text,
    restaurant_name: text,
    restaurant_address: text,
    restaurant_location: text,
    restaurant_cuisine: text,
    restaurant_website: text,
    restaurant_phone: text,
    google_maps_url: text,
    opening_hours: text,
    opening_hours_weekday_text: [text],
    reviews: [review],
    extracted_dish_name: text,
    extracted_ingredients: [text],
    visibility: 'unlisted',
  }
}

/** Rows with as many of the texts in each list field as the limits allow. */
const fullRows = portions(payloads).map((texts, index) => ({
  ...rowOf(`${EVERYTHING} ${index}`, payloads.length + index),
  photo_attribution_html: texts.map((text) => `<span>${text}</span>`).join(''),
  opening_hours_weekday_text: texts,
  extracted_ingredients: texts,
  reviews: texts.map((text) => ({ author_name: text, text: `${text} and more`, relative_time: text })),
}))

function portions(texts: readonly string[]): readonly (readonly string[])[] {
  const cut: string[][] = [[]]
  let size = 0
  for (const text of texts) {
    size += text.length + '<span></span>'.length
    if (size > MAX_ATTRIBUTION_LENGTH) {
      cut.push([])
      size = text.length
    }
    cut.at(-1)?.push(text)
  }
  return cut
}

test(
  'text from others stays text on all screens',
  { tag: '@slow' },
  async ({ app, page, home, signInPage, texts, isMobile }) => {
    test.skip(isMobile, 'the same code everywhere')
    test.setTimeout(240_000)
    const asked: string[] = []
    const dialogs: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const { whole, samples } = await fill(await AppClient.enter(app.url, ACCOUNT))
    await signInPage.signIn(ACCOUNT)
    await expect(home.card(`${EVERYTHING} 0`)).toBeVisible()
    await expectOnlyText(page)
    for (const index of fullRows.keys()) {
      const detail = await home.openDetail(`${EVERYTHING} ${index}`)
      await detail.getByRole('button', { name: texts('detail_reviews_show') }).click()
      await expectOnlyText(page)
      await page.keyboard.press('Escape')
      await expect(detail).toBeHidden()
    }
    for (const list of samples) {
      await page.goto(`/list/${list}`)
      await openAndClose(page)
    }
    for (const path of [
      '/lists',
      '/profile',
      '/map',
      `/list/${whole}`,
      `/map?q=${encodeURIComponent(payloads[0] ?? '')}`,
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await expectOnlyText(page)
    }
    expect(dialogs).toEqual([])
    expect(asked.filter((url) => new URL(url).hostname.endsWith(FOREIGN))).toEqual([])
  },
)

interface Filled {
  /** Creates a list of all videos. */
  readonly whole: string
  /** Creates a list of one video for each group of texts. */
  readonly samples: readonly string[]
}

async function fill(client: AppClient): Promise<Filled> {
  const post = async (table: string, rows: unknown): Promise<unknown> => {
    const headers = { prefer: 'return=representation' }
    const answer = await client.request(`/rest/v1/${table}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(rows),
    })
    if (!answer.ok) throw new Error(`${table}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const videos: string[] = []
  const all = [...payloads.map(rowOf), ...fullRows]
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE) {
    videos.push(...made.parse(await post('videos', all.slice(start, start + ROWS_AT_ONCE))))
  }
  const names = ['All', ...payloads.filter((text) => text.trim() !== '').map((text) => text.slice(0, 120))]
  const lists = await post(
    'video_lists',
    names.map((name) => ({ name, description: name, visibility: 'unlisted' })),
  )
  const [whole = '', ...others] = made.parse(lists)
  const samples = others.slice(0, groups.length)
  const firsts = groups.map((group) => videos[payloads.indexOf(group.payloads[0] ?? '')])
  await post('list_videos', [
    ...videos.map((video_id, position) => ({ list_id: whole, video_id, position })),
    ...samples.map((list_id, index) => ({ list_id, video_id: firsts[index], position: 0 })),
  ])
  return { whole, samples }
}

/** Opens the detail of the only card. */
async function openAndClose(page: Page): Promise<void> {
  const detail = page.getByRole('dialog')
  await page.getByRole('article').getByRole('heading').getByRole('button').click()
  await expect(detail).toBeVisible()
  await expectOnlyText(page)
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
}

async function expectOnlyText(page: Page): Promise<void> {
  const found = await page.evaluate((selector) => {
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    )
    return {
      ran: '__xss' in window,
      elements: [...document.querySelectorAll(selector), ...handlers].map(({ outerHTML }) =>
        outerHTML.slice(0, 200),
      ),
    }
  }, forbidden)
  expect(found).toEqual({ ran: false, elements: [] })
}
