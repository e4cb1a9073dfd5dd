/** Memoizes a function. The cache lives as long as the returned function. */
export function memoized<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = read(key)
    known.set(key, made)
    return made
  }
}
