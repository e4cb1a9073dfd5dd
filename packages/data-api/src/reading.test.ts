import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary()
})
afterAll(() => library.close())

describe('reading', () => {
  test.each<[string, unknown]>([
    ['/authors?select=name&id=eq.1', [{ name: 'Rosario' }]],
    ['/authors?select=&limit=1', [{}]],
    ['/authors?select=n:name,id::text&id=eq.2', [{ n: 'Juan', id: '2' }]],
    ['/authors?select=data->city->>name,p:data->prizes->0&id=eq.1', [{ name: 'México', p: 1958 }]],
    ['/authors?select=tags->0&id=eq.1', [{ tags: 'novel' }]],
    ['/authors?select=initials&id=eq.1', [{ initials: 'R' }]],
    ['/books?select="odd ""name"&id=eq.1'.replace('""', '\\"'), [{ 'odd "name': null }]],
    ['/books?select=id,author:authors!author_id(name)&id=eq.1', [{ id: 1, author: { name: 'Rosario' } }]],
    ['/books?select=id,authors!books_editor_id_fkey(name)&id=eq.1', [{ id: 1, authors: { name: 'Juan' } }]],
    ['/books?select=id,author_id(name)&id=eq.4', [{ id: 4, author_id: null }]],
    // The row of an embed differs from a column of the same name.
    [
      '/books?select=id,author_id(books_author_id_1:name)&id=eq.1',
      [{ id: 1, author_id: { books_author_id_1: 'Rosario' } }],
    ],
    [
      '/books?select=id,genres(name)&id=eq.2&genres.order=name',
      [{ id: 2, genres: [{ name: 'ghosts' }, { name: 'novel' }] }],
    ],
    ['/books?select=id,genres(count)&id=eq.2', [{ id: 2, genres: [{ count: 2 }] }]],
    ['/books?select=id,genres!inner(name)&genres.name=eq.ghosts', [{ id: 2, genres: [{ name: 'ghosts' }] }]],
    ['/books?select=id,genres!inner()&genres.name=eq.ghosts', [{ id: 2 }]],
    ['/books?select=id,genres()&genres=is.null&order=id', [{ id: 3 }, { id: 4 }]],
    ['/books?select=id,genres()&genres=not.is.null&order=id', [{ id: 1 }, { id: 2 }]],
    ['/books?select=id,sequels:books!sequel_of(id)&id=eq.1', [{ id: 1, sequels: [{ id: 3 }] }]],
    ['/books?select=id,sequel_of(id)&id=eq.3', [{ id: 3, sequel_of: { id: 1 } }]],
    ['/books?select=id,...authors!author_id(author:name)&id=eq.1', [{ id: 1, author: 'Rosario' }]],
    [
      '/authors?select=id,...books!author_id(titles:title)&books.order=id.desc&id=eq.1',
      [{ id: 1, titles: ['Oficio de tinieblas', 'Balún Canán'] }],
    ],
    ['/authors?select=id,...books!author_id(title)&id=eq.3', [{ id: 3, title: [] }]],
    ['/authors?select=author_details(biography)&id=eq.2', [{ author_details: { biography: 'El llano' } }]],
    ['/authors?select=longest_book(title)&id=eq.1', [{ longest_book: { title: 'Oficio de tinieblas' } }]],
    [
      '/copies?select=id,editions(year)&order=id',
      [
        { id: 1, editions: { year: 1961 } },
        { id: 2, editions: { year: 1955 } },
      ],
    ],
    ['/open_books?select=id,authors(name)&id=eq.2', [{ id: 2, authors: { name: 'Juan' } }]],
    ['/authors?select=id,open_books(title)&id=eq.2', [{ id: 2, open_books: [{ title: 'Pedro Páramo' }] }]],
    [
      '/books?select=pages.sum(),shelf&order=shelf',
      [
        { sum: 420, shelf: 'open' },
        { sum: 380, shelf: 'closed' },
      ],
    ],
    ['/books?select=count()', [{ count: 4 }]],
    [
      '/books?select=...authors!author_id(name),pages.max()&author_id=not.is.null&order=max',
      [
        { name: 'Juan', max: 130 },
        { name: 'Rosario', max: 370 },
      ],
    ],
    ['/events?select=id', [{ id: 1 }]],
  ])('%s', async (path, expected) => {
    expect(await library.call(path)).toMatchObject({ status: 200, json: expected })
  })

  test.each<[string, number[]]>([
    ['pages=gt.130', [1, 3]],
    ['pages=not.gt.130', [2, 4]],
    ['title=like.*Canán', [1]],
    ['title=ilike.*PÁRAMO*', [2]],
    ['title=like(any).{Sin*,Oficio*}', [3, 4]],
    ['title=match.^P', [2]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['title=in.("Sin autor","a,b")', [4]],
    ['author_id=is.null', [4]],
    ['author_id=is.not_null', [1, 2, 3]],
    ['author_id=isdistinct.1', [2, 4]],
    ['words=fts(spanish).niñas', [1]],
    ['title=wfts(spanish).tiniebla', [3]],
    ['lent=cs.[2,3)', [1]],
    ['lent=ov.[4,6)', [1, 2]],
    ['lent=sl.[5,6)', [1]],
    ['lent=adj.[9,10)', [2]],
    ['or=(id.eq.1,and(pages.lt.100,shelf.eq.closed))', [1, 4]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
    ['and=(pages.gt.100,or(id.eq.1,id.eq.3))', [1, 3]],
    ['or=(pages.gt.130,and(pages.eq.130,id.gt.1))', [1, 2, 3]],
    ['limit=1&offset=2', [3]],
  ])('books where %s', async (filters, ids) => {
    expect((await library.call(`/books?select=id&order=id&${filters}`)).json).toEqual(
      ids.map((id) => ({ id })),
    )
  })

  test.each<[string, number[]]>([
    ['order=pages.desc', [3, 1, 2, 4]],
    ['order=author_id.desc.nullsfirst,id.desc', [4, 2, 3, 1]],
    ['order=author(name).desc,id', [4, 1, 3, 2]],
  ])('books by %s', async (order, ids) => {
    const json = (await library.call(`/books?select=id,author:authors!author_id()&${order}`)).json
    expect(json).toEqual(ids.map((id) => ({ id })))
  })

  test('counts, slices and states its range', async () => {
    const { status, headers } = await library.call('/books?select=id&order=id&limit=2&offset=1', {
      headers: { Prefer: 'count=exact' },
    })
    expect(status).toBe(206)
    expect(headers.get('content-range')).toBe('1-2/4')
    expect(headers.get('preference-applied')).toBe('count=exact')
    expect(headers.get('content-location')).toBe('/books?limit=2&offset=1&order=id&select=id')
    expect(headers.get('content-profile')).toBe('library')
    const planned = await library.call('/books?select=id', { headers: { Prefer: 'count=planned' } })
    expect(planned.headers.get('content-range')).toMatch(/^0-3\/\d+$/)
    const inner = await library.call('/books?select=id,genres!inner()', {
      headers: { Prefer: 'count=exact' },
    })
    expect(inner.headers.get('content-range')).toBe('0-1/2')
  })

  test('honours Range on GET', async () => {
    const { json, headers } = await library.call('/books?select=id&order=id', { headers: { Range: '1-2' } })
    expect([json, headers.get('content-range')]).toEqual([[{ id: 2 }, { id: 3 }], '1-2/*'])
    expect(await library.call('/books', { headers: { Range: '2-1' } })).toMatchObject({ status: 416 })
  })

  test('answers HEAD without a body', async () => {
    const { status, text, headers } = await library.call('/books?limit=0', { method: 'HEAD' })
    expect([status, text, headers.get('content-range')]).toEqual([200, '', '*/*'])
  })

  test('answers CSV, single objects and plans', async () => {
    const csv = await library.call('/genres?order=id&id=lt.3', { headers: { Accept: 'text/csv' } })
    expect(csv.text).toBe('id,name\n1,novel\n2,ghosts')
    const empty = await library.call('/genres?id=lt.0', { headers: { Accept: 'text/csv' } })
    expect(empty.text).toBe('\n')
    const rows = await library.call('/books?select=id,authors!author_id(id,name)&id=eq.1', {
      headers: { Accept: 'text/csv' },
    })
    expect(rows.text).toBe('id,authors\n1,"{""id"":1,""name"":""Rosario""}"')
    const single = await library.call('/genres?id=eq.1', {
      headers: { Accept: 'application/vnd.pgrst.object+json' },
    })
    expect(single.json).toEqual({ id: 1, name: 'novel' })
    const stripped = await library.call('/authors?id=eq.3', {
      headers: { Accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    })
    expect(stripped.json).toEqual([{ id: 3, name: 'Nadie', tags: [] }])
    const plan = await library.call('/genres?id=eq.1', {
      headers: { Accept: 'application/vnd.pgrst.plan+text' },
    })
    expect(plan.text).toContain('Aggregate')
  })

  test('reads other schemas by profile', async () => {
    const { json, headers } = await library.call('/papers', { headers: { 'Accept-Profile': 'archive' } })
    expect([json, headers.get('content-profile')]).toEqual([[], 'archive'])
  })
})
