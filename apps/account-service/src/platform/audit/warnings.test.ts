import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { softwareAuthenticator } from '../../auth/passkeys/testing/software-authenticator.ts'
import { createApplication } from '../../oauth/providers/testing/application.ts'
import { createFixture } from '../../oauth/providers/testing/fixture.ts'
import { configureProject, sdkProjectSettings, signUp } from '../../testing.ts'

const warnings: { readonly event: string; readonly fields: object }[] = []
const log = {
  info() {},
  error() {},
  warn: (event: string, fields: object = {}) => void warnings.push({ event, fields }),
}
let requests = 0
/** Every request comes from another network, so that no limit of a network applies. */
const clientIp = () => `198.51.100.${++requests % 250}`
const fixture = createFixture({ log, rateLimitFactor: 0.1, http: { clientIp } })

const listWarnings = (name: string) =>
  warnings.filter(({ event }) => event === name).map(({ fields }) => fields)

const requestId = expect.any(String)

/**
 * Guarantee (SR7): an operator who watches the log sees each of these attacks without reading the audit log.
 */
test('SR7: password spraying is logged at warn, once', async () => {
  const { service } = fixture()
  for (let account = 0; account < 13; account++)
    await service.post('/auth/password/sign-in', {
      email: `unknown-${account}@example.com`,
      password: 'summer of twentysix',
    })

  expect(listWarnings('password.sprayed')).toEqual([{ projectId: service.phoneProjectId, requestId }])
})

test('SR7: a decreasing signature counter is logged at warn with its user', async () => {
  const { service } = fixture()
  await configureProject(service, {
    config: { passkey_enabled: true },
    settings: { ...sdkProjectSettings, passkeys_verify_user: false },
  })
  const ada = await signUp(service, 'ada@example.com')
  const authenticator = softwareAuthenticator()
  const origin = 'https://phone.example.com'
  const { body: registration } = await service.post(
    '/auth/passkey/initiate-passkey-registration',
    {},
    ada.headers,
  )
  const { challenge } = registration.options_json
  const credential = authenticator.create({ challenge, origin, counter: 5 })
  await service.post('/auth/passkey/register', { credential, code: registration.code }, ada.headers)

  const { body } = await service.post('/auth/passkey/initiate-passkey-authentication', {})
  const { status } = await service.post('/auth/passkey/sign-in', {
    authentication_response: authenticator.get({
      challenge: body.options_json.challenge,
      origin,
      counter: 4,
    }),
    code: body.code,
  })

  expect(status).toBe(400)
  const { userId } = ada
  expect(listWarnings('passkey.counter_went_back')).toEqual([
    { projectId: service.phoneProjectId, userId, requestId },
  ])
})

test('SR7: the reuse of an authorization code is logged at warn', async () => {
  const { service, provider } = fixture()
  const app = await createApplication(service, { issuers: { acme: provider.issuer } })
  const { url } = await app.go('acme', { sub: randomUUID() })
  const code = url.searchParams.get('code') ?? ''

  const statuses = [(await app.redeem(code)).status, (await app.redeem(code)).status]

  expect(statuses).toEqual([200, 400])
  expect(listWarnings('authorization_code.used_again')).toEqual([{ projectId: app.projectId, requestId }])
})
