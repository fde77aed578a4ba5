import { expect, test } from 'vitest'
import { configureProject, sdkProjectSettings, signUp, startAccountService } from '../../testing.ts'

/** Starts a service with rate limits; `update` changes its user and resolves to the status. */
async function startWithUser(settings: object = {}) {
  const service = await startAccountService({ rateLimitFactor: 1, settings: sdkProjectSettings })
  await configureProject(service, { config: { magic_link_enabled: true }, settings })
  const ada = await signUp(service, 'ada@example.com')
  return {
    service,
    update: async (changes: object) => (await service.patch('/users/me', changes, ada.headers)).status,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** Guarantee (UA17): a user cannot make the service send e-mails without end. */
test('UA17: a user changes sign-in methods, of which e-mails notify, twenty times an hour', async () => {
  await using started = await startWithUser()
  const statuses: number[] = []
  for (let count = 0; count < 20; count += 1)
    statuses.push(await started.update({ otp_auth_enabled: count % 2 === 0 }))

  expect(statuses).toEqual(Array(20).fill(200))
  expect(await started.update({ otp_auth_enabled: true })).toBe(429)
  expect(await started.update({ display_name: 'Ada', otp_auth_enabled: false })).toBe(200)
})

test('UA17: a request that changes a sign-in method and the primary address counts once', async () => {
  await using started = await startWithUser()
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1)
    statuses.push(
      await started.update({ otp_auth_enabled: count % 2 === 0, primary_email: `ada-${count}@example.com` }),
    )

  expect(statuses).toEqual([...Array(20).fill(200), 429])
})

/** Guarantee (UA17): a stolen session cannot keep its user from changing sign-in methods. */
test('UA17: requests that need a recent authentication do not count without it', async () => {
  await using started = await startWithUser({ needs_recent_authentication: true })
  started.service.advance(11 * 60_000)
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1) statuses.push(await started.update({ otp_auth_enabled: true }))

  expect(statuses).toEqual(Array(21).fill(401))
})
