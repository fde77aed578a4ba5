import { expect, test } from 'vitest'
import {
  getErrorCode,
  sdkProjectSettings,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'

const handler = 'https://phone.example.com/handler'

/** The requests that send an e-mail with a link, by the hosted page to which it leads. */
async function createSenders(service: TestService) {
  const ada = await signUp(service, uniqueEmail('ada'))
  const { body: team } = await service.post('/teams', { display_name: 'Bakery' }, service.serverHeaders)
  const password = 'correct horse battery'
  const ofUser = { email: ada.email }
  return {
    'magic-link-callback': [
      (url: string) => service.post('/auth/otp/send-sign-in-code', { email: ada.email, callback_url: url }),
    ],
    'password-reset': [
      (url: string) => service.post('/auth/password/send-reset-code', { ...ofUser, callback_url: url }),
    ],
    'email-verification': [
      (url: string) =>
        service.post('/auth/password/sign-up', {
          email: uniqueEmail('grace'),
          password,
          verification_callback_url: url,
        }),
      (url: string) =>
        service.post(
          '/contact-channels/send-verification-code',
          { ...ofUser, callback_url: url },
          ada.headers,
        ),
    ],
    'team-invitation': [
      (url: string) =>
        service.post(
          '/team-invitations/send-code',
          { team_id: team.id, email: uniqueEmail('hedy'), callback_url: url },
          service.serverHeaders,
        ),
    ],
  }
}

const otherUrls = (page: string) => [
  'https://phone.example.com/',
  handler,
  `${handler}/cli-auth-confirm?login_code=${'a'.repeat(45)}`,
  `${handler}/${page}/`,
  `${handler}/${page}/../sign-out`,
  `${handler}/x/../%6Cogin`,
  `${handler}/${page}?code=${'a'.repeat(45)}`,
  `${handler}/${page}?after_auth_return_to=%2F&login_code=1`,
  `https://phone.example.com/x?/handler/${page}`,
]

/** Guarantee: who requests an e-mail for another person does not choose what its link opens. */
test('ZR405: the e-mails of our own project lead to the hosted page of their purpose only', async () => {
  await using service = await startAccountService()
  const senders = Object.entries(await createSenders(service))
  const pages = senders.map(([page]) => page)

  for (const [page, ofPage] of senders)
    for (const send of ofPage) {
      const others = pages.filter((other) => other !== page).map((other) => `${handler}/${other}`)
      for (const url of [...otherUrls(page), ...others])
        expect([url, getErrorCode(await send(url))]).toEqual([url, 'REDIRECT_URL_NOT_WHITELISTED'])
      const accepted = await send(`${handler}/${page}?after_auth_return_to=%2Fdial%3Fto%3D1#part`)
      expect([page, accepted.status, accepted.body]).toEqual([page, 200, expect.anything()])
    }
})

test('ZR405: the e-mails of a project of the public SDK lead to any page of a trusted domain', async () => {
  await using service = await startAccountService({ settings: sdkProjectSettings })
  const senders = Object.values(await createSenders(service)).flat()

  for (const send of senders) {
    const { status, body } = await send('https://phone.example.com/any/page?with=parameters')
    expect([status, body]).toEqual([200, expect.anything()])
  }
})
