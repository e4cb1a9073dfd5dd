import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

// The browser logs each refusal.
test.use({ expectedComplaint: /Trusted|Content Security Policy|evil/ })

test(
  'text becomes neither markup nor a script, and the map still works',
  { tag: '@slow' },
  async ({ page, app, posts, texts }) => {
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/map')
    const map = page.getByRole('region', { name: texts('map_of_videos', { n: '1' }) })
    await expect(map.getByRole('button', { name: 'Contramar' })).toBeVisible({ timeout: 30_000 })
    await expect(map.getByText('Natural Earth, GeoNames')).toBeVisible()
    const workers = page.workers().map((worker) => new URL(worker.url()).pathname)
    expect(workers.filter((path) => /^\/assets\/maplibre-gl-worker-.*\.mjs$/.test(path))).not.toEqual([])

    const passed = await page.evaluate(() => {
      const markup = '<img src=x onerror="window.__xss = 1">'
      const script = URL.createObjectURL(new Blob(['self.close()'], { type: 'text/javascript' }))
      const element = () => document.body.appendChild(document.createElement('div'))
      const attempts: Record<string, () => unknown> = {
        innerHTML: () => (element().innerHTML = markup),
        outerHTML: () => (element().outerHTML = markup),
        insertAdjacentHTML: () => element().insertAdjacentHTML('beforeend', markup),
        fragment: () => document.createRange().createContextualFragment(markup),
        write: () => document.write(markup),
        parser: () => new DOMParser().parseFromString(markup, 'text/html'),
        srcdoc: () => (document.createElement('iframe').srcdoc = markup),
        script: () => (document.createElement('script').src = script),
        scriptText: () => (document.createElement('script').text = 'window.__xss = 1'),
        handler: () => element().setAttribute('onclick', 'window.__xss = 1'),
        blobWorker: () => new Worker(script),
        ownWorker: () => new Worker('/service-worker.js'),
      }
      return Object.keys(attempts).filter((name) => {
        try {
          attempts[name]?.()
          return true
        } catch {
          return false
        }
      })
    })
    expect(passed).toEqual([])
    for (const name of ['evil', 'default', 'antojo-inert'])
      await expect(page.evaluate(`trustedTypes.createPolicy('${name}', {})`), name).rejects.toThrow(
        /disallowed|already exists/,
      )
    expect(await page.evaluate(() => '__xss' in window)).toBe(false)
  },
)
