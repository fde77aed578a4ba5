import { afterEach, expect, test, vi } from 'vitest'
import { StackClientApp, setRequestCookies, stackAppInternalsSymbol } from '../index.ts'
import { openApp, openSignedInApp, setUpProject } from '../testing/open-app.ts'

const service = setUpProject()

afterEach(() => vi.unstubAllGlobals())

async function openSession() {
  const { user } = await openSignedInApp(service(), 'ada')
  const { accessToken, refreshToken } = await user.getAuthJson()
  return { user, accessToken: String(accessToken), refreshToken: String(refreshToken) }
}

test('the user of a request is found by its x-stack-auth header', async () => {
  const { user } = await openSession()
  const { app } = openApp(service(), { tokenStore: null })
  const request = new Request('https://phone.example.com', { headers: await user.getAuthHeaders() })

  expect((await app.getUser({ tokenStore: request }))?.id).toBe(user.id)
  expect((await app.getUser({ tokenStore: await user.getAuthJson() }))?.id).toBe(user.id)
})

test('the user of a request is found by its cookies', async () => {
  const { user, accessToken, refreshToken } = await openSession()
  const { app } = openApp(service(), { tokenStore: null })
  const access = encodeURIComponent(JSON.stringify([refreshToken, accessToken]))
  const cookie = `stack-refresh-${app.projectId}=${refreshToken}; stack-access=${access}`

  expect((await app.getUser({ tokenStore: { headers: new Headers({ cookie }) } }))?.id).toBe(user.id)
  expect(
    (await app.getUser({ tokenStore: { headers: new Headers({ cookie: `stack-refresh=${refreshToken}` }) } }))
      ?.id,
  ).toBe(user.id)
})

test.each(['', '{', 'null', '{"accessToken":null,"refreshToken":null}', '{"refreshToken":"undefined"}'])(
  'a request with the header x-stack-auth: %s has no user',
  async (header) => {
    const { app } = openApp(service(), { tokenStore: null })

    expect(await app.getUser({ tokenStore: { headers: new Headers({ 'x-stack-auth': header }) } })).toBeNull()
  },
)

test('an app without a token store needs one in each call', async () => {
  const { app } = openApp(service(), { tokenStore: null })

  await expect(app.getUser()).rejects.toThrow('This app has no token store.')
  await expect(
    app.signInWithCredential({
      email: (await openSignedInApp(service(), 'ada')).email,
      password: 'correct horse battery',
    }),
  ).rejects.toThrow('no user can sign in')
})

test.each(['', ', "tokenStore": "cookies"'])(
  'an app with the options {…%s} throws an error that names the option',
  (option) => {
    const options = JSON.parse(`{"baseUrl": "http://localhost:4001", "projectId": "phone"${option}}`)

    expect(() => new StackClientApp(options)).toThrow('Pass one as `tokenStore`.')
  },
)

test('the token store of a call does not change the user of the app', async () => {
  const { user: ada } = await openSession()
  const { app, user: grace } = await openSignedInApp(service(), 'grace')

  const other = await app.getUser({ tokenStore: await ada.getAuthJson() })
  await other?.signOut({ noRedirect: true })

  expect(other?.id).toBe(ada.id)
  expect((await app.getUser())?.id).toBe(grace.id)
  expect(await ada.getActiveSessions().catch(() => 'ended')).toBe('ended')
})

/** Guarantee: a server of many users never shows the user of one request to another. */
test('on a server, `nextjs-cookie` is the user of the present request', async () => {
  const ada = await openSession()
  const grace = await openSession()
  const { app } = openApp(service(), { tokenStore: 'nextjs-cookie' })
  const written: string[] = []
  const cookiesWith = (refreshToken: string) => async () => ({
    getAll: () => [{ name: `stack-refresh-${app.projectId}`, value: refreshToken }],
    set: (name: string, _value: string, { sameSite }: { sameSite: string }) =>
      written.push(`${name} ${sameSite}`),
  })

  setRequestCookies(cookiesWith(ada.refreshToken))
  const first = await app.getUser()
  setRequestCookies(cookiesWith(grace.refreshToken))
  const second = await app.getUser()

  expect([first?.id, second?.id]).toEqual([ada.user.id, grace.user.id])
  expect(written).toContain('stack-access lax')
})

test('on a server, `cookie` has no user and none can sign in', async () => {
  const { app } = openApp(service(), { tokenStore: 'cookie' })
  const { email } = await openSignedInApp(service(), 'ada')

  expect(await app.getUser()).toBeNull()
  await expect(app.signInWithCredential({ email, password: 'correct horse battery' })).rejects.toThrow(
    'no token store here',
  )
})

test('a user that a server has fetched needs no request', async () => {
  const { user, accessToken, refreshToken } = await openSession()
  const app = new StackClientApp({
    baseUrl: 'http://unused.invalid',
    projectId: 'phone',
    tokenStore: { accessToken, refreshToken },
  })

  app[stackAppInternalsSymbol].setCurrentUser(Promise.resolve(user.toClientJson()))

  expect((await app.getUser())?.id).toBe(user.id)
})
