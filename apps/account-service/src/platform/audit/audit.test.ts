import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { required } from '@parley/primitives'
import { createLog } from '@parley/server'
import { expect, test } from 'vitest'
import { createProjectKeys } from '../../index.ts'
import {
  adminHeaders,
  codeFromEmail,
  configureProject,
  signUp,
  startAccountService,
  type TestService,
} from '../../testing.ts'

interface Entry {
  readonly project_id: string | null
  readonly actor_type: string
  readonly actor_id: string | null
  readonly action: string
  readonly outcome: string
  readonly subject_type: string | null
  readonly subject_id: string | null
  readonly ip: string | null
  readonly user_agent: string | null
  readonly request_id: string | null
  readonly details: Record<string, unknown>
}

async function listEntries(service: TestService): Promise<Entry[]> {
  const { rows } = await service.server.pool.query<Entry>('select * from accounts.audit_entries order by id')
  return rows
}
const callback = 'https://phone.example.com/handler'
/** Parameters of an OAuth authorization request. */
const authorizeQuery = {
  redirect_uri: callback,
  scope: 'legacy',
  state: 'a state',
  grant_type: 'authorization_code',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  response_type: 'code',
  error_redirect_url: callback,
}

/**
 * Guarantee (OP1): every successful and failed sign-in is audited with actor, action, time and IP address.
 */
test('sign-ins are audited, whether they succeed or fail', async () => {
  await using service = await startAccountService()
  const ada = await signUp(service, 'ada@example.com')
  await service.post(
    '/auth/password/sign-in',
    { email: ada.email, password: ada.password },
    { 'user-agent': 'a tester' },
  )
  await service.post('/auth/password/sign-in', { email: ada.email, password: 'wrong password' })
  await service.post(
    '/contact-channels/verify',
    { code: codeFromEmail(await service.waitForEmail(ada.email)) },
    ada.headers,
  )
  await service.post('/auth/otp/sign-in', { code: '0'.repeat(45) })
  await service.post(
    '/auth/password/update',
    { old_password: ada.password, new_password: 'another good password' },
    { ...ada.headers, 'x-stack-refresh-token': ada.refreshToken },
  )
  await service.delete('/auth/sessions/current', ada.headers)

  const entries = await listEntries(service)

  const lines = entries.map(({ action, outcome }) => `${action} ${outcome}`)
  expect(lines).toEqual([
    'project.created success',
    'project.created success',
    'user.created success',
    'team.created success',
    'session.started success',
    'session.started success',
    'authentication.failed failure',
    'contact_channel.verified success',
    'authentication.failed failure',
    'password.changed success',
    'session.ended success',
  ])
  const signedIn = required(entries[5], 'an entry')
  expect(signedIn).toMatchObject({
    actor_type: 'user',
    actor_id: ada.userId,
    ip: '127.0.0.1',
    user_agent: 'a tester',
    details: { method: 'password' },
  })
  expect(signedIn.request_id).toMatch(/^[0-9a-z]{16}$/)
  expect(required(entries[6], 'an entry').details).toEqual({
    endpoint: 'POST /auth/password/sign-in',
    reason: 'EMAIL_PASSWORD_MISMATCH',
  })
})

/** Guarantee (OP1): denials and every admin request are audited. */
test('denied requests and admin requests are audited', async () => {
  await using service = await startAccountService()
  const ada = await signUp(service, 'ada@example.com')
  const grace = await signUp(service, 'grace@example.com')
  const { body: me } = await service.get('/users/me', ada.headers)
  const keys = await createProjectKeys(service.server, {
    project: 'phone',
    description: 'by hand',
    expiresAt: new Date(Date.now() + 60_000),
  })
  const before = (await listEntries(service)).length

  await service.get('/users', grace.headers)
  await service.get(`/auth/sessions?user_id=${ada.userId}`, grace.headers)
  await service.patch(`/teams/${me.selected_team_id}`, { display_name: 'X' }, grace.headers)
  await service.get('/users/me', { 'x-stack-publishable-client-key': 'pck_wrong' })
  await service.get('/users?limit=1', {
    'x-stack-access-type': 'admin',
    'x-stack-super-secret-admin-key': keys.superSecretAdminKey,
  })

  const entries = (await listEntries(service)).slice(before)
  expect(
    entries.map(({ action, actor_type, actor_id, details }) => [
      action,
      actor_type === 'user' ? actor_id : null,
      details.reason ?? null,
    ]),
  ).toEqual([
    ['access.denied', grace.userId, 'INSUFFICIENT_ACCESS_TYPE'],
    ['access.denied', grace.userId, '403'],
    ['access.denied', grace.userId, 'TEAM_MEMBERSHIP_NOT_FOUND'],
    ['access.denied', null, 'INVALID_PUBLISHABLE_CLIENT_KEY'],
    ['admin.called', null, null],
  ])
})

