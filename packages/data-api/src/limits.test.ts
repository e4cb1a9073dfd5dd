import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defaultLimits } from './request/limits.ts'
import { type CallOptions, type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary({
    guestTimeout: 300,
    guestLimits: {
      ...defaultLimits,
      maxDepth: 1,
      maxEmbeds: 1,
      maxItems: 3,
      maxFilters: 2,
      maxOrderTerms: 1,
      maxOffset: 10,
      maxListValues: 2,
      maxPatternLength: 10,
      maxWildcards: 2,
      slowOperators: false,
    },
  })
  await library.pool.query(
    `create function library.slow() returns text language sql volatile as 'select pg_sleep(1)::text';
     notify pgrst, 'reload schema'`,
  )
  await vi.waitUntil(async () => (await library.call('/rpc/slow', { as: 'ana' })).status === 200, 10_000)
})
afterAll(() => library.close())

const ana: CallOptions = { as: 'ana' }

test.each([
  '/books?select=id,authors!author_id(id),genres(id)',
  '/books?select=id,genres(id,books(id))',
  '/books?select=id,title,pages,shelf',
  '/books?select=id&id=gt.0&id=lt.9&id=neq.5',
  '/books?select=id&or=(id.eq.1,id.eq.2,and(id.eq.3,id.eq.4))',
  '/books?select=id&order=id,title',
  '/books?select=id&offset=11',
  '/books?select=id&id=in.(1,2,3)',
  '/books?select=id&title=like.*a-long-pattern*',
  '/books?select=id&title=ilike.*a*b*c*',
  '/books?select=id&title=match.^P',
  '/books?select=id&title=not.imatch.p',
  '/books?select=id&title=wfts(spanish).tiniebla',
  '/books?select=id&or=(id.eq.1,title.fts.tiniebla)',
])('%s is for people with an account', async (path) => {
  expect(await library.call(path)).toMatchObject({ status: 400, json: { code: 'PGRST100' } })
  expect(await library.call(path, ana)).toMatchObject({ status: 200 })
})

test('a guest cannot skip rows by the Range header either', async () => {
  const answer = await library.call('/books?select=id', { headers: { Range: '11-12' } })
  expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST100' } })
})

test.each([
  '^(.+)(.+)\\1$',
  '(a+)+b',
  '((a|b)*c)*',
  '(a{2,}){3}',
  'a{1,200}',
  '(?=x)y',
  '(?i)x',
  '***=x',
  'a*b*c*d*e*f*g*h*i*j*k*',
  'x'.repeat(401),
])('the regular expression %s is refused for everybody', async (pattern) => {
  const answer = await library.call(`/books?select=id&title=match.${encodeURIComponent(pattern)}`, ana)
  expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST100' } })
})

test.each(['^[A-Z].*a$', '(Pedro|Juan) P', 'P[\\w+*]{2,9}m', '\\d{1,3}', 'ca(n|ñ)án?', '\\(x\\)+'])(
  'the regular expression %s is searched for',
  async (pattern) => {
    const answer = await library.call(`/books?select=id&title=imatch.${encodeURIComponent(pattern)}`, ana)
    expect(answer).toMatchObject({ status: 200 })
  },
)

test('a guest’s statement ends sooner than a person’s', async () => {
  const slow = (options: CallOptions) => library.call('/rpc/slow', { method: 'POST', body: {}, ...options })
  expect(await slow({})).toMatchObject({ json: { code: '57014' } })
  expect(await slow(ana)).toMatchObject({ status: 200 })
})

test('a body has a bounded number of rows', async () => {
  const rows = Array.from({ length: defaultLimits.maxBodyRows + 1 }, (_, id) => ({
    id: 1000 + id,
    name: `${id}`,
  }))
  const answer = await library.call('/genres', { ...ana, method: 'POST', body: rows })
  expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST100' } })
})

test('a request runs when it is admitted, and gives its place back', async () => {
  const places: string[] = []
  const guarded = await startLibrary({
    admit: async ({ isGuest }) => {
      places.push(isGuest ? 'taken by a guest' : 'taken')
      return () => places.push('given back')
    },
  })
  expect(await guarded.call('/books?select=id')).toMatchObject({ status: 200 })
  expect(await guarded.call('/books?select=nope', ana)).toMatchObject({ status: 400 })
  expect(places).toEqual(['taken by a guest', 'given back', 'taken', 'given back'])
  await guarded.close()
})
