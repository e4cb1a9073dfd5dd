/** Runs at most `size` tasks at a time; others wait in order. */
export class Limiter {
  readonly #waiting: (() => void)[] = []
  readonly #size: number
  #running = 0

  constructor(size: number) {
    this.#size = size
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#size) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}
