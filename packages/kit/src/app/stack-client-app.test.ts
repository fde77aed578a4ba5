import { required } from '@parley/primitives'
import { expect, test, vi } from 'vitest'
import {
  accessToken,
  createTestClock,
  errorResponse,
  type ReceivedRequest,
  type ScriptedResponse,
  startScriptedServer,
} from '../scripted-server.fixture.ts'
import { StackClientApp } from './stack-client-app.ts'

type Answers = Record<string, (request: ReceivedRequest) => ScriptedResponse>

const team = {
  id: '5c7e1a52-3f0b-4c58-8a4e-0c2a4de3b6d1',
  display_name: 'Kestrel Freight',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
}

function adaWith(changes: object = {}) {
  return {
    id: '0b9a0f0e-6f0c-4d9e-9d0e-2f5c8e1f7a10',
    display_name: 'Ada',
    primary_email: 'ada@example.com',
    primary_email_verified: true,
    profile_image_url: null,
    signed_up_at_millis: Date.UTC(2026, 10, 21),
    client_metadata: null,
    client_read_only_metadata: null,
    has_password: true,
    otp_auth_enabled: false,
    passkey_auth_enabled: false,
    auth_with_email: true,
    requires_totp_mfa: false,
    is_anonymous: false,
    oauth_providers: [],
    selected_team_id: null,
    selected_team: null,
    ...changes,
  }
}

