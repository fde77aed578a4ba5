import { expect, vi } from 'vitest'
import { type Answered, codeIn, type TestService } from '../testing.ts'

export const resetCallback = 'https://phone.example.com/handler/password-reset'

/** A password that somebody takes in the place of the one that they signed up with. */
export const anotherPassword = 'another good password'

export function sendReset(at: TestService, email: string, callback_url = resetCallback): Promise<Answered> {
  return at.post('/auth/password/send-reset-code', { email, callback_url })
}

export function resetPassword(at: TestService, code: string, password = anotherPassword): Promise<Answered> {
  return at.post('/auth/password/reset', { code, password })
}

export function signInWith(at: TestService, email: string, password: string): Promise<Answered> {
  return at.post('/auth/password/sign-in', { email, password })
}

/** Asks for a code and takes it out of the mail that then comes. */
export async function resetCodeFor(at: TestService, email: string): Promise<string> {
  const resets = () =>
    at.mailbox.filter(({ to, text }) => to === email && text.includes('/handler/password-reset'))
  const before = resets().length
  expect((await sendReset(at, email)).status).toBe(200)
  return codeIn(await vi.waitUntil(() => resets()[before], { timeout: 20_000, interval: 20 }))
}

/** All of an answer but the moment and the name of its request, which differ for everybody. */
export function seen({ status, body, headers }: Answered) {
  return [
    status,
    body,
    [...headers].map(([name, value]) => (/^(date|x-stack-request-id)$/.test(name) ? [name] : [name, value])),
  ]
}
