/** A minimal browser: a cookie jar that follows redirects. */
export function createBrowser() {
  const jar = new Map<string, Map<string, string>>()

  async function get(url: string): Promise<Response> {
    const { host } = new URL(url)
    const cookies = jar.get(host) ?? new Map<string, string>()
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (pair.length > at + 1) cookies.set(pair.slice(0, at), pair.slice(at + 1))
      else cookies.delete(pair.slice(0, at))
    }
    jar.set(host, cookies)
    return answer
  }

  return {
    get,
    /** Follows redirects until one leads to `stop`; returns that address. */
    async follow(url: string, stop: (target: URL) => boolean): Promise<URL> {
      let current = url
      for (let hop = 0; hop < 12; hop += 1) {
        const answer = await get(current)
        const location = answer.headers.get('location')
        if (location === null) throw new Error(`${current} answered ${answer.status}: ${await answer.text()}`)
        const target = new URL(location, current)
        if (stop(target)) return target
        current = target.href
      }
      throw new Error('too many redirects')
    },
  }
}
