import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { codeFromEmail, uniqueEmail } from '../testing.ts'
import { createApplication } from './providers/testing/application.ts'
import { createFixture } from './providers/testing/fixture.ts'
import type { Person } from './providers/testing/openid-provider.ts'

const fixture = createFixture()

const personNamed = (name: string): Person => ({
  sub: `${name}-${randomUUID()}`,
  email: uniqueEmail(name),
  email_verified: true,
})

/** Creates an application in a project with the settings of our own applications. */
function newApplication(settings: object = {}) {
  const { service, provider } = fixture()
  return createApplication(service, {
    settings: {
      provider_links_confirmed: true,
      needs_recent_authentication: true,
      sign_in_methods_need_verified_address: true,
      ...settings,
    },
    issuers: { acme: provider.issuer },
  })
}

type Application = Awaited<ReturnType<typeof newApplication>>

async function verified(app: Application, name: string) {
  const person = await app.signUp(uniqueEmail(name))
  await fixture().service.patch(
    `/users/${person.userId}`,
    { primary_email_verified: true },
    app.serverHeaders,
  )
  return person
}

const listLinks = async (app: Application, userId: string) =>
  (await fixture().service.get(`/oauth-providers?user_id=${userId}`, app.serverHeaders)).body.items

describe('linking a provider account in our own projects', () => {
  /** Guarantee (SR24, LK4): a link of another person cannot take over a provider account. */
  test('SR24: an account is linked when the client that started the request exchanges the code', async () => {
    const app = await newApplication()
    const ada = await verified(app, 'ada')
    const person = personNamed('ada')
    const { url } = await app.go('acme', person, { type: 'link', token: ada.token })
    const code = url.searchParams.get('code') ?? ''

    expect(await listLinks(app, ada.userId)).toEqual([])
    const exchanged = await app.redeem(code)
    expect([exchanged.status, exchanged.body.is_new_user]).toEqual([200, false])
    expect(await listLinks(app, ada.userId)).toHaveLength(1)
    expect((await app.signIn('acme', person)).body.is_new_user).toBe(false)
  })

  test('SR24: a victim who follows the link of another person keeps their provider account', async () => {
    const app = await newApplication()
    const stranger = await verified(app, 'stranger')
    const victim = personNamed('victim')
    const { url } = await app.go('acme', victim, { type: 'link', token: stranger.token })
    const inOtherBrowser = await app.redeem(url.searchParams.get('code') ?? '', {
      code_verifier: 'a verifier that the browser of the victim does not have'.replace(/ /g, '-'),
    })

    expect(inOtherBrowser.body.code).toBe('INVALID_AUTHORIZATION_CODE')
    expect(await listLinks(app, stranger.userId)).toEqual([])
    expect((await app.signIn('acme', victim)).body.is_new_user).toBe(true)
  })

  test('SR24: the session that started the request must be active when the code is exchanged', async () => {
    const app = await newApplication()
    const ada = await verified(app, 'ada')
    const { url } = await app.go('acme', personNamed('ada'), { type: 'link', token: ada.token })
    await fixture().service.delete('/auth/sessions/current', ada.headers)
    const exchanged = await app.redeem(url.searchParams.get('code') ?? '')

    expect(exchanged.body.code).toBe('INVALID_AUTHORIZATION_CODE')
    expect(await listLinks(app, ada.userId)).toEqual([])
  })

  test('SR24: of two accounts of one provider, confirmed concurrently, one is linked', async () => {
    const app = await newApplication()
    const ada = await verified(app, 'ada')
    const link = { type: 'link', token: ada.token }
    const visits = [
      await app.go('acme', personNamed('ada'), link),
      await app.go('acme', personNamed('ada'), link),
    ]
    const responses = await Promise.all(
      visits.map(({ url }) => app.redeem(url.searchParams.get('code') ?? '')),
    )

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await listLinks(app, ada.userId)).toHaveLength(1)
  })

  test('SR12: linking, changing and unlinking need a recent sign-in', async () => {
    const { service } = fixture()
    const app = await newApplication({ needs_recent_authentication: false })
    const ada = await verified(app, 'ada')
    await app.signIn('acme', personNamed('ada'), { type: 'link', token: ada.token })
    const [{ id }] = await listLinks(app, ada.userId)
    await service.patch('/internal/settings', { needs_recent_authentication: true }, app.admin)
    await service.server.pool.query(
      "update accounts.sessions set authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1",
      [ada.userId],
    )
    const linking = await app.go('acme', personNamed('ada'), { type: 'link', token: ada.token })
    const changed = await service.patch(`/oauth-providers/me/${id}`, { allow_sign_in: false }, ada.headers)
    const unlinked = await service.delete(`/oauth-providers/me/${id}`, ada.headers)

    expect(linking.text).toContain('USER_AUTHENTICATION_REQUIRED')
    for (const { body } of [changed, unlinked]) expect(body.code).toBe('USER_AUTHENTICATION_REQUIRED')
    expect(await listLinks(app, ada.userId)).toHaveLength(1)
  })

  test('SR3: a provider can be linked once the address of the sign-up is verified', async () => {
    const app = await newApplication()
    const ada = await app.signUp(uniqueEmail('ada'))
    const { text } = await app.go('acme', personNamed('ada'), { type: 'link', token: ada.token })

    expect(text).toContain('EMAIL_NOT_VERIFIED')
  })

  /**
   * Guarantee (SR3): a provider account that a stranger linked does not sign in after the reset of the owner.
   */
  test('SR3: a reset of an unverified address removes provider accounts and codes that are not redeemed', async () => {
    const { service } = fixture()
    const app = await newApplication({
      provider_links_confirmed: false,
      sign_in_methods_need_verified_address: false,
    })
    const email = uniqueEmail('owner')
    const stranger = await app.signUp(email)
    const account = personNamed('stranger')
    await app.signIn('acme', account, { type: 'link', token: stranger.token })
    const { url } = await app.go('acme', account)
    await service.post(
      '/auth/password/send-reset-code',
      { email, callback_url: 'https://app.example.com/handler/password-reset' },
      app.asClient,
    )
    const mails = () => service.mailbox.filter(({ to, subject }) => to === email && /Reset/.test(subject))
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(1)
    const code = codeFromEmail(required(mails()[0], 'the e-mail'))
    const reset = await service.post(
      '/auth/password/reset',
      { code, password: 'a new good password' },
      app.asClient,
    )
    const exchanged = await app.redeem(url.searchParams.get('code') ?? '')

    expect([reset.status, exchanged.body.code]).toEqual([200, 'INVALID_AUTHORIZATION_CODE'])
    expect(await listLinks(app, stranger.userId)).toEqual([])
  })

  test('SR24: a project of the SDK links the account in the callback, as before', async () => {
    const app = await newApplication({ provider_links_confirmed: false })
    const ada = await verified(app, 'ada')
    await app.go('acme', personNamed('ada'), { type: 'link', token: ada.token })

    expect(await listLinks(app, ada.userId)).toHaveLength(1)
  })
})
