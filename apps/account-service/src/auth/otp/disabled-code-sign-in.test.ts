import { expect, test } from 'vitest'
import { waitForJobs } from '../../contract-tests/testing/fingerprint.ts'
import {
  configureProject,
  getErrorCode,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'

const callback_url = 'https://phone.example.com/handler/magic-link-callback'

/** A user with a verified address and a password who uses sign-in with codes. */
async function startWithAda(settings: object = {}) {
  const service = await startAccountService()
  await configureProject(service, { settings })
  const ada = await signUp(service, uniqueEmail('ada'))
  await service.patch(`/users/${ada.userId}`, { primary_email_verified: true }, service.serverHeaders)
  await service.patch('/users/me', { otp_auth_enabled: true }, ada.headers)
  await waitForJobs(service)
  return { service, ada, [Symbol.asyncDispose]: service[Symbol.asyncDispose] }
}

const requestCode = (service: TestService, email: string) =>
  service.post('/auth/otp/send-sign-in-code', { email, callback_url })

async function readCode(service: TestService, email: string, nonce: string): Promise<string> {
  await waitForJobs(service)
  // Notices about changes arrive in any order with the code.
  const codes = service.mailbox.flatMap(({ to, text }) =>
    to === email ? (/[?&]code=([0-9a-z]{6})\b/.exec(text)?.[1] ?? []) : [],
  )
  return `${codes.at(-1)}${nonce}`
}

/** Guarantee (UA11): a stranger cannot enable a sign-in method that its owner has disabled. */
test('UA11: a request for a code does not enable sign-in with codes for a user who disabled it, and sends nothing', async () => {
  await using attack = await startWithAda()
  const { service, ada } = attack
  await service.patch('/users/me', { otp_auth_enabled: false }, ada.headers)
  await waitForJobs(service)
  const sent = service.mailbox.length

  const response = await requestCode(service, ada.email)
  const unknown = await requestCode(service, uniqueEmail('unknown'))
  await waitForJobs(service)

  expect([response.status, Object.keys(response.body)]).toEqual([200, Object.keys(unknown.body)])
  expect(service.mailbox.slice(sent).filter(({ to }) => to === ada.email)).toEqual([])
  expect((await service.get('/users/me', ada.headers)).body.otp_auth_enabled).toBe(false)
})

test('UA11: a code that was sent before the user disabled sign-in with codes does not sign in', async () => {
  await using attack = await startWithAda()
  const { service, ada } = attack
  const { body } = await requestCode(service, ada.email)
  const code = await readCode(service, ada.email, body.nonce)
  await service.patch('/users/me', { otp_auth_enabled: false }, ada.headers)

  const response = await service.post('/auth/otp/sign-in', { code })

  expect(getErrorCode(response)).toBe('VERIFICATION_CODE_NOT_FOUND')
})

test('UA11: the user can enable sign-in with codes again', async () => {
  await using attack = await startWithAda()
  const { service, ada } = attack
  await service.patch('/users/me', { otp_auth_enabled: false }, ada.headers)
  await service.patch('/users/me', { otp_auth_enabled: true }, ada.headers)
  const { body } = await requestCode(service, ada.email)

  const response = await service.post('/auth/otp/sign-in', {
    code: await readCode(service, ada.email, body.nonce),
  })

  expect(response.status).toBe(200)
})

test('UA11: in a project of the SDK, a request for a code enables sign-in with codes', async () => {
  await using attack = await startWithAda({ code_sign_in_stays_disabled: false })
  const { service, ada } = attack
  await service.patch('/users/me', { otp_auth_enabled: false }, ada.headers)
  const { body } = await requestCode(service, ada.email)

  const response = await service.post('/auth/otp/sign-in', {
    code: await readCode(service, ada.email, body.nonce),
  })

  expect(response.status).toBe(200)
  expect((await service.get('/users/me', ada.headers)).body.otp_auth_enabled).toBe(true)
})

test('UA11: a user who enabled sign-in with codes by requesting one still gets codes after the project changed', async () => {
  await using attack = await startWithAda({ code_sign_in_stays_disabled: false })
  const { service, ada } = attack
  await service.patch('/users/me', { otp_auth_enabled: false }, ada.headers)
  await requestCode(service, ada.email)
  await waitForJobs(service)
  await configureProject(service, { settings: { code_sign_in_stays_disabled: true } })
  const { body } = await requestCode(service, ada.email)

  const response = await service.post('/auth/otp/sign-in', {
    code: await readCode(service, ada.email, body.nonce),
  })

  expect(response.status).toBe(200)
})

/** Guarantee: the settings of an account show the sign-in methods that work. */
test('sign-in with codes is shown as enabled once the address is verified, unless the user disables it', async () => {
  await using service = await startAccountService()
  const ada = await signUp(service, uniqueEmail('ada'))
  // The code of the sign-up is cancelled by the next one.
  await waitForJobs(service)
  const read = async () => (await service.get('/users/me', ada.headers)).body.otp_auth_enabled
  const callback = { callback_url: 'https://phone.example.com/handler/email-verification' }
  const [{ id }] = (await service.get('/contact-channels?user_id=me', ada.headers)).body.items
  await service.post(`/contact-channels/me/${id}/send-verification-code`, callback, ada.headers)
  const before = await read()

  const { text } = await service.waitForEmail(ada.email, 2)
  const code = /code=([0-9a-z]{45})/.exec(text)?.[1]
  const verified = await service.post('/contact-channels/verify', { code }, ada.headers)

  expect([before, verified.status, await read()]).toEqual([false, 200, true])
  await service.patch('/users/me', { otp_auth_enabled: false }, ada.headers)
  expect(await read()).toBe(false)
})

test.each([
  {
    by: 'the user',
    verify: (service: TestService, userId: string) =>
      service.patch(`/users/${userId}`, { primary_email_verified: true }, service.serverHeaders),
  },
  {
    by: 'the contact channel',
    verify: async (service: TestService, userId: string) => {
      const { body } = await service.get(`/contact-channels?user_id=${userId}`, service.serverHeaders)
      const path = `/contact-channels/${userId}/${body.items[0].id}`
      return await service.patch(path, { is_verified: true }, service.serverHeaders)
    },
  },
])(
  'sign-in with codes is shown as enabled once a back end verifies the address of $by, unless the user disabled it',
  async ({ verify }) => {
    await using service = await startAccountService()
    const ada = await signUp(service, uniqueEmail('ada'))
    const grace = await signUp(service, uniqueEmail('grace'))
    const read = async ({ headers }: typeof ada) =>
      (await service.get('/users/me', headers)).body.otp_auth_enabled
    await service.patch('/users/me', { otp_auth_enabled: false }, grace.headers)

    await verify(service, ada.userId)
    await verify(service, grace.userId)

    expect([await read(ada), await read(grace)]).toEqual([true, false])
  },
)

test('sign-in with codes is shown as enabled for a user whom a back end creates with a verified address', async () => {
  await using service = await startAccountService()
  const create = (fields: object) =>
    service.post(
      '/users',
      {
        primary_email: uniqueEmail('hedy'),
        primary_email_auth_enabled: true,
        primary_email_verified: true,
        ...fields,
      },
      service.serverHeaders,
    )

  const enabled = await create({})
  const disabled = await create({ otp_auth_enabled: false })
  const added = await create({
    primary_email: undefined,
    primary_email_auth_enabled: false,
    primary_email_verified: false,
  })
  const channel = { user_id: added.body.id, type: 'email', value: uniqueEmail('hedy') }
  await service.post(
    '/contact-channels',
    { ...channel, used_for_auth: true, is_verified: true },
    service.serverHeaders,
  )

  const read = await service.get(`/users/${added.body.id}`, service.serverHeaders)
  expect([enabled, disabled, read].map(({ body }) => body.otp_auth_enabled)).toEqual([true, false, true])
})
