// @vitest-environment jsdom
import { createCookieTokenStore } from '@parley/kit'
import { screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, renderIntoDocument, resetBrowser, storeSession } from '../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../fake-account-service.fixture.ts'
import { useStackApp } from './use-stack-app.ts'
import { useUser } from './use-user.ts'

afterEach(() => {
  resetBrowser()
  vi.restoreAllMocks()
})

const ada = 'ada@example.com'

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null }

  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }

  override render() {
    return this.state.message === null ? this.props.children : <p role="alert">{this.state.message}</p>
  }
}

function open(service: FakeAccountService, path: string, screenContent: ReactNode) {
  return openApp(service, path, {
    home: (
      <Boundary>
        <Suspense fallback="Waiting">{screenContent}</Suspense>
      </Boundary>
    ),
  })
}

function Greeting({ or }: { or?: 'redirect' | 'throw' | 'return-null' | 'anonymous' }) {
  const user = useUser({ or })
  return <p>{user ? `Hello ${user.primaryEmail}` : 'Hello stranger'}</p>
}

test('the signed-in user appears once loaded, and disappears on sign-out in another tab', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  open(service, '/', <Greeting />)

  expect(screen.queryByText(/Hello/)).toBeNull()
  await screen.findByText(`Hello ${ada}`)
  createCookieTokenStore({ projectId: 'phone' }).set(null)

  expect(await screen.findByText('Hello stranger')).toBeTruthy()
})

test('or: redirect sends users to the sign-in page and back', async () => {
  await using service = await startFakeAccountService()
  open(service, '/contacts?call=1', <Greeting or="redirect" />)

  await screen.findByRole('heading', { name: 'Sign in' })

  expect(window.location.pathname + window.location.search).toBe(
    '/handler/sign-in?after_auth_return_to=%2Fcontacts%3Fcall%3D1',
  )
})

test('or: throw throws without a user', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await using service = await startFakeAccountService()
  open(service, '/', <Greeting or="throw" />)

  expect((await screen.findByRole('alert')).textContent).toBe(
    "User is not signed in but useUser was called with { or: 'throw' }",
  )
})

test('a rejected anonymous sign-up shows an error and is not repeated endlessly', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await using service = await startFakeAccountService()
  open(service, '/', <Greeting or="anonymous" />)

  expect((await screen.findByRole('alert')).textContent).toBe(
    'Something went wrong while signing up anonymously',
  )
  expect(service.requestsTo('POST /auth/anonymous/sign-up')).toHaveLength(1)
})

function NeedsApp({ projectIdMustMatch }: { projectIdMustMatch?: string }) {
  return <p>{useStackApp({ projectIdMustMatch }).projectId}</p>
}

test('a hook outside the provider throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  renderIntoDocument(
    <Boundary>
      <NeedsApp />
    </Boundary>,
  )

  expect((await screen.findByRole('alert')).textContent).toBe(
    'useStackApp must be used within a StackProvider',
  )
})

test('an app of an unexpected project throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await using service = await startFakeAccountService()
  open(service, '/', <NeedsApp projectIdMustMatch="internal" />)

  expect((await screen.findByRole('alert')).textContent).toBe('Unexpected project ID in useStackApp')
})

test('tokens that cannot be fetched again stay as they are', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  function Token() {
    return <p>{`Token of ${ada}: ${useStackApp().useAccessToken()}`}</p>
  }
  open(service, '/', <Token />)
  const { textContent } = await screen.findByText(/^Token/)
  const store = createCookieTokenStore({ projectId: 'phone' })
  service.network.isDown = true
  const dropped = service.requests.length
  store.set({ refreshToken: store.get()?.refreshToken ?? '', accessToken: null })

  await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(dropped), { timeout: 10_000 })
  expect(screen.getByText(/^Token/).textContent).toBe(textContent)
})

test('methods of the app that begin with `use` work in components', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  function Header() {
    const app = useStackApp()
    const user = app.useUser({ or: 'throw' })
    return <p>{`${app.useProject().displayName}: ${user.primaryEmail}`}</p>
  }

  open(service, '/', <Header />)

  expect(await screen.findByText(`Kestrel Freight: ${ada}`)).toBeTruthy()
})
