/** Memoizes asynchronous work: it runs at the first call, and all calls share the result. A failure is not cached. */
export function lazily<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}
