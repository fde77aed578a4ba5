import { afterEach, expect, test, vi } from 'vitest'
import { StackClientApp, StackServerApp, stackAppInternalsSymbol } from '../index.ts'
import { startScriptedServer } from '../scripted-server.fixture.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const project = {
  id: 'phone',
  display_name: 'Kestrel Freight',
  config: { enabled_oauth_providers: [] },
}

test('options that are not passed are read from the environment', async () => {
  await using server = await startScriptedServer(() => ({ json: project }))
  vi.stubEnv('NEXT_PUBLIC_STACK_PROJECT_ID', 'phone')
  vi.stubEnv('NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY', 'pck_phone')
  vi.stubEnv('NEXT_PUBLIC_STACK_API_URL', 'http://unused.invalid')
  vi.stubEnv('NEXT_PUBLIC_SERVER_STACK_API_URL', server.url)
  vi.stubEnv('NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS', '{"x-proxy":"1"}')

  const app = new StackClientApp({ tokenStore: 'memory' })

  expect(await app.getProject()).toMatchObject({ id: 'phone', displayName: 'Kestrel Freight' })
  expect(app.projectId).toBe('phone')
  expect(server.requests[0]?.headers).toMatchObject({
    'x-stack-project-id': 'phone',
    'x-stack-publishable-client-key': 'pck_phone',
    'x-proxy': '1',
  })
})

test('browsers and servers can have different base URLs', async () => {
  await using server = await startScriptedServer(() => ({ json: project }))
  const options = { projectId: 'phone', tokenStore: 'memory' } as const
  const unused = 'http://unused.invalid'

  await new StackClientApp({ ...options, baseUrl: { browser: unused, server: server.url } }).getProject()
  vi.stubGlobal('window', {})
  await new StackClientApp({ ...options, baseUrl: { browser: server.url, server: unused } }).getProject()
  vi.stubEnv('NEXT_PUBLIC_SERVER_STACK_API_URL', unused)
  vi.stubEnv('NEXT_PUBLIC_BROWSER_STACK_API_URL', server.url)
  await new StackClientApp(options).getProject()

  expect(server.requests).toHaveLength(3)
})

test('a missing option is named with its variable', () => {
  expect(() => new StackClientApp({ tokenStore: 'memory', baseUrl: 'http://localhost' })).toThrow(
    'projectId is missing. Pass it to the app, or set NEXT_PUBLIC_STACK_PROJECT_ID.',
  )
  expect(() => new StackClientApp({ tokenStore: 'memory', projectId: 'phone' })).toThrow(
    'baseUrl is missing. Pass it to the app, or set NEXT_PUBLIC_STACK_API_URL.',
  )
})

test('a browser without `process` has no environment', () => {
  vi.stubGlobal('process', undefined)

  expect(() => new StackClientApp({ tokenStore: 'memory', projectId: 'phone' })).toThrow('baseUrl is missing')
})

test('an app is passed from a server to a browser as JSON, and copies of it are the same app', () => {
  const { fromClientJson } = StackClientApp[stackAppInternalsSymbol]
  const app = new StackClientApp({
    baseUrl: 'http://localhost',
    projectId: 'phone',
    publishableClientKey: 'pck_phone',
    tokenStore: 'memory',
    urls: { home: '/dial' },
    redirectMethod: 'none',
  })

  const json = JSON.parse(JSON.stringify(app[stackAppInternalsSymbol].toClientJson()))
  const copy = fromClientJson(json)

  expect(json).toEqual({
    baseUrl: 'http://localhost',
    projectId: 'phone',
    publishableClientKey: 'pck_phone',
    tokenStore: 'memory',
    urls: { home: '/dial' },
    redirectMethod: 'none',
    uniqueIdentifier: expect.any(String),
  })
  expect(fromClientJson(json)).toBe(copy)
  expect(copy[stackAppInternalsSymbol].toClientJson()).toEqual(app[stackAppInternalsSymbol].toClientJson())
  expect(copy.urls.home).toBe('/dial')
})

