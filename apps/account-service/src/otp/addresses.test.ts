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

/** The phone's project as it is seeded. */
const service = serviceOfThisFile()

const send = (email: string) =>
  service().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })

/** Of an answer what is the same for everybody: all but the nonce, the moment and the name of the request. */
const shapeOf = ({ status, body, headers }: Answered) => [
  status,
  Object.keys(body),
  [...headers].map(([name, value]) => (/^(date|x-stack-request-id)$/.test(name) ? [name] : [name, value])),
]

/** Guarantee (EN1): in the phone's project asking for a sign-in code tells nobody who has an account. */
test('EN1: verified, unverified and unknown addresses are answered alike, and the mail tells which one it was', async () => {
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

/** Guarantee (CO6): a link that is opened elsewhere, or by somebody else, signs nobody in. */
test('CO6: in the phone’s project the link alone is not enough, with the nonce of the browser that asked it is', async () => {
  const email = addressOf('ada')
  const sent = await send(email)
  const link = /https:\S+[?&]code=([0-9a-z]+)/.exec((await service().mailTo(email)).text)?.[1] ?? ''
  const alone = await service().post('/auth/otp/sign-in', { code: link })
  const together = await service().post('/auth/otp/sign-in', { code: `${link}${sent.body.nonce}` })

  expect(link).toHaveLength(6)
  expect([codeOf(alone), together.status]).toEqual(['SCHEMA_ERROR', 200])
})

test('EN1, CO6: a house that stood before is brought along, once, and what its owner then decides stays', async () => {
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
