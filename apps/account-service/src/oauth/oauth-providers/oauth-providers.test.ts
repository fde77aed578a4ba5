import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { uniqueEmail } from '../../testing.ts'
import { type Application, createApplication } from '../providers/testing/application.ts'
import { createFixture } from '../providers/testing/fixture.ts'

const fixture = createFixture()
const credentials = { type: 'standard', client_id: 'a', client_secret: 'b' }
const oauth_providers = ['github', 'discord'].map((id) => ({ id, ...credentials }))

function newApplication(settings: object = {}) {
  const { service, provider } = fixture()
  return createApplication(service, {
    config: { oauth_providers },
    settings: { ...settings },
    issuers: { acme: provider.issuer },
  })
}

const getRefusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** Links an account as a server does. */
async function link(app: Application, userId: string, changes: object = {}) {
  return await fixture().service.post(
    '/oauth-providers',
    {
      user_id: userId,
      provider_config_id: 'github',
      account_id: randomUUID(),
      allow_sign_in: true,
      allow_connected_accounts: true,
      ...changes,
    },
    app.serverHeaders,
  )
}

async function linked(app: Application, userId: string, changes: object = {}): Promise<{ id: string }> {
  const response = await link(app, userId, changes)
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

/** A user whose only sign-in methods are linked accounts, and their headers. */
async function newUserOfProviders(app: Application) {
  const { headersOfUser } = await app.signIn('acme', { sub: randomUUID() })
  const { service } = fixture()
  const { body: user } = await service.get('/users/me', headersOfUser)
  const { body } = await service.get('/oauth-providers?user_id=me', headersOfUser)
  return { userId: user.id as string, headers: headersOfUser, connectionId: body.items[0].id as string }
}

describe('linked accounts', () => {
  test('a server links, reads, updates and unlinks; a client sees the same without the account id', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const ada = await app.signUp(uniqueEmail('ada'))
    const path = async (id: string) => `/oauth-providers/${ada.userId}/${id}`

    const created = await link(app, ada.userId, { account_id: '583231', email: 'Ada@Example.com' })
    const shape = {
      id: created.body.id,
      user_id: ada.userId,
      type: 'github',
      email: 'ada@example.com',
      allow_sign_in: true,
      allow_connected_accounts: true,
    }
    expect([created.status, created.body]).toEqual([201, { ...shape, account_id: '583231' }])
    const second = await linked(app, ada.userId, { provider_config_id: 'discord', allow_sign_in: false })

    expect((await service.get(await path(created.body.id), app.serverHeaders)).body).toEqual(created.body)
    expect((await service.get(`/oauth-providers/me/${created.body.id}`, ada.headers)).body).toEqual(shape)
    const list = await service.get('/oauth-providers?user_id=me', ada.headers)
    expect(list.body.is_paginated).toBe(false)
    expect(list.body.items.map(({ id }: { id: string }) => id)).toEqual([created.body.id, second.id])
    expect(list.body.items[0]).toEqual(shape)
    expect('email' in list.body.items[1]).toBe(false)

    const changed = await service.patch(
      await path(created.body.id),
      { account_id: '7', email: 'a@example.com', allow_connected_accounts: false },
      app.serverHeaders,
    )
    expect(changed.body).toEqual({
      ...shape,
      account_id: '7',
      email: 'a@example.com',
      allow_connected_accounts: false,
    })
    expect((await service.delete(await path(created.body.id), app.serverHeaders)).body).toEqual({
      success: true,
    })
    expect((await service.get(await path(created.body.id), app.serverHeaders)).status).toBe(404)
    expect((await service.get('/oauth-providers', app.serverHeaders)).body.items).toHaveLength(1)
  })

  test('a client can update only the flags of its own accounts and cannot create links', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const ada = await app.signUp(uniqueEmail('ada'))
    const { id } = await linked(app, ada.userId)
    const path = `/oauth-providers/me/${id}`

    expect((await service.patch(path, { allow_sign_in: false }, ada.headers)).body.allow_sign_in).toBe(false)
    expect(getRefusal(await service.patch(path, { account_id: 'x' }, ada.headers))).toEqual([
      400,
      'SCHEMA_ERROR',
    ])
    expect(getRefusal(await service.patch(path, { email: 'a@example.com' }, ada.headers))).toEqual([
      400,
      'SCHEMA_ERROR',
    ])
    expect(getRefusal(await service.post('/oauth-providers', {}, ada.headers))).toEqual([
      401,
      'INSUFFICIENT_ACCESS_TYPE',
    ])
    expect((await service.delete(path, ada.headers)).body).toEqual({ success: true })
  })

  /** Guarantee: accounts of other users and projects can be neither read, changed nor unlinked. */
  test('a client cannot access linked accounts of other users', async () => {
    const [app, other] = [await newApplication(), await newApplication()]
    const { service } = fixture()
    const [ada, grace] = [await app.signUp(uniqueEmail('ada')), await app.signUp(uniqueEmail('grace'))]
    const { id } = await linked(app, ada.userId)
    const path = `/oauth-providers/${ada.userId}/${id}`
    const everyCall = (headers: Record<string, string>, at = path) => [
      service.get(at, headers),
      service.patch(at, { allow_sign_in: false }, headers),
      service.delete(at, headers),
    ]

    for (const response of await Promise.all(everyCall(grace.headers))) expect(response.status).toBe(403)
    expect((await service.get(`/oauth-providers?user_id=${ada.userId}`, grace.headers)).status).toBe(403)
    expect((await service.get('/oauth-providers', grace.headers)).status).toBe(403)
    const asNobody = [
      ...everyCall(app.asClient),
      service.get(`/oauth-providers?user_id=${ada.userId}`, app.asClient),
    ]
    for (const response of await Promise.all(asNobody))
      expect(getRefusal(response)).toEqual([400, 'CANNOT_GET_OWN_USER_WITHOUT_USER'])
    for (const response of await Promise.all(everyCall(other.serverHeaders)))
      expect(response.status).toBe(404)
    const ofGrace = `/oauth-providers/${grace.userId}/${id}`
    for (const response of await Promise.all(everyCall(app.serverHeaders, ofGrace)))
      expect(response.status).toBe(404)
    expect((await service.get(path, app.serverHeaders)).body.allow_sign_in).toBe(true)
  })

  test('unknown users and accounts are not found', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const ada = await app.signUp(uniqueEmail('ada'))

    expect(getRefusal(await link(app, randomUUID()))).toEqual([404, 'USER_NOT_FOUND'])
    expect(
      getRefusal(await service.get(`/oauth-providers?user_id=${randomUUID()}`, app.serverHeaders)),
    ).toEqual([404, 'USER_NOT_FOUND'])
    for (const provider_config_id of ['google', 'nothing', '']) {
      const { status, headers } = await link(app, ada.userId, { provider_config_id })
      expect([status, headers.get('x-stack-known-error')]).toEqual([404, null])
    }
  })
})

