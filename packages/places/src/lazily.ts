/** A function that does the work at its first call and gives the same result to all calls; a failure is tried again. */
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
