import { expect, test } from 'vitest'
import {
  type Answered,
  addressOf,
  asAdmin,
  codeIn,
  codeOf,
  serviceOfThisFile,
  signUp,
  startAccountService,
} from '../testing.ts'

const callback = 'https://phone.example.com/handler/magic-link-callback'

/** The phone project with its default settings. */
const service = serviceOfThisFile()

const send = (email: string) =>
  service().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })

/** The comparable part of a response: without nonce, date and request id. */
const shapeOf = ({ status, body, headers }: Answered) => [
  status,
  Object.keys(body),
  [...headers].map(([name, value]) => (/^(date|x-stack-request-id)$/.test(name) ? [name] : [name, value])),
]

/** Guarantee (EN1): requesting a sign-in code in the phone project does not reveal who has an account. */
test('EN1: verified, unverified and unknown e-mail addresses get the same response; only the e-mail differs', async () => {
  const ada = await signUp(service(), addressOf('ada'))
  await service().post('/contact-channels/verify', { code: codeIn(await service().mailTo(ada.email)) })
  const grace = await signUp(service(), addressOf('grace'))
  const nobody = addressOf('nobody')
  const answers = [await send(grace.email), await send(ada.email), await send(nobody)]
  const toUnverified = await service().mailTo(grace.email, 2)

  for (const answer of answers) expect(shapeOf(answer)).toEqual(shapeOf(answers[0]!))
  expect(answers[0]!.status).toBe(200)
  expect((await service().mailTo(ada.email, 2)).subject).toMatch(/your code is/)
  expect((await service().mailTo(nobody)).subject).toMatch(/your code is/)
  expect(toUnverified.subject).toBe('Sign in to Parley: verify your e-mail first')
  expect(toUnverified.text).not.toContain('code=')
})

/** Guarantee (CO6): a link opened in another browser does not sign in. */
test('CO6: in the phone project a link works only with the nonce of the requesting browser', async () => {
  const email = addressOf('ada')
  const sent = await send(email)
  const link = /https:\S+[?&]code=([0-9a-z]+)/.exec((await service().mailTo(email)).text)?.[1] ?? ''
  const alone = await service().post('/auth/otp/sign-in', { code: link })
  const together = await service().post('/auth/otp/sign-in', { code: `${link}${sent.body.nonce}` })

  expect(link).toHaveLength(6)
  expect([codeOf(alone), together.status]).toEqual(['SCHEMA_ERROR', 200])
})

test('EN1, CO6: an existing installation is migrated once, and later settings of its owner are retained', async () => {
  await using own = await startAccountService()
  const { pool } = own.server
  const strict = ['hides_known_addresses', 'links_bound_to_browser']
  const switches = async (at: typeof own) => {
    const { body } = await at.get('/internal/settings', await asAdmin(at))
    return strict.map((name) => body[name])
  }
  const settings = { passkeys_verify_user: false, ...Object.fromEntries(strict.map((name) => [name, false])) }
  await own.patch('/internal/settings', settings, await asAdmin(own))
  await pool.query('delete from accounts.migrations where name = $1', ['0018-strict-phone'])
  await using upgraded = await startAccountService({ server: own.server })
  const brought = await switches(upgraded)
  await upgraded.patch('/internal/settings', settings, await asAdmin(upgraded))
  await using restarted = await startAccountService({ server: own.server })
  const { body } = await restarted.get('/internal/settings', await asAdmin(restarted))

  expect(brought).toEqual([true, true])
  expect(await switches(restarted)).toEqual([false, false])
  expect(body.passkeys_verify_user).toBe(false)
})
