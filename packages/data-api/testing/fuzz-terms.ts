import { CASTS, everyColumn, everyTarget, hostile, OPERATORS, VALUES, VOCABULARY } from './fuzz-words.ts'

/** Generates random terms of a query: names, fields, filters, selections. */
export class FuzzTerms {
  readonly #random: () => number
  /** The table whose columns are chosen from. */
  table = 'books'

  constructor(random: () => number) {
    this.#random = random
  }

  chance(probability: number): boolean {
    return this.#random() < probability
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[], fallback: T): T {
    return list[Math.floor(this.#random() * list.length)] ?? fallback
  }

  times(most: number): number[] {
    return Array.from({ length: Math.floor(this.#random() * (most + 1)) }, (_, at) => at)
  }

  name(list: readonly string[]): string {
    const name = this.chance(0.01) ? this.pick(hostile, '"') : this.pick(list, 'id')
    if (this.chance(0.01)) return name
    return this.chance(0.08) || /[^\w]/.test(name)
      ? `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
      : name
  }

  /** Usually a column of the current table, sometimes any other, sometimes an unknown one. */
  columnName(): string {
    const own = VOCABULARY[this.table]?.columns ?? everyColumn
    return this.name(this.chance(0.98) ? own : everyColumn)
  }

  #path(): string {
    return this.times(2)
      .map(
        () =>
          `${this.pick(['->', '->>'], '->')}${this.chance(0.1) ? this.pick(hostile, '0') : this.pick(['city', 'name', '0', '-1', '99999999999'], '0')}`,
      )
      .join('')
  }

  field(): string {
    return `${this.columnName()}${this.chance(0.12) ? this.#path() : ''}`
  }

  value(): string {
    const value = this.chance(0.12) ? this.pick(hostile, "'") : this.pick(VALUES, '1')
    return this.chance(0.2) ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : value
  }

  operation(): string {
    const operator = this.pick(OPERATORS, 'eq')
    const negation = this.chance(0.15) ? 'not.' : ''
    const argument = this.chance(0.04) ? this.pick(['(any)', '(all)', '(english)', '(nope)'], '(any)') : ''
    const value =
      operator === 'in'
        ? `(${this.times(4)
            .map(() => this.value())
            .join(',')})`
        : this.value()
    return `${negation}${operator}${argument}.${operator === 'is' && this.chance(0.9) ? 'null' : value}`
  }

  logic(depth: number): string {
    const items = [0, ...this.times(2)].map(() =>
      depth > 0 && this.chance(0.3)
        ? `${this.chance(0.2) ? 'not.' : ''}${this.pick(['and', 'or'], 'and')}${this.logic(depth - 1)}`
        : `${this.field()}.${this.operation()}`,
    )
    return `(${items.join(',')})`
  }

  #column(): string {
    if (this.chance(0.15)) return '*'
    if (this.chance(0.04)) return 'count()'
    const alias = this.chance(0.1) ? `${this.name(everyColumn)}:` : ''
    const cast = this.chance(0.12) ? `::${this.pick(CASTS, 'text')}` : ''
    const aggregate = this.chance(0.06) ? `.${this.pick(['sum', 'avg', 'min', 'max', 'count'], 'sum')}()` : ''
    return `${alias}${this.field()}${cast}${aggregate}`
  }

  #hasTargets(): boolean {
    return (VOCABULARY[this.table]?.targets.length ?? 0) > 0
  }

  #embed(depth: number): string {
    const spread = this.chance(0.2) ? '...' : ''
    const alias = this.chance(0.2) ? `${this.pick(['x', 'y'], 'x')}:` : ''
    const own = VOCABULARY[this.table]?.targets ?? []
    const target = this.chance(0.02)
      ? this.name(everyTarget)
      : this.pick(this.chance(0.98) ? own : everyTarget, 'nope')
    const join = this.chance(0.3) ? this.pick(['!inner', '!left'], '!inner') : ''
    const outer = this.table
    this.table = tableOf(target)
    const select = this.select(depth - 1)
    this.table = outer
    return `${spread}${alias}${target}${join}(${select})`
  }

  select(depth: number): string {
    return this.times(3)
      .map(() => (depth > 0 && this.#hasTargets() && this.chance(0.4) ? this.#embed(depth) : this.#column()))
      .join(',')
  }
}

const TABLE_OF_TARGET: Readonly<Record<string, string>> = {
  author_id: 'authors',
  editor_id: 'authors',
  sequel_of: 'books',
  longest_book: 'books',
}

function tableOf(target: string): string {
  const name = target.split('!')[0] ?? target
  return TABLE_OF_TARGET[name] ?? name
}
