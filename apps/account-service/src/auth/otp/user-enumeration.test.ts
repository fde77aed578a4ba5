import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import {
  adminHeaders,
  codeFromEmail,
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  type TestResponse,
  uniqueEmail,
} from '../../testing.ts'

const callback = 'https://phone.example.com/handler/magic-link-callback'

/** The phone project with its default settings. */
const service = setUpAccountService()

const send = (email: string) =>
  service().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })

/** The comparable part of a response: without nonce, date and request id. */
const getComparableParts = ({ status, body, headers }: TestResponse) => [
  status,
  Object.keys(body),
  [...headers].map(([name, value]) =>
    /^(date|x-(stack|hexclave)-request-id)$/.test(name) ? [name] : [name, value],
  ),
]

/** Guarantee (EN1): requesting a sign-in code in the phone project does not reveal who has an account. */
test('EN1: verified, unverified and unknown e-mail addresses get the same response; only the e-mail differs', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  await service().post(
    '/contact-channels/verify',
    { code: codeFromEmail(await service().waitForEmail(ada.email)) },
    ada.headers,
  )
  const grace = await signUp(service(), uniqueEmail('grace'))
  const unknownEmail = uniqueEmail('unknown')
  const responses = [await send(grace.email), await send(ada.email), await send(unknownEmail)]
  const toUnverified = await service().waitForEmail(grace.email, 2)

  for (const response of responses)
    expect(getComparableParts(response)).toEqual(getComparableParts(required(responses[0], 'a response')))
  expect(required(responses[0], 'a response').status).toBe(200)
  expect((await service().waitForEmail(ada.email, 2)).subject).toMatch(/your code is/)
  expect((await service().waitForEmail(unknownEmail)).subject).toMatch(/your code is/)
  expect(toUnverified.subject).toBe('Sign in to Parley: verify your e-mail first')
  expect(toUnverified.text).not.toContain('code=')
})

/** Guarantee (CO6): a link opened in another browser does not sign in. */
test('CO6: in the phone project a link works only with the nonce of the requesting browser', async () => {
  const email = uniqueEmail('ada')
  const sent = await send(email)
  const link = /https:\S+[?&]code=([0-9a-z]+)/.exec((await service().waitForEmail(email)).text)?.[1] ?? ''
  const alone = await service().post('/auth/otp/sign-in', { code: link })
  const together = await service().post('/auth/otp/sign-in', { code: `${link}${sent.body.nonce}` })

  expect(link).toHaveLength(6)
  expect([getErrorCode(alone), together.status]).toEqual(['SCHEMA_ERROR', 200])
})

test('EN1, CO6: an existing installation is migrated once, and later settings of its owner are retained', async () => {
  await using isolated = await startAccountService()
  const { pool } = isolated.server
  const strict = ['hides_known_addresses', 'links_bound_to_browser']
  const switches = async (at: typeof isolated) => {
    const { body } = await at.get('/internal/settings', await adminHeaders(at))
    return strict.map((name) => body[name])
  }
  const settings = { passkeys_verify_user: false, ...Object.fromEntries(strict.map((name) => [name, false])) }
  await isolated.patch('/internal/settings', settings, await adminHeaders(isolated))
  await pool.query('delete from accounts.migrations where name = $1', ['0018-strict-phone'])
  await using upgraded = await startAccountService({ server: isolated.server })
  const migrated = await switches(upgraded)
  await upgraded.patch('/internal/settings', settings, await adminHeaders(upgraded))
  await using restarted = await startAccountService({ server: isolated.server })
  const { body } = await restarted.get('/internal/settings', await adminHeaders(restarted))

  expect(migrated).toEqual([true, true])
  expect(await switches(restarted)).toEqual([false, false])
  expect(body.passkeys_verify_user).toBe(false)
})
