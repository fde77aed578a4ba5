import { required } from '@parley/primitives'
import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { softwareAuthenticator } from '../../auth/passkeys/testing/software-authenticator.ts'
import { requestResetCode, resetCodeFor, resetPassword } from '../../auth/password/testing.ts'
import {
  codeFromEmail,
  configureProject,
  getErrorCode,
  type Headers,
  sdkProjectSettings,
  setUpConfiguredService,
  signUp,
  startAccountService,
  type TestService,
  totpChange,
  uniqueEmail,
} from '../../testing.ts'
import { createPicture } from '../images/testing.ts'

const config = { passkey_enabled: true, allow_user_api_keys: true, allow_team_api_keys: true }
const own = setUpConfiguredService({ config })
const sdk = setUpConfiguredService({ config, settings: sdkProjectSettings })
const callback_url = 'https://phone.example.com/handler/email-verification'

const add = (at: TestService, value: string, headers: Headers, used_for_auth = true) =>
  at.post('/contact-channels', { user_id: 'me', type: 'email', value, used_for_auth }, headers)

const fetchChannels = async (at: TestService, headers: Headers) =>
  (await at.get('/contact-channels?user_id=me', headers)).body.items

const markVerified = (at: TestService, userId: string) =>
  at.patch(`/users/${userId}`, { primary_email_verified: true }, at.serverHeaders)

async function verified(at: TestService, name: string) {
  const person = await signUp(at, uniqueEmail(name))
  await markVerified(at, person.userId)
  return person
}

/** Sends the verification e-mail of a channel and follows its link. */
async function verify(at: TestService, channelId: string, email: string, headers: Headers) {
  const codes = () => at.mailbox.filter(({ to, text }) => to === email && text.includes('code='))
  const before = codes().length
  await at.post(`/contact-channels/me/${channelId}/send-verification-code`, { callback_url }, headers)
  await expect.poll(() => codes().length, { timeout: 20_000 }).toBe(before + 1)
  const code = codeFromEmail(required(codes().at(-1), 'the e-mail'))
  return await at.post('/contact-channels/verify', { code }, headers)
}

async function registerPasskey(at: TestService, headers: Headers) {
  const initiated = await at.post('/auth/passkey/initiate-passkey-registration', {}, headers)
  if (initiated.status !== 200) return { response: initiated, authenticator: null }
  const authenticator = softwareAuthenticator()
  const origin = 'https://phone.example.com'
  const credential = authenticator.create({ challenge: initiated.body.options_json.challenge, origin })
  const response = await at.post('/auth/passkey/register', { credential, code: initiated.body.code }, headers)
  return { response, authenticator }
}

const keyInput = { description: 'Script', expires_at_millis: null }

/** Guarantee (UA15): a person who opens the link of an e-mail verifies nothing for a stranger. */
describe('the verification of an address', () => {
  test('UA15: in our own projects needs the session of its user, and the link stays valid', async () => {
    const [stranger, grace] = [await signUp(own(), uniqueEmail('owner')), await verified(own(), 'grace')]
    const code = codeFromEmail(await own().waitForEmail(stranger.email))
    const open = (headers: Headers = {}) => own().post('/contact-channels/verify', { code }, headers)

    const responses = [await open(), await open(grace.headers)]
    const [unverified] = await fetchChannels(own(), stranger.headers)
    const byUser = await open(stranger.headers)

    expect(responses.map((response) => [response.status, getErrorCode(response)])).toEqual([
      [401, 'USER_AUTHENTICATION_REQUIRED'],
      [400, 'EMAIL_NOT_ASSOCIATED_WITH_USER'],
    ])
    expect([unverified.is_verified, byUser.status]).toEqual([false, 200])
  })

  test('UA15: needs no session in SDK projects, and none of a back end', async () => {
    const code = async (at: TestService, name: string) =>
      codeFromEmail(await at.waitForEmail((await signUp(at, uniqueEmail(name))).email))
    const byClient = await sdk().post('/contact-channels/verify', { code: await code(sdk(), 'ada') })
    const byServer = await own().post(
      '/contact-channels/verify',
      { code: await code(own(), 'ada') },
      own().serverHeaders,
    )

    expect([byClient.status, byServer.status]).toEqual([200, 200])
  })
})