test('an app with tokens or functions cannot be passed as JSON', () => {
  const options = { baseUrl: 'http://localhost', projectId: 'phone' }
  const withTokens = new StackClientApp({
    ...options,
    tokenStore: { accessToken: 'access', refreshToken: 'refresh' },
  })
  const withRouter = new StackClientApp({
    ...options,
    tokenStore: 'memory',
    redirectMethod: { navigate: () => {} },
  })

  for (const app of [withTokens, withRouter])
    expect(() => app[stackAppInternalsSymbol].toClientJson()).toThrow('cannot be represented as JSON')
})

test('the redirect method is the browser, nothing, or functions of the application', async () => {
  const options = { baseUrl: 'http://localhost', projectId: 'phone', tokenStore: 'memory' } as const
  const clock = { now: Date.now, after: (_ms: number, callback: () => void) => callImmediately(callback) }
  const assigned: string[] = []
  const navigated: string[] = []
  vi.stubGlobal('location', {
    href: 'https://phone.example.com/contacts',
    assign: (to: string) => assigned.push(to),
    replace: (to: string) => assigned.push(`replace ${to}`),
  })

  const withBrowser = new StackClientApp({ ...options, clock })
  await withBrowser.redirectToHome()
  await withBrowser.redirectToSignIn({ replace: true })
  withBrowser.useNavigate()('/dial')
  const without = new StackClientApp({ ...options, clock, redirectMethod: 'none' })
  await without.redirectToHome()
  without.useNavigate()('/dial')
  const withRouter = new StackClientApp({
    ...options,
    clock,
    redirectMethod: {
      useNavigate: () => (to) => navigated.push(`hook ${to}`),
      navigate: (to) => navigated.push(to),
    },
  })
  await withRouter.redirectToHome()
  withRouter.useNavigate()('/dial')

  expect(assigned).toEqual(['/', 'replace /handler/sign-in?after_auth_return_to=%2Fcontacts', '/dial'])
  expect(navigated).toEqual(['/', 'hook /dial'])
})

test('on a server, the sign-in URL has no return target and callback URLs must be passed', async () => {
  const app = new StackClientApp({ baseUrl: 'http://localhost', projectId: 'phone', tokenStore: 'memory' })

  expect(app.signInUrl()).toBe('/handler/sign-in')
  await expect(app.sendMagicLinkEmail('ada@example.com')).rejects.toThrow('pass the callback URL')
})

function callImmediately(callback: () => void): () => void {
  queueMicrotask(callback)
  return () => {}
}

test('the copy of an app for browsers has the base URL for browsers, and where users get help', () => {
  const app = new StackClientApp({
    baseUrl: { browser: 'https://accounts.example.com', server: 'http://accounts.internal:8102' },
    projectId: 'phone',
    tokenStore: null,
    supportEmail: 'help@example.com',
  })

  expect(app[stackAppInternalsSymbol].toClientJson()).toMatchObject({
    baseUrl: 'https://accounts.example.com',
    supportEmail: 'help@example.com',
  })
})

/** Guarantee: browsers never get the secrets of a server. */
test('the copy of a server app for browsers has neither its keys nor its request headers', () => {
  const options = {
    baseUrl: 'http://localhost',
    projectId: 'phone',
    tokenStore: null,
    extraRequestHeaders: { 'x-proxy-key': 'secret of the proxy' },
  }
  const server = new StackServerApp({ ...options, secretServerKey: 'ssk_secret' })
  const client = new StackClientApp(options)
  const toJson = (app: typeof server | typeof client) =>
    JSON.stringify(app[stackAppInternalsSymbol].toClientJson())

  expect(toJson(server)).not.toContain('secret')
  expect(toJson(client)).toContain('secret of the proxy')
})
