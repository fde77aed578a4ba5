// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { OAuthButton } from './oauth-button.tsx'

afterEach(() => {
  resetBrowser()
  vi.restoreAllMocks()
})

test('the sign-in page has a button for each provider of the project, by name', async () => {
  await using service = await startFakeAccountService()
  service.config.oauthProviders = ['google', 'github', 'linkedin', 'acme']
  openApp(service, '/handler/sign-in')

  await screen.findByRole('button', { name: 'Sign in with Google' })
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(names.filter((name) => name?.includes('with'))).toEqual([
    'Sign in with Google',
    'Sign in with GitHub',
    'Sign in with LinkedIn',
    'Sign in with Acme',
  ])
})

test('a project without providers has no buttons and no divider', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-in')

  await screen.findByLabelText('E-mail')
  expect(screen.queryByText('or')).toBeNull()
})

test.each([
  ['/handler/sign-in', 'Sign in with Google'],
  ['/handler/sign-up', 'Sign up with Google'],
])('%s offers providers alone if the project has no other method', async (path, name) => {
  await using service = await startFakeAccountService()
  Object.assign(service.config, { password: false, magicLink: false, oauthProviders: ['google'] })
  openApp(service, path)

  expect(await screen.findByRole('button', { name })).toBeTruthy()
  expect(screen.queryByText('or')).toBeNull()
  expect(screen.queryByText('Sign-in is currently unavailable.')).toBeNull()
})

test('a double click requests one authorization', async () => {
  await using service = await startFakeAccountService()
  service.config.oauthProviders = ['google']
  const { left } = openApp(service, '/handler/sign-in')

  const button = await screen.findByRole('button', { name: 'Sign in with Google' })
  button.click()
  button.click()

  await waitFor(() => expect(left).toHaveLength(1))
  expect(left[0]?.pathname).toBe('/api/v1/auth/oauth/authorize/google')
})

test('an offline browser stays on the page and explains it', async () => {
  await using service = await startFakeAccountService()
  service.config.oauthProviders = ['google']
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { left } = openApp(service, '/handler/sign-in')

  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }))

  expect((await screen.findByRole('alert')).textContent).toBe(
    'You are offline. Please check your internet connection and try again.',
  )
  expect(left).toEqual([])
})

test('an application replaces the redirect of a button', async () => {
  await using service = await startFakeAccountService()
  const onAuthenticate = vi.fn(async () => {})
  const { left } = openApp(service, '/', {
    home: <OAuthButton provider="google" type="sign-in" onAuthenticate={onAuthenticate} />,
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }))

  expect(onAuthenticate).toHaveBeenCalledTimes(1)
  expect(left).toEqual([])
})

test('a handler that returns no promise replaces the redirect as well', async () => {
  await using service = await startFakeAccountService()
  const onAuthenticate = vi.fn()
  const { left } = openApp(service, '/', {
    home: <OAuthButton provider="google" type="sign-in" onAuthenticate={onAuthenticate} />,
  })

  const button = await screen.findByRole('button', { name: 'Sign in with Google' })
  await userEvent.click(button)

  await waitFor(() => expect(onAuthenticate).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  expect(left).toEqual([])
})
