import { damage, encode } from './fuzz-damage.ts'
import { FuzzTerms } from './fuzz-terms.ts'
import { hostile, ROUTINES, tables, VOCABULARY } from './fuzz-words.ts'

/** A request that a grammar of the wire format generates, intact or damaged. Equal seeds give equal requests. */

export interface FuzzRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** Generates random requests from the grammar. */
export class FuzzGrammar {
  readonly #random: () => number
  readonly #terms: FuzzTerms

  constructor(random: () => number) {
    this.#random = random
    this.#terms = new FuzzTerms(random)
  }

  next(): FuzzRequest {
    const request = this.#terms.chance(0.2) ? this.#routine() : this.#relation()
    return this.#terms.chance(0.15) ? { ...request, url: damage(request.url, this.#random) } : request
  }

  #parameters(): [string, string][] {
    const list: [string, string][] = []
    if (this.#terms.chance(0.75))
      list.push(['select', this.#terms.chance(0.01) ? 'books('.repeat(400) : this.#terms.select(3)])
    const prefix = () =>
      this.#terms.chance(0.05) ? `${this.#terms.name(VOCABULARY[this.#terms.table]?.targets ?? [])}.` : ''
    for (const _ of this.#terms.times(2))
      list.push([`${prefix()}${this.#terms.field()}`, this.#terms.operation()])
    if (this.#terms.chance(0.2))
      list.push([
        `${prefix()}${this.#terms.chance(0.2) ? 'not.' : ''}${this.#terms.pick(['and', 'or'], 'or')}`,
        this.#terms.logic(3),
      ])
    if (this.#terms.chance(0.3)) {
      const suffix = () =>
        this.#terms.pick(['', '.asc', '.desc', '.nullsfirst', '.desc.nullslast'], '') +
        (this.#terms.chance(0.03) ? '.up' : '')
      const terms = [0, ...this.#terms.times(1)].map(
        () =>
          (this.#terms.chance(0.1)
            ? `${this.#terms.name(VOCABULARY[this.#terms.table]?.targets ?? [])}(${this.#terms.field()})`
            : this.#terms.field()) + suffix(),
      )
      list.push([`${prefix()}order`, terms.join(',')])
    }
    if (this.#terms.chance(0.3))
      list.push([
        `${prefix()}limit`,
        this.#terms.pick(['0', '1', '2', '3', '4', '5', '-1', 'x', '99999999999999999999'], '1'),
      ])
    if (this.#terms.chance(0.15))
      list.push([`${prefix()}offset`, this.#terms.pick(['0', '1', '2', '100', '-1', 'x'], '0')])
    return list
  }

  #headers(writes: boolean): Record<string, string> {
    const prefer = [
      'return=representation',
      'return=minimal',
      'return=headers-only',
      'count=exact',
      'count=planned',
      'count=estimated',
      'missing=default',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates',
      'max-affected=1',
      'handling=strict',
      'timezone=Asia/Tokyo',
    ]
    const chosen = prefer.filter(() => this.#terms.chance(writes ? 0.25 : 0.1))
    const headers: Record<string, string> = { prefer: ['tx=rollback', ...chosen].join(', ') }
    if (this.#terms.chance(0.15))
      headers['accept'] = this.#terms.chance(0.05)
        ? 'image/png'
        : this.#terms.pick(
            [
              'text/csv',
              'application/vnd.pgrst.object+json',
              'application/vnd.pgrst.array+json;nulls=stripped',
              '*/*',
              'application/vnd.pgrst.plan+json; options=verbose',
            ],
            '*/*',
          )
    if (this.#terms.chance(0.03)) headers['range'] = this.#terms.pick(['0-1', '5-2', '2-', 'x'], '0-1')
    if (this.#terms.chance(0.03))
      headers[writes ? 'content-profile' : 'accept-profile'] = this.#terms.pick(
        ['archive', 'public', 'pg_catalog', '"'],
        'archive',
      )
    if (this.#terms.chance(0.5)) headers['authorization'] = 'Bearer user:ana'
    return headers
  }

  #json(depth: number): unknown {
    if (depth > 0 && this.#terms.chance(0.4))
      return this.#terms.chance(0.5)
        ? this.#terms.times(2).map(() => this.#json(depth - 1))
        : Object.fromEntries(
            this.#terms.times(2).map(() => [this.#terms.columnName(), this.#json(depth - 1)]),
          )
    return this.#terms.pick<unknown>(
      [
        1,
        -1,
        1.5,
        1e300,
        null,
        true,
        'x',
        '',
        '{a}',
        '[1,2)',
        '\u0000',
        '2026-01-01',
        'secret of bea',
        'ana',
      ],
      1,
    )
  }

  #body(): string {
    if (this.#terms.chance(0.05))
      return this.#terms.pick(
        [
          '',
          '{',
          '[',
          'null',
          '[[]]',
          '1',
          '[1]',
          '['.repeat(3000),
          `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
        ],
        '',
      )
    const row = () =>
      Object.fromEntries(
        [0, ...this.#terms.times(2)].map(() => [
          this.#terms.chance(0.03) ? this.#terms.pick(hostile, '"') : this.#terms.columnName(),
          this.#json(2),
        ]),
      )
    return JSON.stringify(this.#terms.chance(0.3) ? this.#terms.times(2).map(row) : row())
  }

  #relation(): FuzzRequest {
    this.#terms.table = this.#terms.chance(0.6)
      ? this.#terms.pick(['authors', 'books', 'diary'], 'books')
      : this.#terms.pick(tables, 'books')
    const method = this.#terms.chance(0.75)
      ? this.#terms.pick(['GET', 'GET', 'GET', 'HEAD'], 'GET')
      : this.#terms.pick(['POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'], 'POST')
    const writes = method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE'
    const parameters = this.#parameters()
    if (writes && this.#terms.chance(0.2))
      parameters.push(['columns', [0, ...this.#terms.times(2)].map(() => this.#terms.columnName()).join(',')])
    if (writes && this.#terms.chance(0.1)) parameters.push(['on_conflict', this.#terms.columnName()])
    return this.#request(
      method,
      this.#terms.chance(0.02) ? this.#terms.pick(hostile, "'") : this.#terms.table,
      parameters,
    )
  }

  #routine(): FuzzRequest {
    this.#terms.table = this.#terms.pick(['books', 'diary'], 'books')
    const names = ['a', 'b', 'author_name', 'words', 'upto', 'dividend', 'divisor', 'line', '']
    const method = this.#terms.pick(['GET', 'POST', 'HEAD'], 'GET')
    const given = this.#terms
      .times(2)
      .map((): [string, string] => [this.#terms.pick(names, 'a'), this.#terms.value()])
    const request = this.#request(method, `rpc/${this.#terms.pick(ROUTINES, 'add')}`, [
      ...(method === 'POST' ? [] : given),
      ...this.#parameters(),
    ])
    if (method !== 'POST' || this.#terms.chance(0.2)) return request
    const types = [
      'text/plain',
      'application/octet-stream',
      'text/xml',
      'application/x-www-form-urlencoded',
      'text/csv',
    ]
    if (this.#terms.chance(0.1)) request.headers['content-type'] = this.#terms.pick(types, 'text/plain')
    return {
      ...request,
      body: JSON.stringify(
        Object.fromEntries(
          given.map(([name, value]) => [name, this.#terms.chance(0.5) ? value : this.#json(1)]),
        ),
      ),
    }
  }

  #request(method: string, path: string, parameters: [string, string][]): FuzzRequest {
    const writes = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
    const hasBody = writes && method !== 'DELETE'
    const query = parameters.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
    const target = path.split('/').map(encode).join('/')
    return {
      method,
      url: `/rest/v1/${target}${query === '' ? '' : `?${query}`}`,
      headers: { ...this.#headers(writes), ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      body: hasBody ? this.#body() : undefined,
    }
  }
}
