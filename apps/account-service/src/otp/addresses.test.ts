import { expect, test } from 'vitest'
import { type Answered, addressOf, codeIn, codeOf, serviceConfigured, signUp } from '../testing.ts'

const callback = 'https://phone.example.com/handler/magic-link-callback'

const shapeOf = ({ status, body, headers }: Answered) => [
  status,
  Object.keys(body),
  [...headers.keys()].filter((name) => name !== 'date'),
]

const closed = serviceConfigured({
  settings: { hides_known_addresses: true },
  config: { sign_up_enabled: true },
})

/** Guarantee (EN1): where the project hides who has an account, asking for a sign-in code tells nobody. */
test('EN1: verified, unverified and unknown addresses are answered alike, and only who may come in gets mail', async () => {
  const service = closed()
  const send = (email: string) =>
    service.post('/auth/otp/send-sign-in-code', { email, callback_url: callback })
  const ada = await signUp(service, addressOf('ada'))
  await service.post('/contact-channels/verify', { code: codeIn(await service.mailTo(ada.email)) })
  const unverified = await signUp(service, addressOf('grace'))
  await service.mailTo(unverified.email)
  const answers = [await send(unverified.email), await send(ada.email), await send(addressOf('nobody'))]
  await service.mailTo(ada.email, 2)

  for (const answer of answers) expect(shapeOf(answer)).toEqual(shapeOf(answers[0]!))
  expect(answers[0]!.status).toBe(200)
  expect(service.mailbox.filter(({ to }) => to === unverified.email)).toHaveLength(1)
})

const bound = serviceConfigured({ settings: { links_bound_to_browser: true } })

/** Guarantee (CO6): a link that is opened elsewhere, or by somebody else, signs nobody in. */
test('CO6: where links are bound to the browser the link alone is not enough, with the nonce of that browser it is', async () => {
  const email = addressOf('ada')
  const sent = await bound().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })
  const link = /https:\S+[?&]code=([0-9a-z]+)/.exec((await bound().mailTo(email)).text)?.[1] ?? ''
  const alone = await bound().post('/auth/otp/sign-in', { code: link })
  const together = await bound().post('/auth/otp/sign-in', { code: `${link}${sent.body.nonce}` })

  expect(link).toHaveLength(6)
  expect([codeOf(alone), together.status]).toEqual(['SCHEMA_ERROR', 200])
})