/** Guarantee (OP1): a denial is audited even if its response looks like "not found". */
test('OP1: denials with an ambiguous error code are audited, and the other meaning of the code is not', async () => {
  await using service = await startAccountService({
    settings: { sign_in_methods_need_verified_address: false },
  })
  await configureProject(service, { config: { allow_user_api_keys: true, allow_team_api_keys: true } })
  const ada = await signUp(service, 'ada@example.com')
  const grace = await signUp(service, 'grace@example.com')
  const team_id = (await service.get('/users/me', ada.headers)).body.selected_team_id
  const requestBody = { user_id: 'me', description: 'for the build', expires_at_millis: null }
  const { body: key } = await service.post('/user-api-keys', requestBody, ada.headers)
  const invitation = { team_id, email: 'hedy@example.com', callback_url: `${callback}/team-invitation` }
  await service.post('/team-invitations/send-code', invitation, service.serverHeaders)
  const code = codeFromEmail(await service.waitForEmail('hedy@example.com'))
  const before = (await listEntries(service)).length

  await service.get(`/user-api-keys/${randomUUID()}`, grace.headers)
  await service.post('/team-invitations/accept', { code })
  await service.get(`/user-api-keys/${key.id}`, grace.headers)
  await service.get(`/user-api-keys/${key.id}?user_id=me`, grace.headers)
  await service.get(`/team-api-keys?team_id=${team_id}`, grace.headers)
  await service.post('/team-invitations/accept/details', { code }, grace.headers)
  await service.post('/team-invitations/accept', { code }, grace.headers)
  service.advance(11 * 60_000)
  const { body } = await service.post('/auth/sessions/current/refresh', undefined, {
    'x-stack-refresh-token': grace.refreshToken,
  })
  await service.post('/user-api-keys', requestBody, { 'x-stack-access-token': body.access_token })

  const denial = (reason: string) => ['access.denied', 'denied', grace.userId, reason]
  const entries = (await listEntries(service)).slice(before)
  expect(
    entries.map(({ action, outcome, actor_id, details }) => [action, outcome, actor_id, details.reason]),
  ).toEqual([
    denial('API_KEY_NOT_FOUND'),
    denial('API_KEY_NOT_FOUND'),
    denial('API_KEY_NOT_FOUND'),
    denial('EMAIL_NOT_ASSOCIATED_WITH_USER'),
    denial('EMAIL_NOT_ASSOCIATED_WITH_USER'),
    denial('USER_AUTHENTICATION_REQUIRED'),
  ])
})

/** Guarantee (OP1): the use of a revoked or expired key is audited, so that its owner can find its user. */
test('OP1: checks of a revoked and an expired key are audited with the key', async () => {
  await using service = await startAccountService({
    settings: { sign_in_methods_need_verified_address: false },
  })
  await configureProject(service, { config: { allow_user_api_keys: true } })
  const ada = await signUp(service, 'ada@example.com')
  const make = async (expires_at_millis: number | null) => {
    const requestBody = { user_id: 'me', description: 'for the build', expires_at_millis }
    return (await service.post('/user-api-keys', requestBody, ada.headers)).body
  }
  const [revoked, expired] = [await make(null), await make(service.now().getTime() + 60_000)]
  await service.patch(`/user-api-keys/${revoked.id}`, { revoked: true }, ada.headers)
  service.advance(61_000)
  const before = (await listEntries(service)).length

  for (const { value } of [revoked, expired])
    await service.post('/user-api-keys/check', { api_key: value }, service.serverHeaders)

  const entries = (await listEntries(service)).slice(before)
  expect(entries.map((entry) => [entry.action, entry.outcome, entry.details.reason])).toEqual([
    ['authentication.failed', 'failure', 'API_KEY_REVOKED'],
    ['authentication.failed', 'failure', 'API_KEY_EXPIRED'],
  ])
  expect(entries.map(({ subject_type, subject_id }) => [subject_type, subject_id])).toEqual([
    ['api_key', revoked.id],
    ['api_key', expired.id],
  ])
  for (const { value } of [revoked, expired]) expect(JSON.stringify(entries)).not.toContain(value)
})