describe('a reset of an address that was never verified', () => {
  /** A stranger signs up with the address of the owner and adds everything else that signs in. */
  async function squat(at: TestService) {
    const stranger = await signUp(at, uniqueEmail('owner'))
    const other = uniqueEmail('stranger')
    const added = await add(at, other, stranger.headers)
    await verify(at, added.body.id, other, stranger.headers)
    const passkey = await registerPasskey(at, stranger.headers)
    const key = await at.post('/user-api-keys', { ...keyInput, user_id: 'me' }, stranger.headers)
    const { selected_team_id: team_id } = (await at.get('/users/me', stranger.headers)).body
    const teamKey = await at.post('/team-api-keys', { ...keyInput, team_id }, stranger.headers)
    await at.patch('/users/me', totpChange(at, new Secret({ size: 20 })), stranger.headers)
    expect([passkey.response.status, key.status, teamKey.status]).toEqual([200, 200, 200])
    return { ...stranger, other, keys: [key.body.value, teamKey.body.value] as string[] }
  }

  /** Guarantee (SR3, LK4): who signs up with the address of another person keeps no access to the account. */
  test('SR3: it removes everything else that can sign in and marks the address as verified', async () => {
    const at = sdk()
    const stranger = await squat(at)
    const { email } = stranger
    await resetPassword(at, await resetCodeFor(at, email), 'a new good password')
    const signedIn = await at.post('/auth/password/sign-in', { email, password: 'a new good password' })
    const headers = { 'x-stack-access-token': signedIn.body.access_token }
    const refreshed = await at.post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': stranger.refreshToken,
    })
    const [userKey, teamKey] = stranger.keys
    const keyCodes = [
      await at.post('/user-api-keys/check', { api_key: userKey }, at.serverHeaders),
      await at.post('/team-api-keys/check', { api_key: teamKey }, at.serverHeaders),
    ].map(getErrorCode)

    expect([signedIn.status, signedIn.body.user_id]).toEqual([200, stranger.userId])
    expect((await at.get('/users/me', headers)).body).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
      passkey_auth_enabled: false,
      requires_totp_mfa: false,
    })
    expect((await fetchChannels(at, headers)).map(({ value }: { value: string }) => value)).toEqual([email])
    expect(getErrorCode(refreshed)).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect(keyCodes).toEqual(['API_KEY_REVOKED', 'API_KEY_REVOKED'])
    const isReset = ({ text }: { text: string }) => text.includes('The password of your account')
    await expect
      .poll(() => at.mailbox.filter(isReset).map(({ to }) => to), { timeout: 20_000 })
      .toContain(email)
    expect(at.mailbox.filter(isReset).map(({ to }) => to)).not.toContain(stranger.other)
  })

  /** Guarantee (ZR17): the owner of an address is not shown under the name and the picture of a stranger. */
  test.each([
    { kind: 'our own projects', at: own, kept: false },
    { kind: 'projects of the SDK', at: sdk, kept: true },
  ])('ZR17: in $kind, name, picture and metadata are kept: $kept', async ({ at: service, kept }) => {
    const at = service()
    const { userId, email, headers } = await signUp(at, uniqueEmail('owner'))
    const { selected_team_id } = (await at.get('/users/me', headers)).body
    const memberPath = `/team-member-profiles/${selected_team_id}/me`
    const profile = { display_name: 'Mallory', profile_image_url: await createPicture(4) }
    await at.patch('/users/me', { ...profile, client_metadata: { theme: 'dark' } }, headers)
    const member = await at.patch(memberPath, profile, headers)
    await at.patch(`/teams/${selected_team_id}`, { display_name: 'Mallory' }, headers)
    const before = (await at.get('/users/me', headers)).body
    await resetPassword(at, await resetCodeFor(at, email), 'a new good password')
    const after = (await at.get(`/users/${userId}`, at.serverHeaders)).body
    const claimedMember = await at.get(
      `/team-member-profiles/${selected_team_id}/${userId}`,
      at.serverHeaders,
    )
    const images = await Promise.all(
      [before, member.body].map(({ profile_image_url: url }) =>
        fetch(new URL(new URL(url).pathname, at.origin)),
      ),
    )

    expect([after.display_name, claimedMember.body.display_name]).toEqual(
      kept ? ['Mallory', 'Mallory'] : [null, null],
    )
    expect([after.profile_image_url, after.client_metadata]).toEqual(
      kept ? [before.profile_image_url, { theme: 'dark' }] : [null, null],
    )
    expect(images.map(({ status }) => status)).toEqual(kept ? [200, 200] : [404, 404])
    const team = (await at.get(`/teams/${selected_team_id}`, at.serverHeaders)).body
    expect(team.display_name === 'Mallory').toBe(kept)
  })

  test('SR3: a reset of a verified address removes nothing', async () => {
    const at = sdk()
    const ada = await squat(at)
    await markVerified(at, ada.userId)
    await resetPassword(at, await resetCodeFor(at, ada.email), 'a new good password')
    const { body } = await at.get(`/users/${ada.userId}`, at.serverHeaders)

    expect(body).toMatchObject({ passkey_auth_enabled: true, requires_totp_mfa: true })
    expect(
      (await at.get(`/contact-channels?user_id=${ada.userId}`, at.serverHeaders)).body.items,
    ).toHaveLength(2)
  })

  test('SR3: a verification removes nothing', async () => {
    const at = sdk()
    const ada = await squat(at)
    const [channel] = await fetchChannels(at, ada.headers)
    const response = await verify(at, channel.id, ada.email, ada.headers)
    const { body } = await at.get('/users/me', ada.headers)

    expect(response.status).toBe(200)
    expect(body).toMatchObject({
      primary_email_verified: true,
      passkey_auth_enabled: true,
      requires_totp_mfa: true,
    })
  })
})

