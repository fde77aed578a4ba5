import { beforeAll, expect, test } from 'vitest'
import { createApplication } from '../../oauth/providers/testing/application.ts'
import { createFixture } from '../../oauth/providers/testing/fixture.ts'
import { codeFromEmail, configureProject, type Headers, signUp, uniqueEmail } from '../../testing.ts'
import { softwareAuthenticator } from '../passkeys/testing/software-authenticator.ts'

const fixture = createFixture()
const origin = 'https://phone.example.com'

beforeAll(() =>
  configureProject(fixture().service, {
    config: { passkey_enabled: true, magic_link_enabled: true },
    // Otherwise a sign-in with a code locks its user as well.
    settings: { anonymous_sign_up_enabled: true, code_sign_in_stays_disabled: false },
  }),
)

async function verified() {
  const { service } = fixture()
  const ada = await signUp(service, uniqueEmail('ada'))
  await service.patch(`/users/${ada.userId}`, { primary_email_verified: true }, service.serverHeaders)
  return ada
}

interface SignIn {
  readonly userId: string
  /** Removes the credential, as the claim of the account does. */
  readonly remove: string
  send(): Promise<{ readonly status: number }>
}

const signIns: Readonly<Record<string, () => Promise<SignIn>>> = {
  async 'a password'() {
    const { userId, email, password } = await verified()
    const remove = "update accounts.user_passwords set changed_at = now() + interval '1 s' where user_id = $1"
    return {
      userId,
      remove,
      send: () => fixture().service.post('/auth/password/sign-in', { email, password }),
    }
  },
  async 'a passkey'() {
    const { service } = fixture()
    const { userId, headers } = await verified()
    const authenticator = softwareAuthenticator()
    const { body } = await service.post('/auth/passkey/initiate-passkey-registration', {}, headers)
    const credential = authenticator.create({ challenge: body.options_json.challenge, origin })
    await service.post('/auth/passkey/register', { credential, code: body.code }, headers)
    const initiated = (await service.post('/auth/passkey/initiate-passkey-authentication', {})).body
    const { challenge } = initiated.options_json
    const used = { authentication_response: authenticator.get({ challenge, origin }), code: initiated.code }
    const remove = 'delete from accounts.passkeys where user_id = $1'
    return { userId, remove, send: () => service.post('/auth/passkey/sign-in', used) }
  },
  async 'a code by e-mail'() {
    const { service } = fixture()
    const { userId, email } = await verified()
    const callback_url = `${origin}/handler/magic-link-callback`
    const { body } = await service.post('/auth/otp/send-sign-in-code', { email, callback_url })
    const code = codeFromEmail(await service.waitForEmail(email, 2), body.nonce)
    const remove = 'delete from accounts.contact_channels where user_id = $1'
    return { userId, remove, send: () => service.post('/auth/otp/sign-in', { code }) }
  },
  async 'a provider account'() {
    const { service, provider } = fixture()
    const app = await createApplication(service, { issuers: { acme: provider.issuer } })
    const ada = { sub: uniqueEmail('sub'), email: uniqueEmail('ada'), email_verified: false }
    const first = await app.signIn('acme', ada)
    const code = (await app.go('acme', ada)).url.searchParams.get('code') ?? ''
    const { id: userId } = (await service.get('/users/me', first.headersOfUser)).body
    const remove = 'delete from accounts.oauth_connections where user_id = $1'
    return { userId, remove, send: () => app.redeem(code) }
  },
  async 'an anonymous session'() {
    const { service } = fixture()
    const { body } = await service.call('POST', '/auth/anonymous/sign-up')
    const headers: Headers = { 'x-stack-access-token': body.access_token }
    const form = { email: uniqueEmail('hedy'), password: 'correct horse battery' }
    return {
      userId: body.user_id,
      remove: 'select $1::uuid',
      send: () => service.post('/auth/anonymous/upgrade', form, headers),
    }
  },
  async 'the session that approves a command-line login'() {
    const { service } = fixture()
    const { userId, refreshToken } = await verified()
    const { login_code } = (await service.post('/auth/cli', {})).body
    const approval = { login_code, refresh_token: refreshToken }
    return {
      userId,
      remove: 'select $1::uuid',
      send: () => service.post('/auth/cli/complete', approval),
    }
  },
}

/**
 * Begins to remove a credential and to end the sessions of its user, as the claim of an account does, and commits
 * when the sign-in waits for it or has ended.
 */
async function claimDuring({ userId, remove, send }: SignIn) {
  const { pool } = fixture().service.server
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select id from accounts.users where id = $1 for no key update', [userId])
  await holder.query(remove, [userId])
  await holder.query('delete from accounts.sessions where user_id = $1', [userId])
  let hasEnded = false
  const sent = send().finally(() => {
    hasEnded = true
  })
  const isWaiting = async () => {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  await expect.poll(async () => hasEnded || (await isWaiting()), { timeout: 20_000 }).toBe(true)
  await holder.query('commit')
  holder.release()
  const { status } = await sent
  const { rows: sessions } = await pool.query('select 1 from accounts.sessions where user_id = $1', [userId])
  return { status, sessions }
}

/** Guarantee: who could sign in to an account before its owner claimed it has no session afterwards. */
test.each(Object.entries(signIns))(
  'ZR457: a sign-in with %s that is removed meanwhile creates no session',
  async (_name, prepare) => {
    const outcome = await claimDuring(await prepare())

    expect(outcome.sessions).toEqual([])
    expect([400, 401, 404]).toContain(outcome.status)
  },
)
