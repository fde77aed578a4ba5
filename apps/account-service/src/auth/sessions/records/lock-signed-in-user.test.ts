import { waitUntil } from '@parley/primitives'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import {
  getErrorCode,
  type Headers,
  setUpConfiguredService,
  signUp,
  totpChange,
  uniqueEmail,
} from '../../../testing.ts'
import { softwareAuthenticator } from '../../passkeys/testing/software-authenticator.ts'

const service = setUpConfiguredService({ config: { passkey_enabled: true, allow_user_api_keys: true } })

/** Starts the registration of a passkey. Returns its last request. */
async function preparePasskey(headers: Headers) {
  const { body } = await service().post('/auth/passkey/initiate-passkey-registration', {}, headers)
  const { challenge } = body.options_json
  const credential = softwareAuthenticator().create({ challenge, origin: 'https://phone.example.com' })
  return () => service().post('/auth/passkey/register', { credential, code: body.code }, headers)
}

/**
 * Locks a user, as a password reset of an account that is claimed does. While `send` waits, the reset ends all
 * sessions of the user.
 */
async function endSessionsMeanwhile<T>(userId: string, send: () => Promise<T>): Promise<T> {
  const holder = await service().server.pool.connect()
  await holder.query('begin')
  await holder.query('select id from accounts.users where id = $1 for update', [userId])
  const sent = send()
  await waitUntil('the request waits for the lock', async () => {
    await holder.query('select pg_stat_clear_snapshot()')
    const { rows } = await holder.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  })
  await holder.query('delete from accounts.sessions where user_id = $1', [userId])
  await holder.query('commit')
  holder.release()
  return await sent
}

/** Guarantee (PW5, SR4): who had a session of an account before it was claimed cannot keep a way to sign in. */
test.each([
  ['a passkey', preparePasskey],
  [
    'an address',
    (headers: Headers) => async () =>
      service().post(
        '/contact-channels',
        { user_id: 'me', type: 'email', value: uniqueEmail('eve'), used_for_auth: true },
        headers,
      ),
  ],
  [
    'a second factor',
    (headers: Headers) => async () =>
      service().patch('/users/me', totpChange(service(), new Secret({ size: 20 })), headers),
  ],
  [
    'an API key',
    (headers: Headers) => async () =>
      service().post(
        '/user-api-keys',
        { user_id: 'me', description: 'Reports', expires_at_millis: null },
        headers,
      ),
  ],
] as const)(
  'ZR170: a session that ends while a request of it waits does not add %s',
  async (_name, prepare) => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    await service().patch(`/users/${ada.userId}`, { primary_email_verified: true }, service().serverHeaders)
    const send = await prepare(ada.headers)

    const response = await endSessionsMeanwhile(ada.userId, send)

    expect([response.status, getErrorCode(response)]).toEqual([401, 'ACCESS_TOKEN_EXPIRED'])
  },
)
