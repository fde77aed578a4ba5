// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(resetBrowser)

const grace = 'grace@example.com'
const linus = 'linus@example.com'
const password = 'difference engine'

const open = (service: FakeAccountService, code: string) =>
  openApp(service, `/handler/team-invitation?code=${code}`)

test('the invited user sees who invited to which team, joins it, and it is selected', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, grace)
  open(service, service.newCode('invitation', grace))

  await screen.findByRole('heading', { name: 'Join Night shift' })
  expect(screen.getByText('Ada Lindqvist invited you on Fri, Nov 20.')).toBeTruthy()
  expect(screen.getByText('Member')).toBeTruthy()
  expect(screen.getByText('Works until Fri, Nov 27, once.')).toBeTruthy()
  expect(service.requestsTo('POST /team-invitations/accept')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Join' }))

  expect(await screen.findByText('The application at /')).toBeTruthy()
  expect(service.requestsTo('POST /team-invitations/accept')).toHaveLength(1)
  expect(service.selectedTeams).toEqual(['team-1'])
})

test('the invited user does not join', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, grace)
  open(service, service.newCode('invitation', grace))

  await userEvent.click(await screen.findByRole('link', { name: 'Not now' }))

  expect(await screen.findByText('The application at /')).toBeTruthy()
  expect(service.requestsTo('POST /team-invitations/accept')).toEqual([])
})

test('a signed-out user signs in with the invited address and returns', async () => {
  await using service = await startFakeAccountService()
  service.addUser(grace, password, { isVerified: true })
  open(service, service.newCode('invitation', grace))

  await screen.findByRole('heading', { name: 'You are invited to Night shift' })
  expect(screen.getByText(/^Ada Lindqvist invited you. Sign in to Kestrel Freight/)).toBeTruthy()
  expect(screen.getByText(grace)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe(grace)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)

  expect(await screen.findByRole('heading', { name: 'Join Night shift' })).toBeTruthy()
})

test('a service that sends no names is not quoted', async () => {
  await using service = await startFakeAccountService()
  service.routes.set('POST /team-invitations/accept/check-code', () => ({ json: { is_code_valid: true } }))
  open(service, service.newCode('invitation', grace))

  await screen.findByRole('heading', { name: 'You are invited to a team' })
  expect(screen.getByText(/^Sign in to Kestrel Freight/)).toBeTruthy()
})

test('a new user signs up with the invited address, and joins without another e-mail', async () => {
  await using service = await startFakeAccountService()
  open(service, service.newCode('invitation', grace))

  await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }))
  expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe(grace)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), password)
  await userEvent.type(screen.getByLabelText('Repeat password'), `${password}{Enter}`)

  expect(await screen.findByRole('heading', { name: 'Join Night shift' })).toBeTruthy()
  expect(service.codesTo(grace)).toHaveLength(1)
})

test('a user who has not verified the invited address gets the e-mail again, whose link leads back', async () => {
  await using service = await startFakeAccountService()
  service.addUser(grace, password)
  const code = service.newCode('invitation', grace)
  storeSession(service, grace)
  open(service, code)

  await screen.findByRole('heading', { name: 'Please verify your email first' })
  expect(screen.getByText(/A verification e-mail was sent when the address was added/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText(`Check the inbox of ${grace}.`)
  const link = new URL(service.callbackUrls[0] ?? '')
  Object.assign(service.person(grace) ?? {}, { isVerified: true })
  await userEvent.click(screen.getByRole('button', { name: 'I have opened the link' }))

  expect(await screen.findByRole('heading', { name: 'Join Night shift' })).toBeTruthy()
  expect([link.pathname, link.searchParams.get('after_auth_return_to')]).toEqual([
    '/handler/email-verification',
    `/handler/team-invitation?code=${code}`,
  ])
})

test('another user learns which address was invited, and signs in with it', async () => {
  await using service = await startFakeAccountService()
  service.addUser(grace, password, { isVerified: true })
  storeSession(service, linus)
  open(service, service.newCode('invitation', grace))

  await screen.findByRole('heading', { name: 'This invitation is for another address' })
  expect(
    screen.getByText(new RegExp(`It was sent to ${grace}.* You are signed in as ${linus}.`)),
  ).toBeTruthy()
  expect(screen.queryByText(/Night shift/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Use another account' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  await userEvent.type(await screen.findByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)

  expect(await screen.findByRole('heading', { name: 'Join Night shift' })).toBeTruthy()
})

test.each([
  ['expired', 'The invitation has expired'],
  ['used', 'The invitation has already been used'],
  ['too many attempts', 'Too many attempts with this invitation'],
] as const)('the invitation state "%s" is explained, signed in or out', async (state, title) => {
  await using service = await startFakeAccountService()
  const code = service.newCode('invitation', grace, state)
  open(service, code)
  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('link', { name: 'Back to home' })).toBeTruthy()

  resetBrowser()
  storeSession(service, grace)
  open(service, code)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test.each([
  ['', 'The link is incomplete'],
  ['?code=tooshort', 'The invitation is invalid'],
  [`?code=${'z'.repeat(45)}`, 'The invitation is invalid'],
])('a link with %j is explained', async (search, title) => {
  await using service = await startFakeAccountService()
  openApp(service, `/handler/team-invitation${search}`)

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test('a full team is explained, and the user can join later', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, grace)
  open(service, service.newCode('invitation', grace))
  await screen.findByRole('button', { name: 'Join' })

  service.config.isTeamFull = true
  await userEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The team is full.')
  service.config.isTeamFull = false
  await userEvent.click(screen.getByRole('button', { name: 'Join' }))

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('a failed connection can be retried', async () => {
  await using service = await startFakeAccountService()
  const { app } = openApp(service, '/handler/nothing-here')
  await app.project.load()
  service.network.isDown = true
  app.navigate(`/handler/team-invitation?code=${service.newCode('invitation', grace)}`)

  await screen.findByRole('heading', { name: 'The invitation cannot be opened' })
  service.network.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'You are invited to Night shift' })).toBeTruthy()
})