/** Guarantee (OP1): a project owner can find out which ended keys are still in use. */
test('OP1: requests with a key of a revoked or expired set are audited with the set', async () => {
  await using service = await startAccountService()
  const admin = await adminHeaders(service)
  const make = async (livesMs: number) => {
    const requestBody = {
      description: 'for the build',
      expires_at_millis: service.now().getTime() + livesMs,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: true,
    }
    return (await service.post('/internal/api-keys', requestBody, admin)).body
  }
  const [revoked, expired] = [await make(600_000), await make(60_000)]
  await service.patch(`/internal/api-keys/${revoked.id}`, { revoked: true }, admin)
  service.advance(61_000)
  const before = (await listEntries(service)).length

  for (const set of [revoked, expired]) {
    const { publishable_client_key, secret_server_key, super_secret_admin_key } = set
    await service.get('/users/me', { 'x-stack-publishable-client-key': publishable_client_key })
    await service.get('/users', { ...service.serverHeaders, 'x-stack-secret-server-key': secret_server_key })
    await service.get('/users', { ...admin, 'x-stack-super-secret-admin-key': super_secret_admin_key })
    const client = { client_id: service.phoneProjectId, client_secret: publishable_client_key }
    await service.post('/auth/oauth/token', { ...client, grant_type: 'refresh_token', refresh_token: 'none' })
    const query = { ...client, ...authorizeQuery }
    await service.get(`/auth/oauth/authorize/acme?${new URLSearchParams(query)}`)
  }
  await service.get('/users', { ...service.serverHeaders, 'x-stack-secret-server-key': 'ssk_unknown' })

  const entries = (await listEntries(service)).slice(before)
  const project = service.phoneProjectId
  const createExpectedEntries = ({ id }: { readonly id: string }) => [
    [project, 'key_set', id, 'INVALID_PUBLISHABLE_CLIENT_KEY'],
    [project, 'key_set', id, 'INVALID_SECRET_SERVER_KEY'],
    [project, 'key_set', id, 'INVALID_SUPER_SECRET_ADMIN_KEY'],
    [project, 'key_set', id, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET'],
    [project, 'key_set', id, 'INVALID_PUBLISHABLE_CLIENT_KEY'],
  ]
  expect(
    entries.map((entry) => [entry.project_id, entry.subject_type, entry.subject_id, entry.details.reason]),
  ).toEqual([
    ...createExpectedEntries(revoked),
    ...createExpectedEntries(expired),
    [null, null, null, 'INVALID_SECRET_SERVER_KEY'],
  ])
  for (const { publishable_client_key, secret_server_key, super_secret_admin_key } of [revoked, expired])
    for (const key of [publishable_client_key, secret_server_key, super_secret_admin_key])
      expect(JSON.stringify(entries)).not.toContain(key)
})

/** Guarantee: a change and its audit entry are atomic. */
test('a failed change leaves no entry, and a change without an entry is rolled back', async () => {
  await using service = await startAccountService()
  const ada = await signUp(service, 'ada@example.com')
  await service.server.pool.query(`
    create function accounts.refuse() returns trigger language plpgsql as $$ begin raise 'no audit'; end $$;
    create trigger refuse before insert on accounts.audit_entries
      for each row when (new.action = 'user.updated') execute function accounts.refuse()`)

  const response = await service.patch('/users/me', { display_name: 'Ada' }, ada.headers)

  expect(response.status).toBe(500)
  expect((await service.get('/users/me', ada.headers)).body.display_name).toBeNull()
})

/** Guarantee (OP1): no log contains secrets: neither the audit log nor the process log. */
test('canaries in requests appear in no log', async () => {
  const written: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  await using service = await startAccountService({ log: createLog({ level: 'info', destination }) })
  const ada = await signUp(service, 'ada@example.com', 'canary-password-1')
  const { body } = await service.post('/auth/otp/send-sign-in-code', {
    email: 'grace@example.com',
    callback_url: `${callback}/magic-link-callback`,
  })
  const code = codeFromEmail(await service.waitForEmail('grace@example.com'), body.nonce)
  await service.post('/auth/password/sign-in', { email: ada.email, password: 'canary-password-2' })
  await service.post('/auth/otp/sign-in', { code })
  await service.post('/auth/otp/sign-in', { code, canary: 'canary-key' })
  await service.get(`/auth/otp/sign-in?code=${code}`)
  await service.get(`/users/me?token=canary-query`, ada.headers)
  await service.call('POST', '/auth/password/sign-in', '{"password":"canary-broken-json', {
    'content-type': 'application/json',
  })
  await service.get('/users/me', { 'x-stack-access-token': 'canary.access.token' })
  await service.get('/users/me', { 'x-stack-publishable-client-key': 'pck_canary-key' })

  const all = [...written, JSON.stringify(await listEntries(service))].join('\n')

  expect(written.length).toBeGreaterThan(8)
  expect(all).toContain('request.completed')
  const secrets = [
    'canary',
    ada.refreshToken,
    required(ada.headers['x-stack-access-token'], 'the header'),
    code,
    body.nonce,
  ]
  for (const secret of secrets) expect(all).not.toContain(secret)
})
