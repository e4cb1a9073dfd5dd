import { afterEach, expect, test, vi } from 'vitest'
import { openAuthClient } from '../storage/auth-client.ts'
import { createRequest } from './request.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser in Spanish whose app is in English; returns the languages of the requests. */
function spanishBrowser() {
  const languages: (string | null)[] = []
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('navigator', { language: 'es-MX' })
  vi.stubGlobal('location', new URL('https://antojo.test/'))
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    languages.push(new Headers(init?.headers).get('accept-language'))
    return Response.json({})
  })
  return languages
}

test('requests, and those of the auth service that send mail, are in the language of the app', async () => {
  const languages = spanishBrowser()
  await createRequest({ anonKey: async () => 'key', accessToken: async () => null })('/places/export/csv')
  await openAuthClient('key').resetPasswordForEmail('lupe@antojo.test')
  expect(languages).toEqual(['en', 'en'])
})
