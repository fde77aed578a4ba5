// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { startAccountService } from '../../account-service.fixture.ts'
import { forgetEverything, openBrowser, signedInAs } from '../../browser.fixture.tsx'

afterEach(forgetEverything)

const ada = 'ada@example.com'

test('the link verifies the address, once, and leads on', async () => {
  await using service = await startAccountService()
  service.addPerson(ada, 'difference engine')
  signedInAs(service, ada)
  const code = service.newCode('verification', ada)
  const { app } = openBrowser(
    service,
    `/handler/email-verification?after_auth_return_to=%2Fdial&code=${code}`,
  )

  await screen.findByRole('heading', { name: 'Your address is verified' })
  expect(service.requestsTo('POST /contact-channels/verify')).toHaveLength(1)
  expect((await app.getUser({ or: 'throw' })).primaryEmailVerified).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})

/** Guarantee: fetching a link uses nothing up; the opened page does it by a POST. */
test('no request but the POST of the page names the code', async () => {
  await using service = await startAccountService()
  const code = service.newCode('verification', ada)
  openBrowser(service, `/handler/email-verification?code=${code}`)
  await screen.findByRole('heading', { name: 'Your address is verified' })

  const naming = service.requests.filter(({ path, body }) => (path + body).includes(code))

  expect(naming.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /contact-channels/verify'])
})

test.each([
  ['expired', 'The verification link has expired'],
  ['used', 'The verification link has already been used'],
  ['worn out', 'The verification link has been tried too often'],
] as const)('a link that is %s says so, and its owner requests another', async (state, title) => {
  await using service = await startAccountService()
  service.addPerson(ada, 'difference engine')
  signedInAs(service, ada)
  openBrowser(service, `/handler/email-verification?code=${service.newCode('verification', ada, state)}`)

  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('link', { name: 'Back to home' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))

  expect(await screen.findByText(`Look into the inbox of ${ada}.`)).toBeTruthy()
  expect(service.codesTo(ada)).toHaveLength(2)
})

test('a link that is opened again by somebody who is verified is no failure', async () => {
  await using service = await startAccountService()
  service.addPerson(ada, 'difference engine')
  service.person(ada)!.isVerified = true
  signedInAs(service, ada)
  openBrowser(service, `/handler/email-verification?code=${service.newCode('verification', ada, 'used')}`)

  await screen.findByRole('heading', { name: 'Your address is verified already' })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test.each([
  ['?code=tooshort', 'The verification link is invalid'],
  [`?code=${'z'.repeat(45)}`, 'The verification link is invalid'],
  ['', 'Missing verification information'],
])('a link with %j is explained, and whoever is signed out signs in for another', async (search, title) => {
  await using service = await startAccountService()
  openBrowser(service, `/handler/email-verification${search}`)

  await screen.findByRole('heading', { name: title })
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in to request a new link' }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('a lost connection can be tried again', async () => {
  await using service = await startAccountService()
  const { app } = openBrowser(service, '/handler/nothing-here')
  await app.project.load()
  service.network.isDown = true
  app.navigate(`/handler/email-verification?code=${service.newCode('verification', ada)}`)

  await screen.findByRole('heading', { name: 'Verification failed' })
  service.network.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'Your address is verified' })).toBeTruthy()
})

test('the outcome takes the focus, so that it is read out', async () => {
  await using service = await startAccountService()
  openBrowser(service, `/handler/email-verification?code=${service.newCode('verification', ada, 'expired')}`)

  await screen.findByRole('heading', { name: 'The verification link has expired' })

  expect(document.activeElement?.getAttribute('aria-label')).toBe('The verification link has expired')
})
