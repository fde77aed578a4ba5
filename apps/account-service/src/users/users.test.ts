import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runConcurrently } from '../platform/audit/testing.ts'
import {
  configureProject,
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../testing.ts'

const service = setUpAccountService()

describe('the signed-in user', () => {
  test('server access returns more fields than client access', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const asClient = await service().get('/users/me', ada.headers)
    const serverHeaders = await service().get('/users/me', { ...ada.headers, ...service().serverHeaders })

    expect(Object.keys(asClient.body).sort()).toEqual(
      [
        'auth_with_email',
        'client_metadata',
        'client_read_only_metadata',
        'display_name',
        'has_password',
        'id',
        'is_anonymous',
        'is_restricted',
        'oauth_providers',
        'otp_auth_enabled',
        'passkey_auth_enabled',
        'primary_email',
        'primary_email_verified',
        'profile_image_url',
        'requires_totp_mfa',
        'restricted_reason',
        'selected_team',
        'selected_team_id',
        'signed_up_at_millis',
      ].sort(),
    )
    expect(asClient.body).toMatchObject({ display_name: null, client_metadata: null, oauth_providers: [] })
    expect(Object.keys(asClient.body.selected_team)).not.toContain('server_metadata')
    expect(serverHeaders.body).toMatchObject({
      primary_email_auth_enabled: true,
      server_metadata: null,
      last_active_at_millis: expect.any(Number),
      restricted_by_admin: false,
      restricted_by_admin_reason: null,
      restricted_by_admin_private_details: null,
      country_code: null,
      risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } },
      selected_team: { server_metadata: null, created_at_millis: expect.any(Number) },
    })
  })

  test('an empty profile image is a malformed request', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))

    const { status, body } = await service().patch('/users/me', { profile_image_url: '' }, ada.headers)

    expect([status, body.code]).toEqual([400, 'SCHEMA_ERROR'])
    expect(body.error).toContain('body.profile_image_url')
  })

  test.each([
    ['ada.lovelace', 'Ada Lovelace'],
    ['grace_hopper-1906+phone', 'Grace Hopper'],
    ['1234', 'Personal team'],
  ])(
    'the personal team of a user %s@… without a name is called %s, and not after the address',
    async (local, name) => {
      const ada = await signUp(service(), `${local}@${randomUUID()}.example.com`)

      const { body } = await service().get('/users/me', ada.headers)

      expect(body.selected_team.display_name).toBe(name)
    },
  )

  test('name and metadata can be updated to any JSON value', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const change = (body: object) => service().patch('/users/me', body, ada.headers)

    expect((await change({ display_name: 'Ada' })).body.display_name).toBe('Ada')
    expect((await change({ display_name: '' })).body.display_name).toBeNull()
    for (const value of [null, 1, 'text', false, [1, [2]], { 'a b': { é: ['\ud83e\uddff'] } }]) {
      const { status, body } = await change({ client_metadata: value })
      expect([status, body.client_metadata]).toEqual([200, value])
    }
    expect((await change({ display_name: 'Ada' })).body.client_metadata).toEqual({
      'a b': { é: ['\ud83e\uddff'] },
    })
    for (const text of ['a\u0000b', 'a\ud800b'])
      expect(getErrorCode(await change({ display_name: text }))).toBe('SCHEMA_ERROR')
    const changeDeeply = async (levels: number) => {
      const deep = `{"client_metadata":${'['.repeat(levels)}${']'.repeat(levels)}}`
      const headers = { ...ada.headers, 'content-type': 'application/json' }
      const response = await service().call('PATCH', '/users/me', deep, headers)
      return [response.status, getErrorCode(response)]
    }
    expect(await changeDeeply(256)).toEqual([200, null])
    expect(await changeDeeply(258)).toEqual([400, 'SCHEMA_ERROR'])
    expect(await changeDeeply(100_000)).toEqual([400, 'BODY_PARSING_ERROR'])
  })

  /** Guarantee: a client cannot write fields reserved for servers. */
  test.each([
    ['client_read_only_metadata', { plan: 'paid' }],
    ['server_metadata', { managedProjectIds: ['internal'] }],
    ['primary_email_verified', true],
    ['primary_email_auth_enabled', true],
    ['is_anonymous', false],
    ['password', 'another horse battery'],
    ['password_hash', `$2b$10$${'a'.repeat(53)}`],
    ['oauth_providers', []],
    ['has_password', false],
    ['signed_up_at_millis', 0],
    ['id', '00000000-0000-4000-8000-000000000000'],
  ])('TN1: a client cannot write %s of its user', async (field, value) => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const before = await service().get(`/users/${ada.userId}`, service().serverHeaders)

    const response = await service().patch('/users/me', { display_name: 'Eve', [field]: value }, ada.headers)

    expect(getErrorCode(response)).toBe('SCHEMA_ERROR')
    expect(response.body.error).toContain(field)
    expect((await service().get(`/users/${ada.userId}`, service().serverHeaders)).body).toEqual(before.body)
  })

  /** Guarantee: a client cannot list, create, update or delete users, not even its own by id. */
  test('TN1: clients cannot access users by id', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const path = `/users/${ada.userId}`
    const responses = await Promise.all([
      service().get('/users', ada.headers),
      service().post('/users', {}, ada.headers),
      service().get(path, ada.headers),
      service().patch(path, { display_name: 'Eve' }, ada.headers),
      service().delete(path, ada.headers),
    ])

    for (const response of responses)
      expect([response.status, getErrorCode(response), response.body.details]).toEqual([
        401,
        'INSUFFICIENT_ACCESS_TYPE',
        { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
      ])
  })

  test('a client sees server-written metadata only where permitted', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const body = { client_read_only_metadata: { plan: 'free' }, server_metadata: { note: 'secret' } }

    const serverHeaders = await service().patch('/users/me', body, {
      ...ada.headers,
      ...service().serverHeaders,
    })
    const asClient = await service().get('/users/me', ada.headers)

    expect(serverHeaders.body).toMatchObject(body)
    expect(asClient.body.client_read_only_metadata).toEqual({ plan: 'free' })
    expect(JSON.stringify(asClient.body)).not.toContain('secret')
  })

  /**
   * Guarantee: a name change writes only the row that contains it, and an e-mail change updates no index of
   * users.
   */
  test('rows that an update does not concern are not written', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const versions = async () =>
      (
        await service().server.pool.query(
          `select users.xmin as user, channel.xmin as channel from accounts.users
           join accounts.contact_channels channel on channel.user_id = users.id where users.id = $1`,
          [ada.userId],
        )
      ).rows[0]
    const write = (body: object) => service().patch(`/users/${ada.userId}`, body, service().serverHeaders)
    const before = await versions()
    const named = await write({ display_name: 'Ada', otp_auth_enabled: false })
    const afterName = await versions()
    const verified = await write({ primary_email_verified: true })
    const afterVerified = await versions()

    expect([named.status, verified.status]).toEqual([200, 200])
    expect(verified.body).toMatchObject({ display_name: 'Ada', primary_email_verified: true })
    expect(afterName.channel).toBe(before.channel)
    expect(afterName.user).not.toBe(before.user)
    expect(afterVerified.user).toBe(afterName.user)
    expect(afterVerified.channel).not.toBe(afterName.channel)
  })

  test('only a team that the user is a member of can be selected', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const grace = await signUp(service(), uniqueEmail('grace'))
    const fetchSelectedTeamId = async (headers: Record<string, string>) =>
      (await service().get('/users/me', headers)).body.selected_team_id as string
    const select = (selected_team_id: string | null) =>
      service().patch('/users/me', { selected_team_id }, ada.headers)

    const foreign = await select(await fetchSelectedTeamId(grace.headers))

    expect([getErrorCode(foreign), foreign.body.details]).toEqual([
      'TEAM_MEMBERSHIP_NOT_FOUND',
      { team_id: await fetchSelectedTeamId(grace.headers), user_id: ada.userId },
    ])
    expect((await select(null)).body).toMatchObject({ selected_team_id: null, selected_team: null })
  })

  test('e-mail sign-in can be disabled; passkey sign-in cannot be enabled', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))

    const on = await service().patch('/users/me', { otp_auth_enabled: true }, ada.headers)
    const off = await service().patch('/users/me', { otp_auth_enabled: false }, ada.headers)
    const passkey = await service().patch('/users/me', { passkey_auth_enabled: true }, ada.headers)

    expect([on.body.otp_auth_enabled, off.body.otp_auth_enabled]).toEqual([true, false])
    expect(passkey.status).toBe(400)
  })

  /** Guarantee: deletion immediately invalidates everything that signs in. */
  test('SE3: self-deletion ends all sessions and codes', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))

    const deleted = await service().delete('/users/me', ada.headers)

    expect(deleted.body).toEqual({ success: true })
    expect(getErrorCode(await service().get('/users/me', ada.headers))).toBe('ACCESS_TOKEN_EXPIRED')
    const again = await service().post('/auth/password/sign-in', { email: ada.email, password: ada.password })
    expect(getErrorCode(again)).toBe('EMAIL_PASSWORD_MISMATCH')
    expect(getErrorCode(await service().get(`/users/${ada.userId}`, service().serverHeaders))).toBe(
      'USER_NOT_FOUND',
    )
    expect((await signUp(service(), ada.email)).userId).not.toBe(ada.userId)
  })
})

