import { required } from '@parley/primitives'
import { createLog } from '@parley/server'
import { queryStatistics, startTestDatabase, type TestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import {
  adminHeaders,
  codeFromEmail,
  configureProject,
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../testing.ts'

const service = setUpAccountService()
const password = 'correct horse battery'
const callback_url = 'https://phone.example.com/handler'

/** Restricts sign-up and invites an e-mail address to a team. Returns the code of the invitation. */
async function invite(email: string): Promise<string> {
  const admin = await adminHeaders(service())
  await configureProject(service(), {
    settings: { anonymous_sign_up_enabled: true, sign_up_mode: 'invited' },
  })
  const { body: team } = await service().post('/teams', { display_name: 'Engines' }, admin)
  const body = { team_id: team.id, email, callback_url: `${callback_url}/team-invitation` }
  expect((await service().post('/team-invitations/send-code', body, admin)).status).toBe(200)
  return codeFromEmail(await service().waitForEmail(email))
}

const signUpWithPassword = (email: string, invitation_code?: string) =>
  service().post('/auth/password/sign-up', {
    email,
    password,
    verification_callback_url: `${callback_url}/email-verification`,
    invitation_code,
  })
const requestCode = (email: string) =>
  service().post('/auth/otp/send-sign-in-code', {
    email,
    callback_url: `${callback_url}/magic-link-callback`,
  })

/**
 * Guarantee: while sign-up is by invitation, no sign-up method creates an account for an address without one.
 */
test('SR1: in a project for invited people, others cannot sign up with a password or anonymously', async () => {
  const [ada, grace] = [uniqueEmail('ada'), uniqueEmail('grace')]
  const code = await invite(ada)

  const refused = [await signUpWithPassword(grace), await service().post('/auth/anonymous/sign-up', {})]
  const invited = await signUpWithPassword(ada, code)

  expect(refused.map(getErrorCode)).toEqual(['SIGN_UP_NOT_ENABLED', 'SIGN_UP_NOT_ENABLED'])
  expect(invited.status).toBe(200)
})

/**
 * Guarantee: to know an invited address is not enough to sign up with a password, and the response does not
 * reveal which addresses are invited.
 */
test('XR1: only the code of an invitation, with its address, lets a user sign up with a password', async () => {
  const [ada, grace, linus] = [uniqueEmail('ada'), uniqueEmail('grace'), uniqueEmail('linus')]
  const codes = [await invite(ada), await invite(grace)]
  const unknown = 'a'.repeat(45)

  const refused = [
    await signUpWithPassword(linus),
    await signUpWithPassword(linus, codes[0]),
    await signUpWithPassword(ada),
    await signUpWithPassword(ada, unknown),
    await signUpWithPassword(ada, codes[1]),
  ]

  expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(
    refused.map(() => ({ status: 400, body: refused[0]?.body })),
  )
  expect((await signUpWithPassword(ada, codes[0])).status).toBe(200)
})

/**
 * Guarantee: the code of an invitation verifies the address to which it was sent, and no other one. The new
 * user joins without a second e-mail.
 */
test('ZR26: a sign-up with the code of an invitation verifies its address only', async () => {
  const [ada, grace] = [uniqueEmail('ada'), uniqueEmail('grace')]
  const code = await invite(ada)
  await configureProject(service(), { settings: { sign_up_mode: 'open' } })

  const responses = [await signUpWithPassword(grace, code), await signUpWithPassword(ada, code)]

  const verified = await Promise.all(
    responses.map(async ({ body }) => {
      const me = await service().get('/users/me', { 'x-stack-access-token': body.access_token })
      return me.body.primary_email_verified
    }),
  )
  expect(verified).toEqual([false, true])
  await service().waitForEmail(grace)
  expect(service().mailbox.filter(({ to }) => to === ada)).toHaveLength(1)
  const headers = { 'x-stack-access-token': responses[1]?.body.access_token }
  expect((await service().post('/team-invitations/accept', { code }, headers)).status).toBe(200)
})

async function listTeamNames(accessToken: string): Promise<string[]> {
  const { body } = await service().get('/teams?user_id=me', { 'x-stack-access-token': accessToken })
  return body.items.map(({ display_name }: { display_name: string }) => display_name)
}

/** Guarantee: an invited colleague works in the team of the invitation, not in an empty one beside it. */
test('a user who signs up with an invitation gets no personal team if the project is configured so', async () => {
  const [ada, grace, linus] = [uniqueEmail('ada'), uniqueEmail('grace'), uniqueEmail('linus')]
  const codes = { ada: await invite(ada), grace: await invite(grace) }
  const configure = (invited_users_get_no_team: boolean) =>
    configureProject(service(), {
      config: { create_team_on_sign_up: true },
      settings: { sign_up_mode: 'open', invited_users_get_no_team },
    })

  await configure(true)
  const invited = await signUpWithPassword(ada, codes.ada)
  const others = [await signUpWithPassword(linus, codes.grace)]
  await configure(false)
  others.push(await signUpWithPassword(grace, codes.grace))

  expect(await listTeamNames(invited.body.access_token)).toEqual([])
  const headers = { 'x-stack-access-token': invited.body.access_token }
  expect((await service().post('/team-invitations/accept', { code: codes.ada }, headers)).status).toBe(200)
  expect(await listTeamNames(invited.body.access_token)).toEqual(['Engines'])
  for (const { body } of others) expect(await listTeamNames(body.access_token)).toHaveLength(1)
})

test('XR1: an anonymous user keeps the account with the code of an invitation only', async () => {
  await configureProject(service(), {
    settings: { anonymous_sign_up_enabled: true, sign_up_mode: 'open' },
  })
  const anonymous = await service().post('/auth/anonymous/sign-up', {})
  const ada = uniqueEmail('ada')
  const invitation_code = await invite(ada)
  const upgrade = (code: object) =>
    service().post(
      '/auth/anonymous/upgrade',
      { email: ada, password, ...code },
      { 'x-stack-access-token': anonymous.body.access_token },
    )

  expect(getErrorCode(await upgrade({}))).toBe('SIGN_UP_NOT_ENABLED')
  const { status, body } = await upgrade({ invitation_code })
  const me = await service().get('/users/me', { 'x-stack-access-token': body.access_token })
  expect([status, me.body.primary_email_verified]).toEqual([200, true])
})

test('XR1: the code of a revoked invitation does not allow a sign-up', async () => {
  const ada = uniqueEmail('ada')
  const code = await invite(ada)
  await service().server.pool.query('delete from accounts.team_invitations where recipient_email = $1', [ada])

  expect(getErrorCode(await signUpWithPassword(ada, code))).toBe('SIGN_UP_NOT_ENABLED')
})

/** Guarantee: the e-mail that invites to sign in, which names no team, does not allow a sign-up. */
test('SR1: in a project for invited people, an invitation to sign in is none to sign up', async () => {
  await invite(uniqueEmail('ada'))
  const grace = uniqueEmail('grace')
  const body = { email: grace, callback_url: `${callback_url}/sign-in` }
  const admin = await adminHeaders(service())

  expect((await service().post('/internal/send-sign-in-invitation', body, admin)).status).toBe(200)

  expect(getErrorCode(await signUpWithPassword(grace))).toBe('SIGN_UP_NOT_ENABLED')
})

test('SR1: in a project for invited people, others cannot sign up with a code', async () => {
  const [ada, grace] = [uniqueEmail('ada'), uniqueEmail('grace')]
  await configureProject(service(), { settings: { sign_up_mode: 'open', hides_known_addresses: true } })
  const { body: before } = await requestCode(grace)
  const codeBefore = codeFromEmail(await service().waitForEmail(grace), before.nonce)
  await invite(ada)

  const withOldCode = await service().post('/auth/otp/sign-in', { code: codeBefore })
  const { body } = await requestCode(ada)
  const mail = await service().waitForEmail(ada, 2)
  const invited = await service().post('/auth/otp/sign-in', {
    code: codeFromEmail(mail, body.nonce),
  })

  expect(getErrorCode(withOldCode)).toBe('SIGN_UP_NOT_ENABLED')
  expect(invited.status).toBe(200)
})

test('SR1: an expired invitation does not allow a sign-up, and existing users sign in', async () => {
  const [ada, grace] = [uniqueEmail('ada'), uniqueEmail('grace')]
  await configureProject(service(), { settings: { sign_up_mode: 'open' } })
  await signUp(service(), grace)
  const code = await invite(ada)
  await service().server.pool.query(
    "update accounts.team_invitations set expires_at = now() - interval '1 minute' where recipient_email = $1",
    [ada],
  )

  expect(getErrorCode(await signUpWithPassword(ada, code))).toBe('SIGN_UP_NOT_ENABLED')
  expect((await service().post('/auth/password/sign-in', { email: grace, password })).status).toBe(200)
})

test('the start option sets the sign-up mode of the phone, and other projects stay open', async () => {
  await using closed = await startAccountService({ options: { phoneSignUp: 'invited' } })
  const admin = await adminHeaders(closed)

  const { body } = await closed.get('/internal/settings', admin)

  expect(body.sign_up_mode).toBe('invited')
  const { rows } = await closed.server.pool.query(
    "select settings from accounts.projects where id = 'internal'",
  )
  expect(rows[0].settings.sign_up_mode ?? 'open').toBe('open')
})

/**
 * Guarantee: an installation that others can reach is closed from its first start on, unless its operator
 * opens it.
 */
test.each([
  [{ initialPhoneSignUp: 'invited' }, 'invited'],
  [{ initialPhoneSignUp: 'open' }, 'open'],
  [{ initialPhoneSignUp: 'invited', phoneSignUp: 'open' }, 'open'],
  [{ initialPhoneSignUp: 'open', phoneSignUp: 'invited' }, 'invited'],
] as const)('SR1: a new installation with %j has the sign-up mode %s', async (options, expected) => {
  await using isolated = await startAccountService({ options })

  expect(await readSignUpMode(isolated)).toBe(expected)
})

test.each(['open', 'invited'] as const)(
  'SR1: an installation that began with the sign-up mode %s keeps it',
  async (initial) => {
    await using first = await startAccountService({ options: { initialPhoneSignUp: initial } })
    const other = initial === 'open' ? 'invited' : 'open'
    await using second = await startAccountService({
      server: first.server,
      options: { initialPhoneSignUp: other },
    })

    expect(await readSignUpMode(second)).toBe(initial)
  },
)

test.each([
  ['invited', 'open', ['sign_up.open']],
  ['invited', 'invited', []],
  ['open', 'open', []],
] as const)(
  'XR6: with the initial mode %s and the mode %s, a start logs %j',
  async (initialPhoneSignUp, phoneSignUp, expected) => {
    const lines: string[] = []
    const log = createLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } })
    await using _service = await startAccountService({ log, options: { initialPhoneSignUp, phoneSignUp } })

    const events = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
    expect(events.map(({ event }) => event)).toEqual(expected)
  },
)

