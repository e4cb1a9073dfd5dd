import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary()
})
afterAll(() => library.close())

const ROLLBACK = { Prefer: 'tx=rollback,return=representation' }

describe('writing', () => {
  test.each<[string, CallOptions, number, unknown]>([
    [
      '/genres',
      { method: 'POST', body: { id: 9, name: 'new' }, headers: ROLLBACK },
      201,
      [{ id: 9, name: 'new' }],
    ],
    [
      '/genres?select=name',
      {
        method: 'POST',
        body: [
          { id: 8, name: 'a' },
          { id: 9, name: 'b' },
        ],
        headers: ROLLBACK,
      },
      201,
      [{ name: 'a' }, { name: 'b' }],
    ],
    [
      '/books?select=title,pages,authors!author_id(name)',
      { method: 'POST', body: { title: 'x', author_id: 1 }, headers: ROLLBACK },
      201,
      [{ title: 'x', pages: 100, authors: { name: 'Rosario' } }],
    ],
    [
      '/books?columns=title,pages&select=pages',
      {
        method: 'POST',
        body: [
          { title: 'x', junk: 1 },
          { title: 'y', pages: 7 },
        ],
        headers: { Prefer: 'tx=rollback,return=representation,missing=default' },
      },
      201,
      [{ pages: 100 }, { pages: 7 }],
    ],
    [
      '/books?columns=title,pages&select=pages',
      { method: 'POST', body: [{ title: 'x' }], headers: ROLLBACK },
      201,
      [{ pages: null }],
    ],
    ['/genres', { method: 'POST', body: [], headers: ROLLBACK }, 201, []],
    [
      '/genres',
      { method: 'POST', body: 'id,name\n9,csv', headers: { ...ROLLBACK, 'Content-Type': 'text/csv' } },
      201,
      [{ id: 9, name: 'csv' }],
    ],
    [
      '/settings',
      {
        method: 'POST',
        body: { owner: 'ana', theme: 'blue' },
        headers: { Prefer: 'tx=rollback,return=representation,resolution=merge-duplicates' },
      },
      200,
      [{ owner: 'ana', theme: 'blue', size: 2 }],
    ],
    [
      '/settings',
      {
        method: 'POST',
        body: { owner: 'ana', theme: 'blue' },
        headers: { Prefer: 'tx=rollback,return=representation,resolution=ignore-duplicates' },
      },
      201,
      [],
    ],
    [
      '/genres?on_conflict=name&select=id',
      {
        method: 'POST',
        body: { id: 7, name: 'novel' },
        headers: { Prefer: 'tx=rollback,return=representation,resolution=ignore-duplicates' },
      },
      201,
      [],
    ],
    [
      '/settings?owner=eq.cai',
      { method: 'PUT', body: { owner: 'cai', theme: 'red' }, headers: ROLLBACK },
      201,
      [{ owner: 'cai', theme: 'red', size: 1 }],
    ],
    [
      '/settings?owner=eq.ana',
      { method: 'PUT', body: { owner: 'ana', theme: 'red' }, headers: ROLLBACK },
      200,
      [{ owner: 'ana', theme: 'red', size: 2 }],
    ],
    [
      '/books?id=eq.1&select=pages,title',
      { method: 'PATCH', body: { pages: 1 }, headers: ROLLBACK },
      200,
      [{ pages: 1, title: 'Balún Canán' }],
    ],
    ['/books?id=eq.1', { method: 'PATCH', body: {}, headers: ROLLBACK }, 200, []],
    ['/books?id=eq.77', { method: 'PATCH', body: { pages: 1 }, headers: ROLLBACK }, 200, []],
    [
      '/book_genres?book_id=eq.2&select=genres(name)&order=genre_id',
      { method: 'DELETE', headers: ROLLBACK },
      200,
      [{ genres: { name: 'novel' } }, { genres: { name: 'ghosts' } }],
    ],
    [
      '/authors?id=eq.1&select=initials,longest_book(title)',
      { method: 'PATCH', body: { born: null }, headers: ROLLBACK },
      200,
      [{ initials: 'R', longest_book: { title: 'Oficio de tinieblas' } }],
    ],
  ])('%s %o', async (path, options, status, json) => {
    expect(await library.call(path, options)).toMatchObject({ status, json })
  })

  test('answers minimal writes without a body', async () => {
    const headers = { Prefer: 'tx=rollback' }
    const post = await library.call('/genres', { method: 'POST', body: { id: 9, name: 'n' }, headers })
    expect([post.status, post.text, post.headers.get('content-type')]).toEqual([201, '', null])
    const patch = await library.call('/books', { method: 'PATCH', body: { pages: 1 }, headers })
    expect([patch.status, patch.headers.get('content-range')]).toEqual([204, '0-3/*'])
    const removal = await library.call('/copies', {
      method: 'DELETE',
      headers: { Prefer: 'tx=rollback,count=exact' },
    })
    expect([removal.status, removal.headers.get('content-range')]).toEqual([204, '*/2'])
    const put = await library.call('/settings?owner=eq.cai', {
      method: 'PUT',
      body: { owner: 'cai' },
      headers,
    })
    expect([put.status, put.text]).toEqual([204, ''])
    const located = await library.call('/genres', {
      method: 'POST',
      body: { id: 9, name: 'n' },
      headers: { Prefer: 'tx=rollback,return=headers-only' },
    })
    expect(located.headers.get('location')).toBe('/genres?id=eq.9')
  })

  test('rolls back when the answer is refused', async () => {
    const single = await library.call('/books?id=lt.3', {
      method: 'PATCH',
      body: { pages: 5 },
      headers: { Accept: 'application/vnd.pgrst.object+json', Prefer: 'return=representation' },
    })
    expect(single).toMatchObject({
      status: 406,
      json: { code: 'PGRST116', details: 'The result contains 2 rows' },
    })
    const affected = await library.call('/books', {
      method: 'DELETE',
      headers: { Prefer: 'handling=strict,max-affected=1' },
    })
    expect(affected.json).toMatchObject({ code: expect.stringMatching(/PGRST124|23503/) })
    expect((await library.call('/books?select=pages&id=eq.1')).json).toEqual([{ pages: 290 }])
  })

  test('keeps the rows that it reports as kept', async () => {
    await library.call('/genres', { method: 'POST', body: { id: 50, name: 'kept' } })
    expect((await library.call('/genres?id=eq.50')).json).toEqual([{ id: 50, name: 'kept' }])
    expect((await library.call('/genres?id=eq.50', { method: 'DELETE' })).status).toBe(204)
    expect((await library.call('/genres?id=eq.50')).json).toEqual([])
  })
})
