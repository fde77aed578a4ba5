import { expect, test } from 'vitest'
import { configureProject, sdkProjectSettings, signUp, startAccountService } from '../../testing.ts'

/** Guarantee (UA17): a user cannot make the service send e-mails without end. */
test('UA17: a user changes sign-in methods, of which e-mails notify, twenty times an hour', async () => {
  await using at = await startAccountService({ rateLimitFactor: 1, settings: sdkProjectSettings })
  await configureProject(at, { config: { magic_link_enabled: true } })
  const ada = await signUp(at, 'ada@example.com')
  const update = async (changes: object) => (await at.patch('/users/me', changes, ada.headers)).status
  const statuses: number[] = []
  for (let count = 0; count < 20; count += 1)
    statuses.push(await update({ otp_auth_enabled: count % 2 === 0 }))

  expect(statuses).toEqual(Array(20).fill(200))
  expect(await update({ otp_auth_enabled: true })).toBe(429)
  expect(await update({ display_name: 'Ada', otp_auth_enabled: false })).toBe(200)
})