describe('conflicts', () => {
  test('an account signs in one user; a user signs in with one account per provider and links each once', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const [ada, grace] = [await app.signUp(uniqueEmail('ada')), await app.signUp(uniqueEmail('grace'))]
    const account_id = randomUUID()
    const { id } = await linked(app, ada.userId, { account_id })

    const taken = await link(app, grace.userId, { account_id })
    expect([taken.status, taken.headers.get('x-stack-known-error'), taken.body.code]).toEqual([
      400,
      'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
      'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
    ])
    expect(getRefusal(await link(app, ada.userId))).toEqual([400, undefined])
    expect(getRefusal(await link(app, ada.userId, { account_id, allow_sign_in: false }))).toEqual([
      400,
      undefined,
    ])

    const beside = await linked(app, grace.userId, { account_id, allow_sign_in: false })
    const path = `/oauth-providers/${grace.userId}/${beside.id}`
    const enabled = await service.patch(path, { allow_sign_in: true }, app.serverHeaders)
    expect(enabled.body.code).toBe('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN')
    // The stored account is used if none is sent; other accounts and providers do not matter.
    expect((await service.patch(path, { allow_connected_accounts: false }, app.serverHeaders)).status).toBe(
      200,
    )
    await linked(app, grace.userId, { provider_config_id: 'discord', account_id })
    expect(
      (
        await service.patch(
          `/oauth-providers/${ada.userId}/${id}`,
          { allow_sign_in: true },
          app.serverHeaders,
        )
      ).status,
    ).toBe(200)
  })

  test('of concurrent links of the same account exactly one succeeds', async () => {
    const app = await newApplication()
    const users = await Promise.all(Array.from({ length: 5 }, () => app.signUp(uniqueEmail('ada'))))
    const account_id = randomUUID()

    const responses = await Promise.all(
      users.flatMap(({ userId }) => [1, 2].map(() => link(app, userId, { account_id }))),
    )

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status } of responses) expect([201, 400]).toContain(status)
  })
})

