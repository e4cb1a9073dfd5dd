import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEFAULT_LIMITS } from './request/limits.ts'
import { type CallOptions, type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary({
    aggregatesEnabled: false,
    guestTimeout: 300,
    guestLimits: {
      ...DEFAULT_LIMITS,
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
      maxJsonSteps: 1,
      maxCasts: 0,
      maxCountedRows: 2,
      maxAnswerBytes: 10_000,
      maxUncountedRows: 0,
    },
  })
  await library.pool.query(
    `create function library.slow() returns text language sql volatile as 'select pg_sleep(1)::text';
     create table library.shelves (id int primary key);
     create table library.grains (id int primary key, shelf_id int references library.shelves);
     insert into library.shelves values (1);
     insert into library.grains select n, 1 from generate_series(1, 100) n;
     create function library.heavy(library.grains) returns text language plpgsql stable as $$
     begin
       if $1.id > 20 then raise 'more than 20 rows were made'; end if;
       return repeat('x', 3000);
     end $$;
     grant select on library.shelves, library.grains to anon, authenticated;
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
  '/authors?select=data->city->name',
  '/authors?select=id&data->prizes->>0=eq.1958',
  '/authors?select=id&or=(id.eq.1,data->prizes->>0.eq.1958)',
  '/authors?select=id&order=data->city->name',
  '/books?select=id::text',
])('%s is for people with an account', async (path) => {
  expect(await library.call(path)).toMatchObject({ status: 400, json: { code: 'PGRST100' } })
  expect(await library.call(path, ana)).toMatchObject({ status: 200 })
})

const count = { headers: { Prefer: 'count=exact' } }

test.each(['/books?select=id&limit=1', '/rpc/books_by?author_name=Rosario&limit=1&select=id'])(
  'a count of %s ends at the bound of a guest',
  async (path) => {
    const range = async (query: string, options: CallOptions) =>
      (await library.call(path + query, { ...options, ...count })).headers.get('content-range')
    expect(await range('', ana)).toMatch(/^0-0\/[24]$/)
    expect(await range('&id=lt.3', {})).toMatch(/^0-0\/[12]$/)
    expect(await range('&id=gt.0', {})).toBe(path.startsWith('/books') ? '0-0/*' : '0-0/2')
  },
)

test.each<[string, Record<string, string>]>([
  ['/grains?select=id,heavy', {}],
  ['/grains?select=id,heavy&order=id&limit=50', {}],
  ['/grains?select=id,heavy', { Accept: 'text/csv' }],
  ['/grains?select=id,heavy', { Accept: 'application/vnd.pgrst.array+json;nulls=stripped' }],
  ['/grains?select=id,heavy', { Accept: 'application/vnd.pgrst.object+json' }],
  ['/grains?select=id,heavy', { Prefer: 'count=exact' }],
  ['/shelves?select=id,...grains(heavy)', {}],
])('a guest’s %s %j ends while its rows are made', async (path, headers) => {
  const answer = await library.call(path, { headers })
  expect(answer).toMatchObject({ status: 413, json: { details: 'At most 10000 bytes are sent.' } })
  expect(await library.call(path.replace('heavy', 'shelf_id'))).toMatchObject({ status: 200 })
})

test('a list within a row of a guest is aborted while its rows are made', async () => {
  expect(await library.call('/shelves?select=id,grains(heavy)')).toMatchObject({ status: 413 })
  const some = await library.call('/shelves?select=id,grains(heavy)&grains.limit=2')
  expect(some).toMatchObject({ status: 200, json: [{ grains: [{}, {}] }] })
})

test.each([
  '/books?select=json_agg',
  '/books?select=count',
  '/books?select=id&order=json_agg',
  '/books?select=id&json_agg=not.is.null',
  '/books?select=id&or=(id.eq.1,to_json.not.is.null)',
  '/books?select=id,authors!author_id(json_agg)',
  '/books?select=id,authors!author_id()&order=authors(json_agg)',
  '/books?select=id,json_agg:authors!author_id()&order=json_agg',
  '/rpc/divide?dividend=7&divisor=2&select=json_agg',
  '/rpc/books_by?author_name=Juan&select=to_jsonb',
])('%s does not call the function of that name', async (path) => {
  expect(await library.call(path, ana)).toMatchObject({ status: 400, json: { code: '42703' } })
})

test.each(['/authors?select=initials&order=initials', '/rpc/divide?dividend=7&divisor=2&select=quotient'])(
  '%s selects what the schema offers',
  async (path) => {
    expect(await library.call(path, ana)).toMatchObject({ status: 200 })
  },
)

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
  expect(await slow({})).toMatchObject({ status: 503, json: { code: '57014' } })
  expect(await slow(ana)).toMatchObject({ status: 200 })
})

test('a body has a bounded number of rows', async () => {
  const rows = Array.from({ length: DEFAULT_LIMITS.maxBodyRows + 1 }, (_, id) => ({
    id: 1000 + id,
    name: `${id}`,
  }))
  const answer = await library.call('/genres', { ...ana, method: 'POST', body: rows })
  expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST100' } })
})

test('a request runs once it is admitted, and gives its place back', async () => {
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

test('rows of an embed are counted where aggregates are not allowed, and nothing else is', async () => {
  const counted = await library.call('/shelves?select=id,grains(count)', ana)
  expect(counted.json).toEqual([{ id: 1, grains: [{ count: 100 }] }])
  for (const select of ['count', 'grains(id,count)', 'grains(id.count())', 'grains(count::text)'])
    expect((await library.call(`/shelves?select=${select}`, ana)).status).toBe(400)
})