describe('until the address of the sign-up is verified', () => {
  /** Guarantee (SR3): an account with the address of another person cannot be prepared for a later owner. */
  test('SR3: no sign-in address, passkey, second factor or API key can be added, and afterwards they can', async () => {
    const at = own()
    const ada = await signUp(at, uniqueEmail('ada'))
    const { selected_team_id: team_id } = (await at.get('/users/me', ada.headers)).body
    const quiet = await add(at, uniqueEmail('quiet'), ada.headers, false)
    const quietPath = `/contact-channels/me/${quiet.body.id}`
    const attempts = () => [
      () => add(at, uniqueEmail('other'), ada.headers),
      () => at.patch(quietPath, { used_for_auth: true }, ada.headers),
      () => registerPasskey(at, ada.headers).then(({ response }) => response),
      () => at.post('/user-api-keys', { ...keyInput, user_id: 'me' }, ada.headers),
      () => at.post('/team-api-keys', { ...keyInput, team_id }, ada.headers),
      () => at.patch(quietPath, { is_primary: true }, ada.headers),
      () => at.patch('/users/me', totpChange(at, new Secret({ size: 20 })), ada.headers),
    ]
    const runAll = async () => {
      const codes: (string | number | null)[] = []
      for (const attempt of attempts()) {
        const response = await attempt()
        codes.push(getErrorCode(response) ?? Math.floor(response.status / 100))
      }
      return codes
    }

    expect(quiet.status).toBe(201)
    expect(await runAll()).toEqual(attempts().map(() => 'EMAIL_NOT_VERIFIED'))
    await markVerified(at, ada.userId)
    expect((await runAll()).slice(0, 6)).toEqual([2, 2, 2, 2, 2, 2])
  })

  test('SR3: verifying another address does not lift the restriction', async () => {
    const at = own()
    const stranger = await signUp(at, uniqueEmail('owner'))
    const other = uniqueEmail('stranger')
    const { body } = await add(at, other, stranger.headers, false)
    await verify(at, body.id, other, stranger.headers)
    await at.patch(`/contact-channels/me/${body.id}`, { is_primary: true }, stranger.headers)

    expect(
      getErrorCode(
        await at.patch(`/contact-channels/me/${body.id}`, { used_for_auth: true }, stranger.headers),
      ),
    ).toBe('EMAIL_NOT_VERIFIED')
    expect(getErrorCode((await registerPasskey(at, stranger.headers)).response)).toBe('EMAIL_NOT_VERIFIED')
  })

  test('SR3: a project of the SDK has no restriction', async () => {
    const ada = await signUp(sdk(), uniqueEmail('ada'))

    expect((await registerPasskey(sdk(), ada.headers)).response.status).toBe(200)
    expect((await add(sdk(), uniqueEmail('other'), ada.headers)).body.used_for_auth).toBe(true)
  })

  test('SR3: security notices reach the unverified primary address, and at most 20 a day', async () => {
    await using at = await startAccountService({ rateLimitFactor: 1 })
    await configureProject(at, { settings: sdkProjectSettings })
    // Clients may not change their sign-in methods so often.
    const changeOften = async (userId: string) => {
      for (let count = 0; count < 25; count += 1)
        await at.patch(`/users/${userId}`, { otp_auth_enabled: count % 2 === 0 }, at.serverHeaders)
    }
    const ada = await signUp(at, 'ada@example.com')
    await changeOften(ada.userId)
    const grace = await signUp(at, 'grace@example.com')
    await markVerified(at, grace.userId)
    await changeOften(grace.userId)
    await at.waitForEmail('grace@example.com', 26)

    const notices = at.mailbox.filter(({ to, text }) => to === ada.email && text.includes('a code sent by'))
    expect(notices).toHaveLength(20)
  })
})