test('SR1: an installation from before the setting existed stays open', async () => {
  await using first = await startAccountService()
  await first.server.pool.query(
    `update accounts.projects set settings = (settings::jsonb - 'sign_up_mode')::json where id = $1`,
    [first.phoneProjectId],
  )
  await using second = await startAccountService({
    server: first.server,
    options: { initialPhoneSignUp: 'invited' },
  })

  expect(await readSignUpMode(second)).toBe('open')
})

async function readSignUpMode(at: TestService): Promise<string> {
  const { body } = await at.get('/projects/current')
  return body.config.sign_up_mode
}

/** Guarantee: an attacker who tries many addresses does not make each sign-up read all invitations. */
test('SR1: a sign-up by invitation does not read the invitations of others', async () => {
  await using server = await startTestDatabase()
  await using isolated = await startAccountService({ server })
  await configureProject(isolated, { settings: { sign_up_mode: 'invited', hides_known_addresses: false } })
  await server.pool.query(
    `insert into accounts.teams (id, project_id, display_name, created_at)
     select gen_random_uuid(), $1, 'Engines', now() from generate_series(1, 10000)`,
    [isolated.phoneProjectId],
  )
  await server.pool.query(
    `insert into accounts.team_invitations (id, project_id, team_id, recipient_email, created_at, expires_at)
     select gen_random_uuid(), project_id, id, id || '@example.com', now(), now() + interval '1 day'
     from accounts.teams where project_id = $1`,
    [isolated.phoneProjectId],
  )
  await server.pool.query('vacuum analyze accounts.team_invitations')
  const before = await countInvitationsRead(server)

  const refused = await isolated.post('/auth/otp/send-sign-in-code', {
    email: uniqueEmail('grace'),
    callback_url: `${callback_url}/magic-link-callback`,
  })

  expect(getErrorCode(refused)).toBe('SIGN_UP_NOT_ENABLED')
  expect((await countInvitationsRead(server)) - before).toBeLessThan(10)
})

async function countInvitationsRead(server: TestDatabase): Promise<number> {
  const [row] = await queryStatistics<{ read: number }>(
    server,
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
     from pg_stat_user_tables where relname = 'team_invitations'`,
  )
  return required(row, 'the statistics').read
}
