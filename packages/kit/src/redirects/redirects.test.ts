import { expect, test } from 'vitest'
import { createTestClock } from '../scripted-server.fixture.ts'
import { createRedirects } from './redirects.ts'
import { type HandlerUrls, handlerUrls } from './urls.ts'

function standingAt(address: string, urls: Partial<HandlerUrls> = {}) {
  const visited: string[] = []
  const clock = createTestClock()
  const redirects = createRedirects({
    urls: handlerUrls(urls),
    clock,
    method: {
      navigate: (to) => visited.push(to),
      currentUrl: () => new URL(address, 'https://phone.example.com'),
    },
  })
  return { redirects, visited, clock }
}

test('pages lie under the handler, and where people go after them follows from home', () => {
  expect(handlerUrls({ home: '/dial', handler: '/accounts/' })).toMatchObject({
    home: '/dial',
    signIn: '/accounts/sign-in',
    magicLinkCallback: '/accounts/magic-link-callback',
    afterSignIn: '/dial',
    afterSignUp: '/dial',
    afterSignOut: '/dial',
  })
  expect(handlerUrls({ afterSignIn: '/contacts' })).toMatchObject({
    afterSignUp: '/contacts',
    afterSignOut: '/',
  })
})

test('the sign-in page is told where to go back to', () => {
  const { redirects } = standingAt('/contacts?call=1#notes')

  expect(redirects.signingUrl('signIn')).toBe(
    '/handler/sign-in?after_auth_return_to=%2Fcontacts%3Fcall%3D1%23notes',
  )
  expect(redirects.signingUrl('signUp', { noRedirectBack: true })).toBe('/handler/sign-up')
})

test('a return target is carried from page to page, and a page that has done its work is none', () => {
  expect(standingAt('/handler/sign-in?after_auth_return_to=%2Fdial').redirects.signingUrl('signUp')).toBe(
    '/handler/sign-up?after_auth_return_to=%2Fdial',
  )
  expect(standingAt('/handler/sign-out').redirects.signingUrl('signIn')).toBe('/handler/sign-in')
  expect(standingAt('/handler/account-settings').redirects.signingUrl('signIn')).toBe(
    '/handler/sign-in?after_auth_return_to=%2Fhandler%2Faccount-settings',
  )
})

test('after signing in the return target is honoured, else the page that was configured', async () => {
  const asked = standingAt('/handler/sign-in?after_auth_return_to=%2Fcontacts')
  const unasked = standingAt('/handler/sign-in', { afterSignIn: '/dial' })

  await asked.redirects.afterSignIn()
  await unasked.redirects.afterSignIn()

  expect(asked.visited).toEqual(['/contacts'])
  expect(unasked.visited).toEqual(['/dial'])
  expect(asked.clock.slept).toEqual([2_000])
})

/** Guarantee: signing in, up or out never ends on another site because the address said so. */
test.each(['afterSignIn', 'afterSignUp', 'afterSignOut'] as const)(
  '%s refuses another site',
  async (after) => {
    const { redirects, visited } = standingAt(
      '/handler/sign-in?after_auth_return_to=https%3A%2F%2Fexample.org%2F',
    )

    await expect(redirects[after]()).rejects.toThrow(
      'Redirect URL https://example.org/ is not trusted; should be relative.',
    )

    expect(visited).toEqual([])
  },
)

test('links of e-mails are absolute, keep the return target and have no fragment', () => {
  const { redirects } = standingAt('/handler/sign-up?after_auth_return_to=%2Fdial&other=1#here')

  expect(redirects.callbackUrl('emailVerification')).toBe(
    'https://phone.example.com/handler/email-verification?after_auth_return_to=%2Fdial',
  )
})
