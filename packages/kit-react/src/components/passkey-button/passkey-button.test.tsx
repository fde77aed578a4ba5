// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorResponse } from '../../../../kit/src/scripted-server.fixture.ts'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { choose, refuse, stubBrowser, wait } from './passkey-browser.fixture.ts'

const ada = 'ada@example.com'

let service: FakeAccountService

beforeEach(async () => {
  service = await startFakeAccountService()
  service.config.passkey = true
})
afterEach(async () => {
  resetBrowser()
  vi.unstubAllGlobals()
  await service[Symbol.asyncDispose]()
})

const findButton = () => screen.findByRole('button', { name: 'Use a passkey' })

test('a user signs in with the button and returns to the previous page', async () => {
  service.addPasskey('key', ada)
  const get = stubBrowser({ dialog: choose('key') })
  const { app } = openApp(service, '/handler/sign-in?after_auth_return_to=%2Fdial')

  await userEvent.click(await findButton())

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
  expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(ada)
  expect(get.mock.calls.map(([{ publicKey }]) => publicKey.rpId)).toEqual(['localhost'])
})

test('a user signs in with a suggestion of the e-mail input', async () => {
  service.addPasskey('key', ada)
  stubBrowser({ suggestion: choose('key') })
  openApp(service, '/handler/sign-in')

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('suggestions are offered at the e-mail input, and again after the button failed', async () => {
  const get = stubBrowser({ suggestion: wait })
  openApp(service, '/handler/sign-in')

  expect((await screen.findByLabelText('E-mail')).getAttribute('autocomplete')).toBe('username webauthn')
  await waitFor(() => expect(get).toHaveBeenCalledTimes(1))
  await userEvent.click(await findButton())
  await screen.findByRole('alert')

  await waitFor(() =>
    expect(get.mock.calls.map(([{ mediation }]) => mediation)).toEqual([
      'conditional',
      undefined,
      'conditional',
    ]),
  )
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('a rejected suggestion is explained', async () => {
  const choices = [choose('unknown'), wait]
  stubBrowser({ suggestion: (options) => (choices.shift() ?? wait)(options) })
  openApp(service, '/handler/sign-in')

  expect((await screen.findByRole('alert')).textContent).toContain('This passkey was not accepted.')
})

test.each([
  ['the service cannot be reached', 'drop'],
  ['the project has turned passkeys off since', errorResponse('PASSKEY_AUTHENTICATION_NOT_ENABLED')],
] as const)(
  'suggestions that fail before the user has chosen one show no error: %s',
  async (_case, response) => {
    const get = stubBrowser({ suggestion: wait })
    const { app } = openApp(service, '/handler/sign-up')
    await screen.findByRole('heading', { name: 'Create an account' })
    const offer = vi.spyOn(app, 'signInWithPasskey')
    if (response === 'drop') service.network.isDown = true
    else service.routes.set('POST /auth/passkey/initiate-passkey-authentication', () => response)
    app.navigate('/handler/sign-in')

    await expect.poll(() => offer.mock.settledResults[0]?.type ?? 'incomplete').not.toBe('incomplete')
    await userEvent.click(await screen.findByLabelText('E-mail'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(get).not.toHaveBeenCalled()
  },
)

test.each([
  ['AbortError', 'No passkey was used.'],
  ['NotAllowedError', 'No passkey was used.'],
  ['SecurityError', 'Passkeys do not work on localhost.'],
  ['NotReadableError', 'The passkey could not be used.'],
])('an error of the browser is explained: %s', async (name, title) => {
  stubBrowser({ dialog: refuse(name) })
  openApp(service, '/handler/sign-in')

  await userEvent.click(await findButton())

  expect((await screen.findByRole('alert')).textContent).toContain(title)
})

test('an unknown passkey is explained', async () => {
  stubBrowser({ dialog: choose('unknown') })
  openApp(service, '/handler/sign-in')

  await userEvent.click(await findButton())

  expect((await screen.findByRole('alert')).textContent).toBe(
    'This passkey was not accepted.Use another passkey, or another sign-in method.',
  )
})

test.each([
  ['/handler/sign-in', false, 'Sign in'],
  ['/handler/sign-up', true, 'Create an account'],
])('%s has no button if the project has passkeys: %s', async (path, hasPasskeys, heading) => {
  service.config.passkey = hasPasskeys
  stubBrowser({ suggestion: wait })
  openApp(service, path)

  await screen.findByRole('heading', { name: heading })
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  expect(screen.getByLabelText('E-mail').getAttribute('autocomplete')).toBe('username')
})

test('a browser without passkeys shows the other methods only', async () => {
  openApp(service, '/handler/sign-in')

  await screen.findByLabelText('E-mail')
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})