describe('the last sign-in method', () => {
  /** Guarantee (PK5): a client cannot remove the last sign-in method of its user. */
  test('PK5: a client can neither unlink nor disable the last sign-in method; a server can', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const ada = await newUserOfProviders(app)
    const path = `/oauth-providers/me/${ada.connectionId}`

    const unlinked = await service.delete(path, ada.headers)
    const turnedOff = await service.patch(path, { allow_sign_in: false }, ada.headers)
    expect([unlinked.status, turnedOff.status]).toEqual([400, 400])
    expect(unlinked.body).toContain('Add another one first')
    expect((await service.get(path, ada.headers)).body.allow_sign_in).toBe(true)
    // Changes unrelated to sign-in are allowed.
    expect((await service.patch(path, { allow_connected_accounts: false }, ada.headers)).status).toBe(200)

    const serverHeaders = `/oauth-providers/${ada.userId}/${ada.connectionId}`
    expect((await service.delete(serverHeaders, app.serverHeaders)).body).toEqual({ success: true })
  })

  test('PK5: a method that the project has disabled does not count', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const ada = await app.signUp(uniqueEmail('ada'))
    const { id } = await linked(app, ada.userId)
    await app.configure({ credential_enabled: false })
    expect((await service.delete(`/oauth-providers/me/${id}`, ada.headers)).status).toBe(400)

    await app.configure({ credential_enabled: true })

    expect((await service.delete(`/oauth-providers/me/${id}`, ada.headers)).status).toBe(200)
  })

  /** Guarantee (PK5): of the last two sign-in methods, two concurrent removals leave one. */
  test('PK5: two concurrent removals always leave one sign-in method', async () => {
    const app = await newApplication()
    const { service } = fixture()
    for (let round = 0; round < 10; round++) {
      const ada = await newUserOfProviders(app)
      const { id } = await linked(app, ada.userId)

      const responses = await Promise.all([
        service.delete(`/oauth-providers/me/${ada.connectionId}`, ada.headers),
        service.patch(`/oauth-providers/me/${id}`, { allow_sign_in: false }, ada.headers),
      ])

      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
      const { body } = await service.get(`/oauth-providers?user_id=${ada.userId}`, app.serverHeaders)
      expect(body.items.filter((one: { allow_sign_in: boolean }) => one.allow_sign_in)).toHaveLength(1)
    }
  })

  test('of fifty concurrent unlinks exactly one succeeds', async () => {
    const app = await newApplication()
    const ada = await app.signUp(uniqueEmail('ada'))
    const { id } = await linked(app, ada.userId)

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => fixture().service.delete(`/oauth-providers/me/${id}`, ada.headers)),
    )

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(49)
  })

  /** Guarantee (MF6): users are notified of every change of their sign-in methods. */
  test('MF6: linking and unlinking are notified to verified e-mail addresses and audited', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const email = uniqueEmail('ada')
    const ada = await app.signUp(email)
    const { body: channels } = await service.get(`/contact-channels?user_id=${ada.userId}`, app.serverHeaders)
    const channel = `/contact-channels/${ada.userId}/${channels.items[0].id}`
    await service.patch(channel, { is_verified: true }, app.serverHeaders)

    const { id } = await linked(app, ada.userId)
    await service.waitForEmail(email, 2)
    await service.delete(`/oauth-providers/me/${id}`, ada.headers)

    expect((await service.waitForEmail(email, 3)).text).not.toBe('')
    const { rows } = await service.server.pool.query(
      `select action, actor_type from accounts.audit_entries
       where project_id = $1 and action like 'oauth_provider.%' order by id`,
      [app.projectId],
    )
    expect(rows).toEqual([
      { action: 'oauth_provider.linked', actor_type: 'server' },
      { action: 'oauth_provider.unlinked', actor_type: 'user' },
    ])
  })

  test('TN5: restricted impersonation cannot unlink accounts', async () => {
    const app = await newApplication({ restricts_impersonation: true })
    const { service } = fixture()
    const ada = await app.signUp(uniqueEmail('ada'))
    const { id } = await linked(app, ada.userId)
    const { body } = await service.post(
      '/auth/sessions',
      { user_id: ada.userId, is_impersonation: true },
      { ...app.serverHeaders, 'x-parley-impersonation-reason': 'A question that Ada asked' },
    )
    const headers = { ...app.asClient, 'x-stack-access-token': body.access_token }
    const path = `/oauth-providers/me/${id}`

    for (const response of [
      await service.delete(path, headers),
      await service.patch(path, { allow_sign_in: false }, headers),
    ])
      expect(getRefusal(response)).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
  })
})
