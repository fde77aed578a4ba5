import { expect, test } from 'vitest'
import { createTestClock } from '../scripted-server.fixture.ts'
import { completeRedirectMethod, setNextRedirectMethod } from './redirect-method.ts'
import { createRedirects } from './redirects.ts'
import { type HandlerUrls, handlerUrls } from './urls.ts'

function createRedirectsAt(address: string, urls: Partial<HandlerUrls> = {}) {
  const visited: string[] = []
  const clock = createTestClock()
  const redirects = createRedirects({
    urls: handlerUrls(urls),
    clock,
    method: completeRedirectMethod({
      navigate: (to) => visited.push(to),
      currentUrl: () => new URL(address, 'https://phone.example.com'),
    }),
  })
  return { redirects, visited, clock }
}

test('pages are below the handler, and the pages after them default to home', () => {
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

test('the sign-in URL contains the return target', () => {
  const { redirects } = createRedirectsAt('/contacts?call=1#notes')

  expect(redirects.authPageUrl('signIn')).toBe(
    '/handler/sign-in?after_auth_return_to=%2Fcontacts%3Fcall%3D1%23notes',
  )
  expect(redirects.authPageUrl('signUp', { noRedirectBack: true })).toBe('/handler/sign-up')
})

test('the return target is passed from page to page, and transient handler pages are never the target', () => {
  expect(
    createRedirectsAt('/handler/sign-in?after_auth_return_to=%2Fdial').redirects.authPageUrl('signUp'),
  ).toBe('/handler/sign-up?after_auth_return_to=%2Fdial')
  expect(createRedirectsAt('/handler/sign-out').redirects.authPageUrl('signIn')).toBe('/handler/sign-in')
  expect(createRedirectsAt('/handler/account-settings').redirects.authPageUrl('signIn')).toBe(
    '/handler/sign-in?after_auth_return_to=%2Fhandler%2Faccount-settings',
  )
})

test('after sign-in the return target has priority over the configured page', async () => {
  const signInWithTarget = createRedirectsAt('/handler/sign-in?after_auth_return_to=%2Fcontacts')
  const signInWithoutTarget = createRedirectsAt('/handler/sign-in', { afterSignIn: '/dial' })

  await signInWithTarget.redirects.afterSignIn()
  await signInWithoutTarget.redirects.afterSignIn()

  expect(signInWithTarget.visited).toEqual(['/contacts'])
  expect(signInWithoutTarget.visited).toEqual(['/dial'])
  expect(signInWithTarget.clock.slept).toEqual([2_000])
})

/** The URL cannot make sign-in, sign-up or sign-out redirect to another site. */
test.each(['afterSignIn', 'afterSignUp', 'afterSignOut'] as const)(
  '%s refuses another site',
  async (after) => {
    const { redirects, visited } = createRedirectsAt(
      '/handler/sign-in?after_auth_return_to=https%3A%2F%2Fexample.org%2F',
    )

    await expect(redirects[after]()).rejects.toThrow(
      'Redirect URL https://example.org/ is not trusted; should be relative.',
    )

    expect(visited).toEqual([])
  },
)

test('callback URLs for e-mails are absolute, keep the return target and have no fragment', () => {
  const { redirects } = createRedirectsAt('/handler/sign-up?after_auth_return_to=%2Fdial&other=1#here')

  expect(redirects.callbackUrl('emailVerification')).toBe(
    'https://phone.example.com/handler/email-verification?after_auth_return_to=%2Fdial',
  )
})

test('pages that a sign-in passes through keep the return target', () => {
  const { redirects } = createRedirectsAt('/handler/sign-in?after_auth_return_to=%2Fdial')

  expect(redirects.pageUrl('forgotPassword')).toBe('/handler/forgot-password?after_auth_return_to=%2Fdial')
  expect(createRedirectsAt('/contacts').redirects.pageUrl('mfa')).toBe('/handler/mfa')
})

test('a redirect can replace the current entry of the history', async () => {
  const replaced: (boolean | undefined)[] = []
  const redirects = createRedirects({
    urls: handlerUrls(),
    clock: createTestClock(),
    method: completeRedirectMethod({
      navigate: (_to, options) => replaced.push(options?.replace),
      currentUrl: () => new URL('https://phone.example.com/handler/sign-in'),
    }),
  })

  await redirects.redirectTo('/dial')
  await redirects.afterSignIn({ replace: true })

  expect(replaced).toEqual([undefined, true])
})

test('the redirect method `nextjs` has the functions of all modules of the adapter, whichever loads first', () => {
  const visited: string[] = []
  const method = completeRedirectMethod('nextjs')
  setNextRedirectMethod({ useNavigate: () => (to) => visited.push(`router ${to}`) })
  setNextRedirectMethod({ navigate: (to) => visited.push(to) })

  method.navigate('/handler/sign-in')
  method.useNavigate()('/dial')

  expect(visited).toEqual(['/handler/sign-in', 'router /dial'])
})