async function startApp(responses: Answers, { address = 'https://phone.example.com/contacts' } = {}) {
  const clock = createTestClock()
  const server = await startScriptedServer((request) => {
    const respond = responses[`${request.method} ${request.path.split('?')[0]}`]
    return respond ? respond(request) : { status: 404, text: 'Not found.' }
  })
  const token = accessToken({ issuedAtMs: clock.now(), expiresAtMs: clock.now() + 600_000 })
  const visited: string[] = []
  const settings = {
    baseUrl: server.url,
    projectId: 'phone',
    publishableClientKey: 'pck_phone',
    clock,
    redirectMethod: { navigate: (to: string) => visited.push(to), currentUrl: () => new URL(address) },
  }
  return {
    server,
    token,
    visited,
    signedOut: () => new StackClientApp({ ...settings, tokenStore: 'memory' }),
    signedIn: () =>
      new StackClientApp({ ...settings, tokenStore: { refreshToken: 'ada-refresh', accessToken: token } }),
    sent: (call: string) =>
      server.requests
        .filter(({ method, path }) => `${method} ${path}` === call)
        .map(({ body }) => (body === '' ? null : JSON.parse(body))),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('without tokens no user is signed in and no request is sent', async () => {
  await using stage = await startApp({})

  expect(await stage.signedOut().getUser()).toBeNull()
  expect(stage.server.requests).toEqual([])
})

test('getUser throws with or: throw', async () => {
  await using stage = await startApp({})

  await expect(stage.signedOut().getUser({ or: 'throw' })).rejects.toThrow(
    "User is not signed in but getUser was called with { or: 'throw' }",
  )
})

test('getUser redirects to the sign-in page and never settles', async () => {
  await using stage = await startApp({}, { address: 'https://phone.example.com/contacts?call=1' })
  const onContinue = vi.fn()

  void stage.signedOut().getUser({ or: 'redirect' }).then(onContinue)
  await vi.waitFor(() => expect(stage.visited).toHaveLength(1), { timeout: 15_000 })
  await new Promise((resolve) => setImmediate(resolve))

  expect(stage.visited).toEqual(['/handler/sign-in?after_auth_return_to=%2Fcontacts%3Fcall%3D1'])
  expect(onContinue).not.toHaveBeenCalled()
})

test('a deleted user counts as signed out', async () => {
  await using stage = await startApp({
    'GET /users/me': () => errorResponse('CANNOT_GET_OWN_USER_WITHOUT_USER'),
  })

  expect(await stage.signedIn().getUser()).toBeNull()
})

test('anonymous users count as signed out except in the anonymous modes', async () => {
  await using stage = await startApp({ 'GET /users/me': () => ({ json: adaWith({ is_anonymous: true }) }) })
  const app = stage.signedIn()

  expect(await app.getUser()).toBeNull()
  await expect(app.getUser({ or: 'throw' })).rejects.toThrow('not signed in')
  expect((await app.getUser({ or: 'anonymous-if-exists' }))?.isAnonymous).toBe(true)
  expect((await app.getUser({ or: 'anonymous' })).isAnonymous).toBe(true)
})

test('getUser signs up anonymously once with or: anonymous', async () => {
  await using stage = await startApp({
    'GET /users/me': () => ({ json: adaWith({ is_anonymous: true }) }),
    'POST /auth/anonymous/sign-up': () => ({
      json: { access_token: stage.token, refresh_token: 'hedy-refresh', user_id: 'hedy' },
    }),
  })
  const app = stage.signedOut()

  expect(await app.getUser({ or: 'anonymous-if-exists' })).toBeNull()
  await app.getUser({ or: 'anonymous' })
  await app.getUser({ or: 'anonymous' })

  expect(stage.sent('POST /auth/anonymous/sign-up')).toEqual([null])
})

test('a rejected anonymous sign-up throws with its cause', async () => {
  await using stage = await startApp({
    'POST /auth/anonymous/sign-up': () => errorResponse('ANONYMOUS_ACCOUNTS_NOT_ENABLED'),
  })

  await expect(stage.signedOut().getUser({ or: 'anonymous' })).rejects.toThrow(
    'Something went wrong while signing up anonymously',
  )
})

test('declared errors are returned and all others are thrown', async () => {
  let reply = errorResponse('EMAIL_PASSWORD_MISMATCH')
  await using stage = await startApp({ 'POST /auth/password/sign-in': () => reply })
  const app = stage.signedOut()
  const ada = { email: 'ada@example.com', password: 'difference engine' }

  expect(await app.signInWithCredential(ada)).toMatchObject({
    status: 'error',
    error: { code: 'EMAIL_PASSWORD_MISMATCH', message: 'Wrong e-mail or password.' },
  })
  reply = errorResponse('INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: 'phone' })
  await expect(app.signInWithCredential(ada)).rejects.toMatchObject({
    code: 'INVALID_PUBLISHABLE_CLIENT_KEY',
  })
})

test('a sign-in that requires a second factor stores the attempt code and redirects', async () => {
  const kept = new Map([['parley_mfa_expected_user', 'the user of a former attempt']])
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  await using stage = await startApp({
    'POST /auth/password/sign-in': () =>
      errorResponse('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: 'linus-attempt' }),
  })

  const result = await stage
    .signedOut()
    .signInWithCredential({ email: 'linus@example.com', password: 'difference engine' })
  vi.unstubAllGlobals()

  expect(result).toMatchObject({ status: 'error', error: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
  expect([...kept]).toEqual([['stack_mfa_attempt_code', 'linus-attempt']])
  expect(stage.visited).toEqual(['/handler/mfa'])
})

test('a new user is redirected to the page after sign-up', async () => {
  await using stage = await startApp({
    'POST /auth/otp/sign-in': () => ({
      json: { access_token: stage.token, refresh_token: 'r', user_id: 'ada', is_new_user: true },
    }),
  })

  expect(await stage.signedOut().signInWithMagicLink('code')).toEqual({
    status: 'ok',
    data: { isNewUser: true },
  })
  expect(stage.visited).toEqual(['/'])
})

test('only the requesting browser can complete the code of a 6-character link', async () => {
  const nonce = 'x'.repeat(39)
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
  await using stage = await startApp({ 'POST /auth/otp/send-sign-in-code': () => ({ json: { nonce } }) })
  const app = stage.signedOut()
  const callbackUrl = 'https://phone.example.com/handler/magic-link-callback'

  vi.stubGlobal('localStorage', storage)
  await app.sendMagicLinkEmail('ada@example.com', { callbackUrl })
  const here = app.completeMagicLinkCode('abc123')
  kept.clear()
  const inOtherBrowser = app.completeMagicLinkCode('abc123')
  vi.unstubAllGlobals()

  expect([here, inOtherBrowser]).toEqual([`abc123${nonce}`, null])
  expect(app.completeMagicLinkCode('y'.repeat(45))).toBe('y'.repeat(45))
})

test('the e-mail is sent even if the browser blocks storage', async () => {
  await using stage = await startApp({ 'POST /auth/otp/send-sign-in-code': () => ({ json: { nonce: 'x' } }) })
  const throwSecurityError = () => {
    throw new DOMException('Storage is blocked.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: throwSecurityError, setItem: throwSecurityError })
  const callbackUrl = 'https://phone.example.com/handler/magic-link-callback'
  const app = stage.signedOut()
  const sent = await app.sendMagicLinkEmail('ada@example.com', { callbackUrl })
  const completed = app.completeMagicLinkCode('abc123')
  vi.unstubAllGlobals()

  expect(sent).toEqual({ status: 'ok', data: { nonce: 'x' } })
  expect(completed).toBeNull()
})

test('updating the user refetches it before the promise resolves', async () => {
  let name = 'Ada'
  await using stage = await startApp({
    'GET /users/me': () => ({ json: adaWith({ display_name: name }) }),
    'PATCH /users/me': ({ body }) => {
      name = JSON.parse(body).display_name
      return { json: adaWith({ display_name: name }) }
    },
  })
  const app = stage.signedIn()
  const changes = vi.fn()
  const unsubscribe = app.user.subscribe(changes)

  await (await app.getUser({ or: 'throw' })).setDisplayName('Ada King')

  expect((await app.getUser({ or: 'throw' })).displayName).toBe('Ada King')
  expect(changes).toHaveBeenCalled()
  expect(stage.sent('PATCH /users/me')).toEqual([{ display_name: 'Ada King' }])
  unsubscribe()
})

test('a created team becomes the selected one', async () => {
  await using stage = await startApp({
    'GET /users/me': () => ({ json: adaWith() }),
    'POST /teams': () => ({ headers: {}, json: team }),
    'PATCH /users/me': () => ({ json: adaWith({ selected_team_id: team.id, selected_team: team }) }),
  })
  const user = await stage.signedIn().getUser({ or: 'throw' })

  const created = await user.createTeam({ displayName: 'Kestrel Freight' })

  expect(created).toMatchObject({ id: team.id, displayName: 'Kestrel Freight' })
  expect(stage.sent('POST /teams')).toEqual([{ display_name: 'Kestrel Freight', creator_user_id: 'me' }])
  expect(stage.sent('PATCH /users/me')).toEqual([{ selected_team_id: team.id }])
})

test('permissions are listed recursively by default', async () => {
  await using stage = await startApp({
    'GET /users/me': () => ({ json: adaWith({ selected_team: team, selected_team_id: team.id }) }),
    'GET /team-permissions': ({ path }) => ({
      json: {
        items: path.includes('nothing') ? [] : [{ id: 'phone_admin', user_id: 'ada', team_id: team.id }],
        is_paginated: false,
      },
    }),
  })
  const user = await stage.signedIn().getUser({ or: 'throw' })
  const selected = required(user.selectedTeam, 'the selected team of Ada')

  expect(await user.hasPermission(selected, 'phone_admin')).toBe(true)
  expect(await user.getPermission(selected, 'nothing')).toBeNull()
  await user.listPermissions(selected, { recursive: false })

  expect(stage.server.requests.map(({ path }) => path).slice(1)).toEqual([
    `/team-permissions?team_id=${team.id}&user_id=me&permission_id=phone_admin&recursive=true`,
    `/team-permissions?team_id=${team.id}&user_id=me&permission_id=nothing&recursive=true`,
    `/team-permissions?team_id=${team.id}&user_id=me&recursive=false`,
  ])
})

test('the auth header contains both tokens for the application back end', async () => {
  await using stage = await startApp({ 'GET /users/me': () => ({ json: adaWith() }) })
  const user = await stage.signedIn().getUser({ or: 'throw' })

  expect(await user.getAccessToken()).toBe(stage.token)
  expect(await user.getAuthHeaders()).toEqual({
    'x-stack-auth': JSON.stringify({ refreshToken: 'ada-refresh', accessToken: stage.token }),
  })
})

test.each(['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 'ACCESS_TOKEN_EXPIRED'] as const)(
  'signing out of a session that has already ended (%s) succeeds',
  async (code) => {
    await using stage = await startApp({
      'GET /users/me': () => ({ json: adaWith() }),
      'DELETE /auth/sessions/current': () => errorResponse(code, { expired_at_millis: null }),
      'POST /auth/oauth/token': () => errorResponse('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'),
    })
    const app = stage.signedIn()
    const user = await app.getUser({ or: 'throw' })

    await user.signOut()

    expect(await app.getUser()).toBeNull()
    expect(stage.visited).toEqual(['/'])
  },
)

test('SR25: ending all other sessions leaves the current one', async () => {
  const session = { user_id: adaWith().id, created_at: 0, is_impersonation: false, last_used_at: 0 }
  const ended: string[] = []
  const end = ({ path }: ReceivedRequest) => {
    ended.push(path.split(/[/?]/)[3] ?? '')
    return { json: { success: true } }
  }
  await using stage = await startApp({
    'GET /users/me': () => ({ json: adaWith() }),
    'GET /auth/sessions': () => ({
      json: {
        items: ['a', 'b', 'c'].map((id) => ({ ...session, id, is_current_session: id === 'b' })),
        is_paginated: false,
      },
    }),
    'DELETE /auth/sessions/a': end,
    'DELETE /auth/sessions/c': end,
  })
  const user = await stage.signedIn().getUser({ or: 'throw' })

  await user.endOtherSessions()

  expect(ended).toEqual(['a', 'c'])
})

/** The sessions `a` to `d`, of which `b` is the current one. */
const fourSessions = {
  items: ['a', 'b', 'c', 'd'].map((id) => ({
    user_id: adaWith().id,
    created_at: 0,
    is_impersonation: false,
    last_used_at: 0,
    id,
    is_current_session: id === 'b',
  })),
  is_paginated: false,
}

test.each([
  ['succeeds where one has ended meanwhile', 404, null],
  ['ends the others where one fails, then reports the failure', 403, 'Session a.'],
])('SR25: ending all other sessions %s', async (_case, status, message) => {
  const ended: string[] = []
  const end = ({ path }: ReceivedRequest) => {
    ended.push(path.split(/[/?]/)[3] ?? '')
    return { json: { success: true } }
  }
  await using stage = await startApp({
    'GET /users/me': () => ({ json: adaWith() }),
    'GET /auth/sessions': () => ({ json: fourSessions }),
    'DELETE /auth/sessions/a': () => ({ status, text: 'Session a.' }),
    'DELETE /auth/sessions/c': end,
    'DELETE /auth/sessions/d': () => ({ status, text: 'Session d.' }),
  })
  const user = await stage.signedIn().getUser({ or: 'throw' })

  const ending = user.endOtherSessions()
  if (message === null) await ending
  else await expect(ending).rejects.toMatchObject({ status, text: message })

  expect(ended).toEqual(['c'])
})

test('deleting the account ends the session', async () => {
  await using stage = await startApp({
    'GET /users/me': () => ({ json: adaWith() }),
    'DELETE /users/me': () => ({ json: { success: true } }),
  })
  const app = stage.signedIn()

  await (await app.getUser({ or: 'throw' })).delete()

  expect(await app.getUser()).toBeNull()
})
