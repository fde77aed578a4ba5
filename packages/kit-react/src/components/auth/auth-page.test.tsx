// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { AuthPage, SignIn, SignUp } from './auth-page.tsx'
import { CredentialSignIn } from './credential-sign-in.tsx'
import { CredentialSignUp } from './credential-sign-up.tsx'
import { MagicLinkSignIn } from './magic-link-sign-in.tsx'

const ada = 'ada@example.com'
const password = 'correct horse'

let service: FakeAccountService

beforeEach(async () => {
  service = await startFakeAccountService()
  service.addUser(ada, password)
})
afterEach(async () => {
  resetBrowser()
  await service[Symbol.asyncDispose]()
})

/** Opens an application whose page `/start` contains a component. */
function openWith(component: ReactNode) {
  return openApp(service, '/start', {
    home: (path) => (path === '/start' ? component : <p>The application at {path}</p>),
  })
}

async function submit(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name }))
}

test('a user signs in with the sign-in page inside a page of the application, which keeps its title', async () => {
  document.title = 'Notes'
  openWith(<AuthPage type="sign-in" />)

  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  expect(screen.queryByRole('banner')).toBeNull()
  expect(document.title).toBe('Notes')
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), password)
  await submit('Sign in')

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('a full page has the header of the pages and the document title', async () => {
  openWith(<SignIn fullPage />)

  await screen.findByLabelText('E-mail')
  expect(screen.getByRole('banner')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Sign in · Kestrel Freight'))
})

test.each([
  ['sign-in', <SignIn key="sign-in" automaticRedirect />],
  ['sign-up', <SignUp key="sign-up" automaticRedirect />],
])('a signed-in user is redirected from the %s page if the application wants it', async (_name, page) => {
  storeSession(service, ada)
  openWith(page)

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('an automatic redirect to another site is rejected with an explanation', async () => {
  storeSession(service, ada)
  openApp(service, '/handler/sign-in?after_auth_return_to=https%3A%2F%2Fevil.example.com', {
    componentProps: { SignIn: { automaticRedirect: true } },
  })

  expect((await screen.findByRole('alert')).textContent).toContain('the link leads to another site')
})

test.each([
  ['sign-in', <SignIn key="sign-in" firstTab="magic-link" extraInfo="Trial until June" />],
  ['sign-up', <SignUp key="sign-up" firstTab="magic-link" extraInfo="Trial until June" />],
])('the application selects the first method of the %s page and adds information', async (_name, page) => {
  openWith(page)

  await screen.findByLabelText('E-mail')
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByText('Trial until June')).toBeTruthy()
})

test.each([
  ['page', <SignUp key="page" noPasswordRepeat />],
  ['form', <CredentialSignUp key="form" noPasswordRepeat />],
])('the sign-up %s asks for the password once if the application wants it', async (_name, page) => {
  openWith(page)

  await userEvent.type(await screen.findByLabelText('E-mail'), 'grace@example.com')
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), password)
  expect(screen.queryByLabelText('Repeat password')).toBeNull()
  await submit('Create account')

  expect(await screen.findByText('The application at /')).toBeTruthy()
  expect(service.person('grace@example.com')?.password).toBe(password)
})

test('the form for sign-up asks for the password twice by default', async () => {
  openWith(<CredentialSignUp />)

  expect(await screen.findByLabelText('Repeat password')).toBeTruthy()
})

test('a user signs in with the form for passwords, which explains wrong ones', async () => {
  openWith(<CredentialSignIn />)

  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), 'wrong')
  await submit('Sign in')
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong e-mail or password.')
  await userEvent.clear(screen.getByLabelText('Password', { selector: 'input' }))
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), password)
  await submit('Sign in')

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('a user signs in with the form for magic links', async () => {
  openWith(<MagicLinkSignIn />)

  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  await submit('Send link')
  await userEvent.type(await screen.findByLabelText(/code/i), service.codesTo(ada)[0]?.slice(0, 6) ?? '')
  await submit('Sign in')

  expect(await screen.findByText('The application at /')).toBeTruthy()
})
