import { describe, expect, test } from 'vitest'
import {
  getErrorCode,
  type Headers,
  sdkProjectSettings,
  setUpConfiguredService,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'

const config = { magic_link_enabled: true }
const own = setUpConfiguredService({ config })
const sdk = setUpConfiguredService({ config, settings: sdkProjectSettings })

const change = (at: TestService, primary_email: string | null, headers: Headers) =>
  at.patch('/users/me', { primary_email }, headers)

const listAddresses = async (at: TestService, headers: Headers) => {
  const { body } = await at.get('/contact-channels?user_id=me', headers)
  return body.items.map(({ value, is_primary }: { value: string; is_primary: boolean }) => [
    value,
    is_primary,
  ])
}

async function verified(at: TestService, name: string) {
  const person = await signUp(at, uniqueEmail(name))
  await at.patch(`/users/${person.userId}`, { primary_email_verified: true }, at.serverHeaders)
  return person
}

describe('a client that changes the primary e-mail of its user', () => {
  test('replaces it by an unverified one, and notifies the former', async () => {
    const ada = await verified(sdk(), 'ada')
    const next = uniqueEmail('countess')

    const { status, body } = await change(sdk(), next.toUpperCase(), ada.headers)
    const notice = await sdk().waitForEmail(ada.email, 2)
    const signedIn = await sdk().post('/auth/password/sign-in', { email: next, password: ada.password })

    expect([status, body]).toMatchObject([200, { primary_email: next, primary_email_verified: false }])
    expect(notice.text).toContain('address')
    expect(await listAddresses(sdk(), ada.headers)).toEqual([[next, true]])
    expect(signedIn.status).toBe(200)
  })

  test('makes another e-mail of the user the primary one, and the former stays', async () => {
    const ada = await verified(own(), 'ada')
    const other = uniqueEmail('other')
    await own().post(
      '/contact-channels',
      { user_id: ada.userId, type: 'email', value: other, used_for_auth: false, is_verified: true },
      own().serverHeaders,
    )

    const { body } = await change(own(), other, ada.headers)
    const signedIn = await own().post('/auth/password/sign-in', { email: ada.email, password: ada.password })

    expect(body).toMatchObject({ primary_email: other, primary_email_verified: true })
    expect(await listAddresses(own(), ada.headers)).toEqual([
      [ada.email, false],
      [other, true],
    ])
    expect(signedIn.status).toBe(200)
  })

  test('cannot take the sign-in e-mail of another user, or remove the last sign-in method', async () => {
    const [ada, grace] = [await verified(sdk(), 'ada'), await verified(sdk(), 'grace')]

    const taken = await change(sdk(), grace.email, ada.headers)
    const removed = await change(sdk(), null, ada.headers)

    expect([taken.status, getErrorCode(taken)]).toEqual([409, 'USER_EMAIL_ALREADY_EXISTS'])
    expect([removed.status, getErrorCode(removed)]).toEqual([400, null])
    expect(removed.body).toContain('last sign-in method')
    expect(await listAddresses(sdk(), ada.headers)).toEqual([[ada.email, true]])
  })

  test('SR12: needs a recent authentication in our own projects', async () => {
    const ada = await verified(own(), 'ada')
    own().advance(10 * 60_000 + 1_000)
    const { body } = await own().post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': ada.refreshToken,
    })

    const refused = await change(own(), uniqueEmail('next'), { 'x-stack-access-token': body.access_token })

    expect([refused.status, getErrorCode(refused)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
  })

  test('SR11: needs a verified e-mail in our own projects', async () => {
    const ada = await signUp(own(), uniqueEmail('ada'))

    const refused = await change(own(), uniqueEmail('next'), ada.headers)

    expect([refused.status, getErrorCode(refused)]).toEqual([400, 'EMAIL_NOT_VERIFIED'])
  })

  /**
   * Guarantee (SR11): an address that was never verified neither signs in nor reveals whether it is taken.
   */
  test('SR11: in our own projects, a new e-mail signs in once it is verified, and a taken one gets the same response', async () => {
    const [ada, linus] = [await verified(own(), 'ada'), await verified(own(), 'linus')]
    const next = uniqueEmail('next')
    const responses = [await change(own(), next, ada.headers), await change(own(), linus.email, ada.headers)]

    expect(responses.map(({ status, body }) => [status, body])).toEqual(
      Array(2).fill([400, expect.stringContaining('last sign-in method')]),
    )
  })

  test('SR11: is limited to twenty changes an hour', async () => {
    await using at = await startAccountService({ rateLimitFactor: 1, settings: sdkProjectSettings })
    const ada = await verified(at, 'ada')
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1)
      statuses.push((await change(at, uniqueEmail('next'), ada.headers)).status)

    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })
})
