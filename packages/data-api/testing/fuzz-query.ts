import { damage, encode } from './fuzz-damage.ts'
import {
  casts,
  everyColumn,
  everyTarget,
  hostile,
  operators,
  routines,
  tables,
  values,
  vocabulary,
} from './fuzz-words.ts'

/** Requests that a grammar of the wire format generates, and damaged ones. The same seed gives the same requests. */

export type FuzzRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** Draws requests from the grammar. */
export class FuzzGrammar {
  readonly #random: () => number
  /** The table whose columns are being written of. */
  #table = 'books'

  constructor(random: () => number) {
    this.#random = random
  }

  next(): FuzzRequest {
    const request = this.#chance(0.2) ? this.#routine() : this.#relation()
    return this.#chance(0.15) ? { ...request, url: damage(request.url, this.#random) } : request
  }

  #chance(probability: number): boolean {
    return this.#random() < probability
  }

  #pick<T>(list: readonly [T, ...T[]] | readonly T[], fallback: T): T {
    return list[Math.floor(this.#random() * list.length)] ?? fallback
  }

  #times(most: number): number[] {
    return Array.from({ length: Math.floor(this.#random() * (most + 1)) }, (_, at) => at)
  }

  #name(list: readonly string[]): string {
    const name = this.#chance(0.01) ? this.#pick(hostile, '"') : this.#pick(list, 'id')
    if (this.#chance(0.01)) return name
    return this.#chance(0.08) || /[^\w]/.test(name)
      ? `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
      : name
  }

  /** Mostly a column of the table at hand, sometimes any, sometimes none. */
  #columnName(): string {
    const own = vocabulary[this.#table]?.columns ?? everyColumn
    return this.#name(this.#chance(0.98) ? own : everyColumn)
  }

  #path(): string {
    return this.#times(2)
      .map(
        () =>
          `${this.#pick(['->', '->>'], '->')}${this.#chance(0.1) ? this.#pick(hostile, '0') : this.#pick(['city', 'name', '0', '-1', '99999999999'], '0')}`,
      )
      .join('')
  }

  #field(): string {
    return `${this.#columnName()}${this.#chance(0.12) ? this.#path() : ''}`
  }

  #value(): string {
    const value = this.#chance(0.12) ? this.#pick(hostile, "'") : this.#pick(values, '1')
    return this.#chance(0.2) ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : value
  }

  #operation(): string {
    const operator = this.#pick(operators, 'eq')
    const negation = this.#chance(0.15) ? 'not.' : ''
    const argument = this.#chance(0.04) ? this.#pick(['(any)', '(all)', '(english)', '(nope)'], '(any)') : ''
    const value =
      operator === 'in'
        ? `(${this.#times(4)
            .map(() => this.#value())
            .join(',')})`
        : this.#value()
    return `${negation}${operator}${argument}.${operator === 'is' && this.#chance(0.9) ? 'null' : value}`
  }

  #logic(depth: number): string {
    const items = [0, ...this.#times(2)].map(() =>
      depth > 0 && this.#chance(0.3)
        ? `${this.#chance(0.2) ? 'not.' : ''}${this.#pick(['and', 'or'], 'and')}${this.#logic(depth - 1)}`
        : `${this.#field()}.${this.#operation()}`,
    )
    return `(${items.join(',')})`
  }

  #column(): string {
    if (this.#chance(0.15)) return '*'
    if (this.#chance(0.04)) return 'count()'
    const alias = this.#chance(0.1) ? `${this.#name(everyColumn)}:` : ''
    const cast = this.#chance(0.12) ? `::${this.#pick(casts, 'text')}` : ''
    const aggregate = this.#chance(0.06)
      ? `.${this.#pick(['sum', 'avg', 'min', 'max', 'count'], 'sum')}()`
      : ''
    return `${alias}${this.#field()}${cast}${aggregate}`
  }

  #hasTargets(): boolean {
    return (vocabulary[this.#table]?.targets.length ?? 0) > 0
  }

  #embed(depth: number): string {
    const spread = this.#chance(0.2) ? '...' : ''
    const alias = this.#chance(0.2) ? `${this.#pick(['x', 'y'], 'x')}:` : ''
    const own = vocabulary[this.#table]?.targets ?? []
    const target = this.#chance(0.02)
      ? this.#name(everyTarget)
      : this.#pick(this.#chance(0.98) ? own : everyTarget, 'nope')
    const join = this.#chance(0.3) ? this.#pick(['!inner', '!left'], '!inner') : ''
    const outer = this.#table
    this.#table = tableOf(target)
    const select = this.#select(depth - 1)
    this.#table = outer
    return `${spread}${alias}${target}${join}(${select})`
  }

  #select(depth: number): string {
    return this.#times(3)
      .map(() => (depth > 0 && this.#hasTargets() && this.#chance(0.4) ? this.#embed(depth) : this.#column()))
      .join(',')
  }

  #parameters(): [string, string][] {
    const list: [string, string][] = []
    if (this.#chance(0.75)) list.push(['select', this.#chance(0.01) ? 'books('.repeat(400) : this.#select(3)])
    const prefix = () => (this.#chance(0.05) ? `${this.#name(vocabulary[this.#table]?.targets ?? [])}.` : '')
    for (const _ of this.#times(2)) list.push([`${prefix()}${this.#field()}`, this.#operation()])
    if (this.#chance(0.2))
      list.push([
        `${prefix()}${this.#chance(0.2) ? 'not.' : ''}${this.#pick(['and', 'or'], 'or')}`,
        this.#logic(3),
      ])
    if (this.#chance(0.3)) {
      const suffix = () =>
        this.#pick(['', '.asc', '.desc', '.nullsfirst', '.desc.nullslast'], '') +
        (this.#chance(0.03) ? '.up' : '')
      const terms = [0, ...this.#times(1)].map(
        () =>
          (this.#chance(0.1)
            ? `${this.#name(vocabulary[this.#table]?.targets ?? [])}(${this.#field()})`
            : this.#field()) + suffix(),
      )
      list.push([`${prefix()}order`, terms.join(',')])
    }
    if (this.#chance(0.3))
      list.push([
        `${prefix()}limit`,
        this.#pick(['0', '1', '2', '3', '4', '5', '-1', 'x', '99999999999999999999'], '1'),
      ])
    if (this.#chance(0.15))
      list.push([`${prefix()}offset`, this.#pick(['0', '1', '2', '100', '-1', 'x'], '0')])
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
    const chosen = prefer.filter(() => this.#chance(writes ? 0.25 : 0.1))
    const headers: Record<string, string> = { prefer: ['tx=rollback', ...chosen].join(', ') }
    if (this.#chance(0.15))
      headers['accept'] = this.#chance(0.05)
        ? 'image/png'
        : this.#pick(
            [
              'text/csv',
              'application/vnd.pgrst.object+json',
              'application/vnd.pgrst.array+json;nulls=stripped',
              '*/*',
              'application/vnd.pgrst.plan+json; options=verbose',
            ],
            '*/*',
          )
    if (this.#chance(0.03)) headers['range'] = this.#pick(['0-1', '5-2', '2-', 'x'], '0-1')
    if (this.#chance(0.03))
      headers[writes ? 'content-profile' : 'accept-profile'] = this.#pick(
        ['archive', 'public', 'pg_catalog', '"'],
        'archive',
      )
    if (this.#chance(0.5)) headers['authorization'] = 'Bearer user:ana'
    return headers
  }

  #json(depth: number): unknown {
    if (depth > 0 && this.#chance(0.4))
      return this.#chance(0.5)
        ? this.#times(2).map(() => this.#json(depth - 1))
        : Object.fromEntries(this.#times(2).map(() => [this.#columnName(), this.#json(depth - 1)]))
    return this.#pick<unknown>(
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
    if (this.#chance(0.05))
      return this.#pick(
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
        [0, ...this.#times(2)].map(() => [
          this.#chance(0.03) ? this.#pick(hostile, '"') : this.#columnName(),
          this.#json(2),
        ]),
      )
    return JSON.stringify(this.#chance(0.3) ? this.#times(2).map(row) : row())
  }

  #relation(): FuzzRequest {
    this.#table = this.#chance(0.6)
      ? this.#pick(['authors', 'books', 'diary'], 'books')
      : this.#pick(tables, 'books')
    const method = this.#chance(0.75)
      ? this.#pick(['GET', 'GET', 'GET', 'HEAD'], 'GET')
      : this.#pick(['POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'], 'POST')
    const writes = method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE'
    const parameters = this.#parameters()
    if (writes && this.#chance(0.2))
      parameters.push(['columns', [0, ...this.#times(2)].map(() => this.#columnName()).join(',')])
    if (writes && this.#chance(0.1)) parameters.push(['on_conflict', this.#columnName()])
    return this.#request(method, this.#chance(0.02) ? this.#pick(hostile, "'") : this.#table, parameters)
  }

  #routine(): FuzzRequest {
    this.#table = this.#pick(['books', 'diary'], 'books')
    const names = ['a', 'b', 'author_name', 'words', 'upto', 'dividend', 'divisor', 'line', '']
    const method = this.#pick(['GET', 'POST', 'HEAD'], 'GET')
    const given = this.#times(2).map((): [string, string] => [this.#pick(names, 'a'), this.#value()])
    const request = this.#request(method, `rpc/${this.#pick(routines, 'add')}`, [
      ...(method === 'POST' ? [] : given),
      ...this.#parameters(),
    ])
    if (method !== 'POST' || this.#chance(0.2)) return request
    const types = [
      'text/plain',
      'application/octet-stream',
      'text/xml',
      'application/x-www-form-urlencoded',
      'text/csv',
    ]
    if (this.#chance(0.1)) request.headers['content-type'] = this.#pick(types, 'text/plain')
    return {
      ...request,
      body: JSON.stringify(
        Object.fromEntries(given.map(([name, value]) => [name, this.#chance(0.5) ? value : this.#json(1)])),
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

const tableOfTarget: Readonly<Record<string, string>> = {
  author_id: 'authors',
  editor_id: 'authors',
  sequel_of: 'books',
  longest_book: 'books',
}

function tableOf(target: string): string {
  const name = target.split('!')[0] ?? target
  return tableOfTarget[name] ?? name
}
