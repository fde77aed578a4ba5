import { expect, test } from 'vitest'
import { openApp, openSignedInApp, setUpProject } from '../testing/open-app.ts'

const service = setUpProject()

test('the app provides the tokens of its user, with which a back end finds the user', async () => {
  const { app, user } = await openSignedInApp(service(), 'ada')
  const authorization = await app.getAuthorizationHeader()
  const headers = { authorization }
  const { app: backEnd } = openApp(service(), { tokenStore: null })

  expect(await app.getAuthJson()).toEqual({
    accessToken: await user.getAccessToken(),
    refreshToken: await app.getRefreshToken(),
  })
  expect(await app.getAuthHeaders()).toEqual(await user.getAuthHeaders())
  expect(authorization).toMatch(/^Bearer stackauth_/)
  expect((await backEnd.getUser({ tokenStore: { headers } }))?.id).toBe(user.id)
  expect(
    (
      await backEnd.getUser({
        tokenStore: new Request('http://localhost', { headers: { authorization: String(authorization) } }),
      })
    )?.id,
  ).toBe(user.id)
  expect(await backEnd.getAccessToken({ tokenStore: await app.getAuthJson() })).toBe(
    await app.getAccessToken(),
  )
})

test('the access token describes its user without a request', async () => {
  const { app, user, email } = await openSignedInApp(service(), 'ada')

  expect(await app.getPartialUser({ from: 'token' })).toEqual({
    id: user.id,
    displayName: null,
    primaryEmail: email,
    primaryEmailVerified: false,
    isAnonymous: false,
    isMultiFactorRequired: false,
    isRestricted: false,
    restrictedReason: null,
  })
  await app.signOut({ noRedirect: true })
  expect(await app.getPartialUser({ from: 'token' })).toBeNull()
  expect(await app.getAuthorizationHeader()).toBeNull()
})

test('a session of a call is signed out without that of the app', async () => {
  const { app } = await openSignedInApp(service(), 'ada')
  const { app: other, user } = await openSignedInApp(service(), 'grace')

  await app.signOut({ tokenStore: await user.getAuthJson(), noRedirect: true })
  service().advance(60 * 60_000)

  expect(await other.getUser()).toBeNull()
  expect(await app.getUser()).not.toBeNull()
})

test('getUser returns what another device has changed', async () => {
  const { app, user } = await openSignedInApp(service(), 'ada')
  const { app: phone } = openApp(service(), { tokenStore: await user.getAuthJson() })

  await (await phone.getUser({ or: 'throw' })).setDisplayName('Ada King')

  expect((await app.getUser({ or: 'throw' })).displayName).toBe('Ada King')
})
