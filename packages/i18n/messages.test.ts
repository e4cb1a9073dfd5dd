import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const folder = new URL('./messages/', import.meta.url)

async function messages(locale: string): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const file of await readdir(folder)) {
    if (!file.startsWith(`${locale}.`)) continue
    const content: Record<string, unknown> = JSON.parse(await readFile(new URL(file, folder), 'utf8'))
    for (const [key, value] of Object.entries(content)) {
      if (key === '$schema') continue
      if (all.has(key)) throw new Error(`${key} stands twice`)
      all.set(key, JSON.stringify(value))
    }
  }
  return all
}

const parametersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted().join()

test('every message is in both languages, with the same parameters, and none is empty', async () => {
  const [es, en] = [await messages('es'), await messages('en')]
  expect([...en.keys()].toSorted()).toEqual([...es.keys()].toSorted())
  const empty = [...es, ...en].filter(([, text]) => text === '""')
  expect(empty).toEqual([])
  const different = [...es].filter(([key, text]) => parametersOf(en.get(key) ?? '') !== parametersOf(text))
  expect(different).toEqual([])
})
