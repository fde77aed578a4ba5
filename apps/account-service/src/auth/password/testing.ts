import { expect, vi } from 'vitest'
import { codeFromEmail, type TestResponse, type TestService } from '../../testing.ts'

export const resetCallback = 'https://phone.example.com/handler/password-reset'

/** The password that replaces the one used at sign-up. */
export const newPassword = 'another good password'

export function requestResetCode(
  at: TestService,
  email: string,
  callback_url = resetCallback,
): Promise<TestResponse> {
  return at.post('/auth/password/send-reset-code', { email, callback_url })
}

export function resetPassword(at: TestService, code: string, password = newPassword): Promise<TestResponse> {
  return at.post('/auth/password/reset', { code, password })
}

export function signInWith(at: TestService, email: string, password: string): Promise<TestResponse> {
  return at.post('/auth/password/sign-in', { email, password })
}

/** Requests a reset code and reads it from the e-mail. */
export async function resetCodeFor(at: TestService, email: string): Promise<string> {
  const resets = () =>
    at.mailbox.filter(({ to, text }) => to === email && text.includes('/handler/password-reset'))
  const before = resets().length
  expect((await requestResetCode(at, email)).status).toBe(200)
  return codeFromEmail(await vi.waitUntil(() => resets()[before], { timeout: 20_000, interval: 20 }))
}

/** A response without the Date header and the request id, which differ in every response. */
export function toComparableResponse({ status, body, headers }: TestResponse) {
  return [
    status,
    body,
    [...headers].map(([name, value]) =>
      /^(date|x-(stack|hexclave)-request-id)$/.test(name) ? [name] : [name, value],
    ),
  ]
}
