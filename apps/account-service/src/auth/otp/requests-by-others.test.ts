import { expect, test } from 'vitest'
import {
  codeFromEmail,
  getErrorCode,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'

const callback_url = 'https://phone.example.com/handler/magic-link-callback'
const invitationPage = 'https://phone.example.com/handler/team-invitation'
const resetPage = 'https://phone.example.com/handler/password-reset'

const ofOwner = '198.51.100.1'
const ofOwnerElsewhere = '192.0.2.7'
const ofStranger = '203.0.113.9'
const ofAnotherStranger = '203.0.113.10'

/**
 * A service whose requests come from the network that was set last, and a user who signed in from the first
 * one.
 */
async function start() {
  let ip = ofOwner
  const service = await startAccountService({ rateLimitFactor: 1, http: { clientIp: () => ip } })
  const ada = await signUp(service, uniqueEmail('ada'))
  await service.patch(`/users/${ada.userId}`, { primary_email_verified: true }, service.serverHeaders)
  await service.waitForEmail(ada.email)
  const request = async (from: string, path = '/auth/otp/send-sign-in-code') => {
    ip = from
    const page = path.startsWith('/auth/password/') ? resetPage : callback_url
    return await service.post(path, { email: ada.email, callback_url: page })
  }
  const requestRepeatedly = async (from: string, times: number, path?: string) => {
    const statuses: number[] = []
    for (let index = 0; index < times; index++) statuses.push((await request(from, path)).status)
    return statuses
  }
  const comeFrom = (from: string) => {
    ip = from
  }
  return {
    service,
    ada,
    request,
    requestRepeatedly,
    comeFrom,
    [Symbol.asyncDispose]: service[Symbol.asyncDispose],
  }
}

const expireShortWindow = ({ server }: TestService) =>
  server.pool.query("delete from rate_limits.attempts where name like 'code-mails-by-address%'")

/** Guarantee (UA7): a stranger who requests codes for an address does not lock its owner out. */
test.each(['/auth/otp/send-sign-in-code', '/auth/password/send-reset-code'])(
  'UA7: after strangers used up the codes of ten minutes, a device of the user gets three more from %s',
  async (path) => {
    await using attack = await start()

    const byStrangers = [
      ...(await attack.requestRepeatedly(ofStranger, 4, path)),
      ...(await attack.requestRepeatedly(ofAnotherStranger, 3, path)),
    ]
    const byOwner = await attack.requestRepeatedly(ofOwner, 4, path)
    const again = await attack.request(ofStranger, path)

    expect(byStrangers).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(byOwner).toEqual([200, 200, 200, 429])
    expect(again.status).toBe(429)
  },
)

/** Guarantee: who has lost access to an account does not use up what is reserved for its user. */
test('ZR877: devices from before the last change of the password get no further codes', async () => {
  await using attack = await start()
  const { service, ada } = attack
  const { email, password } = ada
  attack.comeFrom(ofOwnerElsewhere)
  const { body } = await service.post('/auth/password/sign-in', { email, password })
  const changed = await service.post(
    '/auth/password/update',
    { old_password: password, new_password: `${password} changed` },
    { 'x-stack-access-token': body.access_token },
  )
  const signedIn = await service.post('/auth/password/sign-in', { email, password: `${password} changed` })
  expect([changed.status, signedIn.status]).toEqual([200, 200])
  await attack.requestRepeatedly(ofStranger, 4)
  await attack.requestRepeatedly(ofAnotherStranger, 2)

  expect((await attack.request(ofOwner)).status).toBe(429)
  expect((await attack.request(ofOwnerElsewhere)).status).toBe(200)
})

test('UA7: after strangers used up the codes of a day, a device of the user gets ten more', async () => {
  await using attack = await start()
  for (let round = 0; round < 4; round++) {
    await attack.requestRepeatedly(ofStranger, 4)
    await attack.requestRepeatedly(ofAnotherStranger, 2)
    await expireShortWindow(attack.service)
  }
  const byStranger = await attack.request(ofAnotherStranger)
  const byOwner: number[] = []
  for (let round = 0; round < 4; round++) {
    byOwner.push(...(await attack.requestRepeatedly(ofOwner, 3)))
    await expireShortWindow(attack.service)
  }

  expect(byStranger.status).toBe(429)
  expect(byOwner).toEqual([...Array<number>(10).fill(200), 429, 429])
})

/** Guarantee (ZR391): one stranger does not keep the codes of an address from its owner, also on a new device. */
test.each(['/auth/otp/send-sign-in-code', '/auth/password/send-reset-code'])(
  'ZR391: a network that requests all the codes that it can leaves 2 in ten minutes and 6 a day to others, from %s',
  async (path) => {
    await using attack = await start()
    const byStranger: number[] = []
    const onNewDevice: number[] = []
    for (let round = 0; round < 5; round++) {
      byStranger.push(...(await attack.requestRepeatedly(ofStranger, 5, path)))
      if (round === 0) onNewDevice.push(...(await attack.requestRepeatedly(ofOwnerElsewhere, 3, path)))
      await expireShortWindow(attack.service)
    }
    onNewDevice.push(...(await attack.requestRepeatedly(ofOwnerElsewhere, 4, path)))

    expect(byStranger.slice(0, 5)).toEqual([200, 200, 200, 200, 429])
    expect(byStranger.filter((status) => status === 200)).toHaveLength(14)
    expect(onNewDevice).toEqual([200, 200, 429, 200, 200, 200, 200])
  },
)

/** Guarantee (ZR527): who invites an address again and again does not keep its codes from its owner. */
test('ZR527: invitations that users of one network send to an address leave 2 of its codes in ten minutes', async () => {
  await using attack = await start()
  const { service, ada } = attack
  const { headers, userId } = await signUp(service, uniqueEmail('eve'))
  await service.patch(`/users/${userId}`, { primary_email_verified: true }, service.serverHeaders)
  const { body: team } = await service.post(
    '/teams',
    { display_name: 'Engines', creator_user_id: 'me' },
    headers,
  )
  await attack.request(ofStranger)
  const invitations: number[] = []
  for (let count = 0; count < 5; count++) {
    const body = { team_id: team.id, email: ada.email, callback_url: invitationPage }
    invitations.push((await service.post('/team-invitations/send-code', body, headers)).status)
  }

  expect(invitations).toEqual([200, 200, 200, 429, 429])
  expect(await attack.requestRepeatedly(ofOwnerElsewhere, 3)).toEqual([200, 200, 429])
})

/** Guarantee: a back end that requests codes for all users of a project has one address. */
test('ZR391: requests of a back end count against the limits of the address alone', async () => {
  await using attack = await start()
  const { service, ada } = attack
  // Later requests come from the same network, which no device of the user has.
  await attack.request(ofStranger)
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) {
    const body = { email: ada.email, callback_url }
    statuses.push((await service.post('/auth/otp/send-sign-in-code', body, service.serverHeaders)).status)
  }

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

/** Guarantee (UA7): a stranger does not cancel the code that a user waits for. */
test('UA7: a code for a browser is cancelled by a later one of the same device, and not by one of another device', async () => {
  await using attack = await start()
  const { service, ada } = attack
  const requestCode = async (from: string, count: number) => {
    const { body } = await attack.request(from)
    return codeFromEmail(await service.waitForEmail(ada.email, count), body.nonce)
  }
  const first = await requestCode(ofOwner, 2)
  const second = await requestCode(ofOwner, 3)
  await requestCode(ofStranger, 4)

  const cancelled = await service.post('/auth/otp/sign-in', { code: first })
  const signedIn = await service.post('/auth/otp/sign-in', { code: second })

  expect(getErrorCode(cancelled)).toBe('VERIFICATION_CODE_EXPIRED')
  expect([signedIn.status, signedIn.body.user_id]).toEqual([200, ada.userId])
})
