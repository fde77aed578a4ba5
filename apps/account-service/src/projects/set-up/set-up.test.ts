import { expect, test } from 'vitest'
import { listTrunkGrants } from '../../index.ts'
import { getErrorCode, startAccountService, type TestService } from '../../testing.ts'

const ada = { display_name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }

async function send(service: TestService, body: object, headers: Record<string, string> = {}) {
  return await fetch(`${service.origin}/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
const getSetUpToken = (service: TestService) => service.setUpLink?.split('#')[1] ?? ''

/** Guarantee (TN4): only the one-time link creates the first administrator. */
test('TP2: the link creates the administrator in both projects: as project owner and as creator of the first workspace, which may have trunks', async () => {
  await using service = await startAccountService()
  const internal = {
    'x-stack-project-id': 'internal',
    'x-stack-publishable-client-key': service.keys.internal.publishableClientKey,
  }
  const { email, password } = ada
  const before = await service.post('/auth/password/sign-in', { email, password }, internal)

  const response = await send(service, {
    token: getSetUpToken(service),
    ...ada,
    workspace_name: ' Analytical Engines ',
  })

  expect(getErrorCode(before)).toBe('EMAIL_PASSWORD_MISMATCH')
  expect(response.status).toBe(200)
  const owner = (await service.post('/auth/password/sign-in', { email, password }, internal)).body
  const person = (await service.post('/auth/password/sign-in', { email, password })).body
  const me = await service.get('/users/me', { 'x-stack-access-token': person.access_token })
  expect(me.body).toMatchObject({ display_name: 'Ada', primary_email_verified: true })
  expect(me.body.selected_team.display_name).toBe('Analytical Engines')
  expect(await listTrunkGrants(service.server)).toMatchObject([{ workspaceId: me.body.selected_team.id }])
  const { body: permissions } = await service.get('/team-permissions?user_id=me', {
    'x-stack-access-token': person.access_token,
  })
  expect(permissions.items.map(({ id }: { id: string }) => id)).toContain('phone_admin')

  const asAdmin = {
    'x-stack-access-type': 'admin',
    'x-stack-publishable-client-key': '',
    'x-stack-super-secret-admin-key': '',
    'x-stack-admin-access-token': owner.access_token,
  }
  for (const project of ['internal', service.phoneProjectId])
    expect(
      (await service.get('/projects/current', { ...asAdmin, 'x-stack-project-id': project })).status,
    ).toBe(200)
})

test('TP2: an administrator who was invited to another workspace still creates the first one', async () => {
  await using service = await startAccountService()
  const { body: team } = await service.post('/teams', { display_name: 'Engines' }, service.serverHeaders)
  const invitation = {
    email: ada.email,
    team_id: team.id,
    callback_url: 'https://phone.example.com/handler/team-invitation',
  }
  const invited = await service.post('/team-invitations/send-code', invitation, service.serverHeaders)

  await send(service, { token: getSetUpToken(service), ...ada, workspace_name: 'Analytical Engines' })

  expect(invited.status).toBe(200)
  const { body } = await service.post('/auth/password/sign-in', { email: ada.email, password: ada.password })
  const me = await service.get('/users/me', { 'x-stack-access-token': body.access_token })
  expect(me.body.selected_team?.display_name).toBe('Analytical Engines')
})

/** Guarantee (TN4): an admin token requires ownership of the project and an active session. */
test('an admin token is valid only for projects its user owns and while the session is active', async () => {
  await using service = await startAccountService()
  await send(service, { token: getSetUpToken(service), ...ada })
  const internal = {
    'x-stack-project-id': 'internal',
    'x-stack-publishable-client-key': service.keys.internal.publishableClientKey,
  }
  const owner = (
    await service.post('/auth/password/sign-in', { email: ada.email, password: ada.password }, internal)
  ).body
  const getProject = () =>
    service.get('/projects/current', {
      'x-stack-access-type': 'admin',
      'x-stack-admin-access-token': owner.access_token,
    })

  await service.server.pool.query(
    `update accounts.users set server_metadata = '{"managedProjectIds":["internal"]}'`,
  )
  expect(getErrorCode(await getProject())).toBe('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')
  await service.server.pool.query('delete from accounts.sessions')
  const ended = await getProject()
  expect([getErrorCode(ended), ended.body.details]).toEqual([
    'ADMIN_ACCESS_TOKEN_EXPIRED',
    { expired_at_millis: null },
  ])
})

test('the link works once, also under concurrency', async () => {
  await using service = await startAccountService()
  const token = getSetUpToken(service)

  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      send(service, { token, ...ada, email: `ada-${index}@example.com` }),
    ),
  )

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(9)
  const { rows } = await service.server.pool.query('select count(*)::int as count from accounts.users')
  expect(rows[0].count).toBe(2)
})

/** Guarantee: the administrator needs no password to open the phone after set-up, and the code works once. */
test('the response has a code that signs the administrator in once', async () => {
  await using service = await startAccountService()
  const response = await send(service, { token: getSetUpToken(service), ...ada })
  const { sign_in_code } = await response.json()
  const redeem = () => service.post('/auth/otp/sign-in', { code: sign_in_code })

  const signedIn = await redeem()
  const me = await service.get('/users/me', { 'x-stack-access-token': signedIn.body.access_token })

  expect([me.body.primary_email, signedIn.body.is_new_user]).toEqual([ada.email, false])
  expect(getErrorCode(await redeem())).toBe('VERIFICATION_CODE_ALREADY_USED')
})

test('the reader can select another language than the one that the browser prefers', async () => {
  await using service = await startAccountService()
  const open = async (query: string) => {
    const headers = { 'accept-language': 'de' }
    return /<html lang="(.*?)">/.exec(
      await (await fetch(`${service.origin}/set-up${query}`, { headers })).text(),
    )
  }

  expect((await open('?lang=fr-CA'))?.[1]).toBe('fr-CA')
  expect((await open('?lang=%22%3E'))?.[1]).toBe('de-DE')
})

test('an invalid form does not consume the link; it expires after an hour', async () => {
  await using service = await startAccountService()
  const token = getSetUpToken(service)
  const attempt = async (changes: object) => {
    const response = await send(service, { token, ...ada, ...changes })
    return getErrorCode(response) ?? response.status
  }

  expect(await attempt({ password: 'short' })).toBe('PASSWORD_TOO_SHORT')
  expect(await attempt({ email: 'ada' })).toBe('SCHEMA_ERROR')
  expect(await attempt({ more: 1 })).toBe('SCHEMA_ERROR')
  expect(await attempt({ token: 'wrong' })).toBe(404)
  service.advance(61 * 60_000)
  expect(await attempt({})).toBe(404)
})

test('an invalid link causes no password hashing, before or after set-up', async () => {
  const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  const passwordQueue = { running: 1, waiting: 1 }
  await using service = await startAccountService({ options: { passwordCost, passwordQueue } })
  const token = getSetUpToken(service)
  // Of three passwords hashed concurrently here, one request is rejected with 429.
  const sendMany = async (wrong: string) => {
    const responses = Array.from({ length: 8 }, () => send(service, { ...ada, token: wrong }))
    return (await Promise.all(responses)).map(({ status }) => status)
  }

  expect(new Set(await sendMany('wrong'))).toEqual(new Set([404]))
  expect((await send(service, { ...ada, token })).status).toBe(200)
  expect(new Set(await sendMany(token))).toEqual(new Set([404]))
  const weak = await send(service, { ...ada, token, password: 'short' })
  expect([weak.status, getErrorCode(weak)]).toEqual([404, null])
})

/** Guarantee (CO5): opening the page has no side effects. */
test('the page opens by GET in the reader’s language and allows only its own script', async () => {
  await using service = await startAccountService()
  for (let opened = 0; opened < 3; opened++) {
    const page = await fetch(`${service.origin}/set-up`, { headers: { 'accept-language': 'de' } })

    expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await page.text()).toContain('<html lang="de-DE">')
  }

  expect((await send(service, { token: getSetUpToken(service), ...ada })).status).toBe(200)
})

test('the page of a used or expired link says so, and shows no form', async () => {
  await using service = await startAccountService()
  const open = async () => {
    const page = await (await fetch(`${service.origin}/set-up`)).text()
    return { heading: /<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1], hasForm: page.includes('<form') }
  }

  expect(await open()).toEqual({ heading: 'Set up Parley', hasForm: true })
  service.advance(61 * 60_000)
  expect(await open()).toEqual({ heading: 'This link has expired', hasForm: false })
  service.advance(-61 * 60_000)
  expect((await send(service, { token: getSetUpToken(service), ...ada })).status).toBe(200)
  expect(await open()).toEqual({ heading: 'Parley is already set up', hasForm: false })
})

/** Guarantee (BR1): the form cannot be submitted by another site. */
test('only JSON from the same origin or from a non-browser client is accepted', async () => {
  await using service = await startAccountService()
  const payload = JSON.stringify({ token: getSetUpToken(service), ...ada })
  const fetchStatus = async (headers: Record<string, string>) => {
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/set-up',
      payload,
      headers: { host: 'accounts.example.com', 'content-type': 'application/json', ...headers },
    })
    return statusCode
  }

  expect(await fetchStatus({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await fetchStatus({ 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await fetchStatus({ origin: 'https://evil.example.com' })).toBe(403)
  expect(await fetchStatus({ origin: 'null' })).toBe(403)
  expect(await fetchStatus({ 'content-type': 'text/plain' })).toBe(403)
  expect(await fetchStatus({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(403)
  expect(await fetchStatus({ origin: 'http://accounts.example.com', 'sec-fetch-site': 'same-origin' })).toBe(
    200,
  )
})