describe('an added address', () => {
  const sample = ({ status, body }: Awaited<ReturnType<typeof add>>) => ({
    status,
    body: { ...body, id: typeof body.id, value: typeof body.value },
  })

  /**
   * Guarantee (SR11, EN1): adding an address does not reveal who uses it, and does not keep its owner from
   * using it.
   */
  test('SR11: taken and free addresses get the same response, and neither is reserved', async () => {
    const at = own()
    const [ada, grace] = [await verified(at, 'ada'), await verified(at, 'grace')]
    const free = uniqueEmail('free')
    const taken = await add(at, grace.email, ada.headers)
    const untaken = await add(at, free, ada.headers)

    expect(sample(taken)).toEqual(sample(untaken))
    expect(taken.body).toMatchObject({ is_verified: false, used_for_auth: false })
    expect((await signUp(at, free)).email).toBe(free)
  })

  test('SR11: a changed address gets the same response whether it is taken or free', async () => {
    const at = own()
    const [ada, grace] = [await verified(at, 'ada'), await verified(at, 'grace')]
    const { body } = await add(at, uniqueEmail('other'), ada.headers)
    const change = (changes: object) => at.patch(`/contact-channels/me/${body.id}`, changes, ada.headers)
    const free = uniqueEmail('free')

    expect(sample(await change({ value: grace.email, used_for_auth: true }))).toEqual(
      sample(await change({ value: free, used_for_auth: true })),
    )
    expect((await signUp(at, free)).email).toBe(free)
  })

  test('SR11: it signs in once it is verified, and one user of the project at most', async () => {
    const at = own()
    const [ada, grace] = [await verified(at, 'ada'), await verified(at, 'grace')]
    const value = uniqueEmail('shared')
    const [first, second] = [await add(at, value, ada.headers), await add(at, value, grace.headers)]
    const won = await verify(at, first.body.id, value, ada.headers)
    const lost = await verify(at, second.body.id, value, grace.headers)

    expect([won.status, lost.status, getErrorCode(lost)]).toEqual([
      200,
      409,
      'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    ])
    expect((await fetchChannels(at, ada.headers))[1]).toMatchObject({
      is_verified: true,
      used_for_auth: true,
    })
    expect((await fetchChannels(at, grace.headers))[1]).toMatchObject({
      is_verified: false,
      used_for_auth: false,
    })
    const signedIn = await at.post('/auth/password/sign-in', { email: value, password: ada.password })
    expect(signedIn.body.user_id).toBe(ada.userId)
  })

  test('SR11: a verified address that is changed no longer signs in until the new one is verified', async () => {
    const at = own()
    const ada = await verified(at, 'ada')
    const value = uniqueEmail('other')
    const { body } = await add(at, value, ada.headers)
    await verify(at, body.id, value, ada.headers)
    const changed = await at.patch(
      `/contact-channels/me/${body.id}`,
      { value: uniqueEmail('third') },
      ada.headers,
    )

    expect(changed.body).toMatchObject({ is_verified: false, used_for_auth: false })
  })

  test.each(['own', 'sdk'] as const)(
    'SR11: additions and changes are limited per user (%s project)',
    async (kind) => {
      await using at = await startAccountService({ rateLimitFactor: 1 })
      if (kind === 'sdk') await configureProject(at, { settings: sdkProjectSettings })
      const ada = await verified(at, 'ada')
      const statuses: number[] = []
      for (let count = 0; count < 21; count += 1)
        statuses.push((await add(at, uniqueEmail('other'), ada.headers, false)).status)

      expect(statuses.at(0)).toBe(201)
      expect(statuses.at(-1)).toBe(429)
    },
  )
})

test('SR25: one address gets at most 20 codes a day', async () => {
  let requests = 0
  const clientIp = () => `203.0.113.${requests++}`
  await using at = await startAccountService({ rateLimitFactor: 1, http: { clientIp } })
  const ada = await signUp(at, 'ada@example.com')
  const statuses: number[] = []
  for (let round = 0; round < 5; round += 1) {
    for (let count = 0; count < 6; count += 1) statuses.push((await requestResetCode(at, ada.email)).status)
    await at.server.pool.query(
      "update rate_limits.attempts set ends_at = now() where name in ('code-mails-by-address', 'code-mails-by-network')",
    )
  }

  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})

/**
 * Guarantee: an attacker cannot keep the notice of an attack from its victim by causing other e-mails first.
 */
test('SR25: a security notice is sent after the address got all codes of a day', async () => {
  let requests = 0
  const clientIp = () => `203.0.113.${requests++}`
  await using at = await startAccountService({ rateLimitFactor: 1, http: { clientIp } })
  await configureProject(at, { settings: sdkProjectSettings })
  const ada = await signUp(at, 'ada@example.com')
  for (let count = 0; count < 30; count += 1) {
    await requestResetCode(at, ada.email)
    await at.server.pool.query(
      "update rate_limits.attempts set ends_at = now() where name in ('code-mails-by-address', 'code-mails-by-network')",
    )
  }
  expect((await requestResetCode(at, ada.email)).status).toBe(429)

  await at.patch('/users/me', { otp_auth_enabled: true }, ada.headers)

  const isNotice = ({ to, text }: { readonly to: string; readonly text: string }) =>
    to === ada.email && text.includes('a code sent by')
  await expect.poll(() => at.mailbox.filter(isNotice), { timeout: 10_000 }).toHaveLength(1)
})
