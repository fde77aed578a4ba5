import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getErrorCode, type Headers } from '../testing.ts'
import { createApplication } from './providers/testing/application.ts'
import { createFixture } from './providers/testing/fixture.ts'

const fixture = createFixture()
const publicClient = { client_secret: '__stack_public_client__' }

/** A project whose clients may omit their key, as a new one is. */
async function start(settings: object = {}) {
  const { service, provider } = fixture()
  const app = await createApplication(service, {
    issuers: { acme: provider.issuer },
    settings: { ...settings },
  })
  return { app, headers: { ...app.asClient, 'x-stack-publishable-client-key': '' } as Headers }
}

describe('a client without publishable client key', () => {
  test('signs up, reads its user and refreshes its tokens in a new project', async () => {
    const { service } = fixture()
    const { app, headers } = await start()
    const form = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' }

    const { status, body } = await service.post('/auth/password/sign-up', form, headers)
    const me = await service.get('/users/me', { ...headers, 'x-stack-access-token': body.access_token })
    const refreshed = await app.token({
      ...publicClient,
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
    })

    expect([status, me.body.primary_email, refreshed.status]).toEqual([200, form.email, 200])
  })

  test('signs in with a provider', async () => {
    const { app } = await start()

    const { url } = await app.go('acme', { sub: randomUUID() }, publicClient)
    const signedIn = await app.redeem(url.searchParams.get('code') ?? '', publicClient)

    expect([signedIn.status, signedIn.body.is_new_user]).toEqual([200, true])
  })

  test('is rejected where the project requires a key', async () => {
    const { service } = fixture()
    const { app, headers } = await start({ requires_publishable_client_key: true })
    const { refresh_token } = (await app.signIn('acme', { sub: randomUUID() })).body

    const project = await service.get('/projects/current', headers)
    const authorized = await app.createBrowserFor(null).visit(app.authorizeUrl('acme', publicClient))
    const refreshed = await app.token({ ...publicClient, grant_type: 'refresh_token', refresh_token })

    expect([project.status, getErrorCode(project)]).toEqual([401, 'CLIENT_AUTHENTICATION_REQUIRED'])
    expect(authorized.text).toContain('INVALID_PUBLISHABLE_CLIENT_KEY')
    expect(refreshed.body.code).toBe('INVALID_OAUTH_CLIENT_ID_OR_SECRET')
  })

  /** Guarantee: an owner who revokes a key stops the applications that send it. */
  test('gains nothing: a wrong or revoked key, and a missing key of a back end, are rejected', async () => {
    const { service } = fixture()
    const { headers } = await start()
    const requests: [Headers, string][] = [
      [{ 'x-stack-publishable-client-key': 'pck_wrong' }, 'INVALID_PUBLISHABLE_CLIENT_KEY'],
      [{ 'x-stack-publishable-client-key': publicClient.client_secret }, 'INVALID_PUBLISHABLE_CLIENT_KEY'],
      [{ 'x-stack-access-type': 'server' }, 'SERVER_AUTHENTICATION_REQUIRED'],
      [{ 'x-stack-access-type': 'admin' }, 'ADMIN_AUTHENTICATION_REQUIRED'],
    ]

    for (const [changes, code] of requests)
      expect(getErrorCode(await service.get('/projects/current', { ...headers, ...changes }))).toBe(code)
  })
})
