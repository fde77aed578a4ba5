import { expect, test } from 'vitest'
import { fastPasswordHashing, signUp, startAccountService, type TestService } from '../../testing.ts'
import { newPassword, resetCodeFor, resetPassword, signInWith } from './testing.ts'

/**
 * Guarantee (ZR670): a request that meets a full queue has used up nothing, so that a flood of sign-ins locks no
 * user out of an account.
 */
test('ZR670: an attempt that the full queue of hashes rejects counts against no limit of passwords, codes or e-mails', async () => {
  await using service = await startLimitedService()
  // Another process on the same database, whose queue has no place.
  await using full = await startLimitedService({
    server: service.server,
    mailer: { async [Symbol.asyncDispose]() {}, send: async (email) => void service.mailbox.push(email) },
    options: { passwordQueue: { ...fastPasswordHashing.passwordQueue, waiting: 0 } },
  })
  const ada = await signUp(service, 'ada@example.com')
  const code = await resetCodeFor(service, ada.email)
  const grace = { email: 'grace@example.com', password: ada.password }
  const signUpGrace = (at: TestService) =>
    at.post('/auth/password/sign-up', {
      ...grace,
      verification_callback_url: 'https://phone.example.com/handler/email-verification',
    })
  const changePassword = (at: TestService) =>
    at.post('/auth/password/update', { old_password: ada.password, new_password: newPassword }, ada.headers)

  const rejected = await Promise.all([
    ...repeat(31, () => signInWith(full, ada.email, ada.password)),
    ...repeat(11, () => changePassword(full)),
    ...repeat(20, () => resetPassword(full, code)),
    ...repeat(4, () => signUpGrace(full)),
  ])

  expect(rejected.filter(({ status }) => status !== 429)).toEqual([])
  expect((await signInWith(service, ada.email, ada.password)).status).toBe(200)
  expect((await changePassword(service)).status).toBe(200)
  expect((await resetPassword(service, code)).status).toBe(200)
  expect((await signUpGrace(service)).status).toBe(200)
  await service.waitForEmail(grace.email)
})

function repeat<Result>(count: number, send: () => Result): Result[] {
  return Array.from({ length: count }, send)
}

/** Starts a service that receives every request from another network. */
function startLimitedService(changes: Parameters<typeof startAccountService>[0] = {}) {
  let requests = 0
  return startAccountService({
    rateLimitFactor: 1,
    http: { clientIp: () => `198.51.100.${++requests}` },
    ...changes,
  })
}
