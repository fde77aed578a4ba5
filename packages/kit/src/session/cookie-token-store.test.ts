// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCookieTokenStore } from './cookie-token-store.ts'

const ada = { refreshToken: 'ada-refresh', accessToken: 'ada.access.token' }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  for (const pair of document.cookie.split('; ')) {
    setCookie(`${pair.split('=')[0]}=; Path=/; Max-Age=0`)
  }
})

function setCookie(line: string): void {
  Reflect.set(document, 'cookie', line)
}

function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${name}=`))
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1))
}

test('cookies have the names of the wire contract', () => {
  const store = createCookieTokenStore({ projectId: 'phone' })

  store.set(ada)

  expect(cookie('stack-refresh-phone')).toBe('ada-refresh')
  expect(JSON.parse(cookie('stack-access') ?? '')).toEqual(['ada-refresh', 'ada.access.token'])
  expect(createCookieTokenStore({ projectId: 'phone' }).get()).toEqual(ada)
})

test('the refresh cookie lives one year, the access cookie one day, and both are Secure on https', () => {
  const written: string[] = []
  const jar = {
    get cookie() {
      return written.map((line) => line.split(';')[0]).join('; ')
    },
    set cookie(line: string) {
      written.push(line)
    },
  }

  createCookieTokenStore({ projectId: 'phone', jar, isSecure: () => true }).set(ada)

  expect(written.find((line) => line.startsWith('stack-refresh-phone='))).toMatch(/Max-Age=31536000;.*Secure/)
  expect(written.find((line) => line.startsWith('stack-access='))).toMatch(/Max-Age=86400;.*Secure/)
})

test('an access token is only used with the refresh token it belongs to', () => {
  setCookie('stack-refresh-phone=grace-refresh; Path=/')
  setCookie(`stack-access=${encodeURIComponent(JSON.stringify(['ada-refresh', 'ada.access.token']))}; Path=/`)

  const store = createCookieTokenStore({ projectId: 'phone' })

  expect(store.get()).toEqual({ refreshToken: 'grace-refresh', accessToken: null })
})

test.each(['undefined', ''])('a refresh cookie with the value %j is not a session', (text) => {
  setCookie(`stack-refresh-phone=${text}; Path=/`)

  expect(createCookieTokenStore({ projectId: 'phone' }).get()).toBeNull()
})

test('the cookie of older kits is migrated to the project-specific name', () => {
  setCookie('stack-refresh=old-refresh; Path=/')

  const store = createCookieTokenStore({ projectId: 'phone' })

  expect(store.get()?.refreshToken).toBe('old-refresh')
  expect(cookie('stack-refresh-phone')).toBe('old-refresh')
  expect(cookie('stack-refresh')).toBeUndefined()
})

test('changes by other tabs are detected within 100 ms', () => {
  const store = createCookieTokenStore({ projectId: 'phone' })
  const otherTab = createCookieTokenStore({ projectId: 'phone' })
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)

  otherTab.set(ada)
  vi.advanceTimersByTime(100)
  expect(listener).toHaveBeenCalledOnce()
  otherTab.set(null)
  vi.advanceTimersByTime(100)
  expect(listener).toHaveBeenCalledTimes(2)

  unsubscribe()
  otherTab.set(ada)
  vi.advanceTimersByTime(1_000)
  expect(listener).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('subscribers are notified even if a reader saw the change first', () => {
  const store = createCookieTokenStore({ projectId: 'phone' })
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)

  createCookieTokenStore({ projectId: 'phone' }).set(ada)
  expect(store.get()).toEqual(ada)
  expect(listener).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)

  expect(listener).toHaveBeenCalledOnce()
  unsubscribe()
})

test('unchanged tokens are the same object', () => {
  const store = createCookieTokenStore({ projectId: 'phone' })
  store.set(ada)

  expect(store.get()).toBe(store.get())
})

test('a browser that blocks cookies causes an error instead of a partial sign-in', () => {
  const store = createCookieTokenStore({
    projectId: 'phone',
    jar: {
      get cookie() {
        return ''
      },
      set cookie(_) {},
    },
  })

  expect(() => store.set(ada)).toThrow('This browser blocks cookies')
})