/** Guarantee (ZR18): a client learns that another one has deleted the account. */
test('ZR18: of concurrent self-deletions one succeeds, and the others get the error of an ended session', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const remove = () => service().delete('/users/me', ada.headers)

  const [first, ...others] = await runConcurrently(service(), remove, remove, remove, remove)
  const afterwards = await service().get('/users/me', ada.headers)

  expect(first?.body).toEqual({ success: true })
  expect(others.map(({ status, body }) => ({ status, body }))).toEqual(
    others.map(() => ({ status: afterwards.status, body: afterwards.body })),
  )
})

test('self-deletion can be disabled; a back end can still delete the user', async () => {
  await using isolated = await startAccountService()
  const ada = await signUp(isolated, 'ada@example.com')
  await configureProject(isolated, { config: { client_user_deletion_enabled: false } })

  const refused = await isolated.delete('/users/me', ada.headers)
  const deleted = await isolated.delete('/users/me', { ...ada.headers, ...isolated.serverHeaders })

  expect([refused.status, getErrorCode(refused)]).toEqual([400, null])
  expect(deleted.body).toEqual({ success: true })
})

/** Guarantee: neither an abandoned browser session nor an impersonator can delete an account. */
test('MF5: self-deletion requires a recent sign-in', async () => {
  await using isolated = await startAccountService()
  const ada = await signUp(isolated, 'ada@example.com')
  isolated.advance(11 * 60_000)
  const refreshed = await isolated.post('/auth/sessions/current/refresh', undefined, {
    'x-stack-refresh-token': ada.refreshToken,
  })
  const remove = (token: string) => isolated.delete('/users/me', { 'x-stack-access-token': token })

  const refused = await remove(refreshed.body.access_token)
  const again = await isolated.post('/auth/password/sign-in', { email: ada.email, password: ada.password })

  expect([refused.status, getErrorCode(refused)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
  expect((await remove(again.body.access_token)).body).toEqual({ success: true })
  expect(getErrorCode(await isolated.get(`/users/${ada.userId}`, isolated.serverHeaders))).toBe(
    'USER_NOT_FOUND',
  )
})

describe('users with server access', () => {
  const list = (query: string) => service().get(`/users?${query}`, service().serverHeaders)

  test('a user is found by id, within the project', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))

    expect((await service().get(`/users/${ada.userId}`, service().serverHeaders)).body.primary_email).toBe(
      ada.email,
    )
    expect(getErrorCode(await service().get(`/users/${crypto.randomUUID()}`, service().serverHeaders))).toBe(
      'USER_NOT_FOUND',
    )
    expect(getErrorCode(await service().get('/users/123', service().serverHeaders))).toBe('SCHEMA_ERROR')
  })

  test('pages start at the cursor in both orders, and the last cursor is null', async () => {
    for (const name of ['ada', 'grace', 'linus', 'hedy', 'ada']) await signUp(service(), uniqueEmail(name))
    const getIds = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id)
    for (const desc of ['true', 'false']) {
      const all = getIds((await list(`desc=${desc}`)).body)
      const paged: string[] = []
      let cursor: string | null = null
      do {
        const { body } = await list(`limit=2&desc=${desc}${cursor ? `&cursor=${cursor}` : ''}`)
        paged.push(...getIds(body))
        cursor = body.pagination.next_cursor
      } while (cursor)

      expect(paged).toEqual(all)
      expect(new Set(all).size).toBe(all.length)
    }
    expect((await list(`cursor=${crypto.randomUUID()}`)).body).toEqual({
      items: [],
      is_paginated: true,
      pagination: { next_cursor: null },
    })
    for (const query of ['limit=0', 'limit=x', 'desc=1', 'order_by=name', 'more=1'])
      expect(getErrorCode(await list(query))).toBe('SCHEMA_ERROR')
  })

  test('users are searched by a literal part of a name or e-mail, and by id', async () => {
    const linus = await signUp(service(), uniqueEmail('linus_50%'))
    await service().patch('/users/me', { display_name: 'Linus the Second' }, linus.headers)
    const found = async (text: string) => {
      const { body } = await list(`query=${encodeURIComponent(text)}`)
      return body.items.some(({ id }: { id: string }) => id === linus.userId)
    }

    for (const text of ['the SECOND', 'LINUS_50%', linus.userId, linus.userId.toUpperCase(), ''])
      expect(await found(text)).toBe(true)
    for (const text of ['linus_5_%', 'thexSecond', '%Third%']) expect(await found(text)).toBe(false)
  })

  test('the team filter returns exactly its members', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const { body: me } = await service().get('/users/me', ada.headers)

    const { body } = await list(`team_id=${me.selected_team_id}`)

    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([ada.userId])
  })
})
