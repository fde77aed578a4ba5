import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { uniqueEmail } from '../testing.ts'
import { type Application, createApplication } from './providers/testing/application.ts'
import { createFixture } from './providers/testing/fixture.ts'

const fixture = createFixture()

const trustedDomains = [
  'https://app.example.com',
  'https://paths.example.com/base',
  'https://port.example.com:8443',
  'http://plain.example.com',
]

interface Case {
  readonly url: string
  /** Expected origin and path of the redirect; null if the URL must be rejected. */
  readonly target: string | null
}

/** Some variants are identical for different hosts. */
function once(all: readonly Case[]): Case[] {
  return [...new Map(all.map((one) => [one.url, one])).values()]
}

const refused = (...urls: readonly string[]): Case[] => urls.map((url) => ({ url, target: null }))
const allowed = (url: string, target: string): Case => ({ url, target })

/** URL variants that make a foreign host look like `host`, for each known difference between parsers. */
function listDisguisedUrls(host: string): Case[] {
  const evil = 'evil.example.net'
  const userinfo = ['', ':443', ':x', '%00', '%2f', '%5c', '%23', '%3f'].flatMap((after) => [
    `https://${host}${after}@${evil}/`,
    `https://${evil}${after}@${host}/`,
    `https://${host}${after}@${evil}@${host}/`,
  ])
  const slashes = ['\\', '\\\\', '/\\', '\\/', '%5c', '%2f', '%5c%5c'].flatMap((slash) => [
    `https://${evil}${slash}@${host}/`,
    `https://${evil}${slash}.${host}/`,
    `https:${slash}${evil}/${host}`,
  ])
  const marks = ['#', '?', '/#', '/?', '#@', '?@', '/#/', ';', ';@', '&', '%23@', '%3f@'].map(
    (mark) => `https://${evil}${mark}${host}/`,
  )
  const names = [
    `${host}.${evil}`,
    `${host}-${evil}`,
    `evil${host}`,
    `evil-${host}`,
    `www.${host}`,
    `${host}.`,
    `.${host}`,
    `${host}..`,
    host.replace('.', '..'),
    host.replaceAll('.', '-'),
    host.replace('example', 'examp1e'),
    // Cyrillic letters that look like Latin ones.
    host.replace('e', '\u0435'),
    host.replaceAll('a', '\u0430'),
    host.replace('example', '\u0435xample'),
    host.replace('.com', '.\u0441om'),
    `xn--${host}`,
    host.replace('example', 'xn--xample-2of'),
    `${host}%2e${evil}`,
    `${host}%00.${evil}`,
    `${host}%0a.${evil}`,
    `${host}%20.${evil}`,
    host.replace('.com', '.co'),
    host.replace('.com', '.com.net'),
    '*.example.com',
    'example.com',
  ].map((name) => `https://${name}/`)
  const schemes = [
    'ftp',
    'ws',
    'wss',
    'file',
    'javascript',
    'data',
    'vbscript',
    'blob',
    'intent',
    'about',
    'view-source',
  ].flatMap((scheme) => [`${scheme}://${host}/`, `${scheme}:https://${host}/`])
  return refused(...userinfo, ...slashes, ...marks, ...names, ...schemes)
}

const cases: readonly Case[] = once([
  ...listDisguisedUrls('app.example.com'),
  ...listDisguisedUrls('port.example.com'),
  // Equivalent spellings of the same URL.
  allowed('https://app.example.com', 'https://app.example.com/'),
  allowed('https://app.example.com/', 'https://app.example.com/'),
  allowed('HTTPS://APP.EXAMPLE.COM/handler', 'https://app.example.com/handler'),
  allowed('https://app.example.com:443/handler', 'https://app.example.com/handler'),
  allowed('https://app.example.com:8080/handler', 'https://app.example.com:8080/handler'),
  allowed('https://app.example.com/a/../b', 'https://app.example.com/b'),
  allowed('https://app.example.com/a/%2e%2e/b', 'https://app.example.com/b'),
  allowed('https://app.example.com//evil.example.net', 'https://app.example.com//evil.example.net'),
  allowed('https://app.example.com/@evil.example.net', 'https://app.example.com/@evil.example.net'),
  allowed('https://app.example.com/?next=https://evil.example.net', 'https://app.example.com/'),
  allowed('https://app.example.com/#https://evil.example.net', 'https://app.example.com/'),
  allowed('https://app%2eexample%2ecom/handler', 'https://app.example.com/handler'),
  allowed('https://\uff41pp.example.com/handler', 'https://app.example.com/handler'),
  allowed('https://app\u3002example\uff0ecom/handler', 'https://app.example.com/handler'),
  allowed('https:app.example.com/handler', 'https://app.example.com/handler'),
  allowed('https:////app.example.com/handler', 'https://app.example.com/handler'),
  allowed('http://plain.example.com/handler', 'http://plain.example.com/handler'),
  ...refused('http://app.example.com/handler', 'https://plain.example.com/handler'),
  // A trusted path ends at its segment.
  allowed('https://paths.example.com/base', 'https://paths.example.com/base'),
  allowed('https://paths.example.com/base/', 'https://paths.example.com/base/'),
  allowed('https://paths.example.com/base/a/../b', 'https://paths.example.com/base/b'),
  allowed('https://paths.example.com/x/../base/b', 'https://paths.example.com/base/b'),
  allowed('https://paths.example.com/%2e/base/b', 'https://paths.example.com/base/b'),
  ...refused(
    ...[
      '',
      '/',
      '/bas',
      '/based',
      '/base2/',
      '/base.evil',
      '/base%2f',
      '/base%2fx',
      '/base%5cx',
      '/base;/x',
      '/Base/',
      '//base/',
      '/x/base',
    ].map((path) => `https://paths.example.com${path}`),
    ...['..', '%2e%2e', '.%2e', '%2e.', '%2E%2E', './..', '..//', 'a/../..', 'a/%2e%2e/%2e%2e'].map(
      (dots) => `https://paths.example.com/base/${dots}/evil`,
    ),
    ...['\\..\\evil', '/..\\evil', '\\evil'].map((path) => `https://paths.example.com/base${path}`),
    'https://paths.example.com/evil#/base/',
    'https://paths.example.com/evil?/base/',
  ),
  // A domain with a port is trusted on that port only.
  allowed('https://port.example.com:8443/handler', 'https://port.example.com:8443/handler'),
  allowed('https://port.example.com:08443/handler', 'https://port.example.com:8443/handler'),
  ...refused(
    ...[
      '',
      ':443',
      ':8444',
      ':84430',
      ':844',
      ':0',
      ':',
      ':-8443',
      ':8443@evil.example.net',
      ':99999',
      ':8443x',
      ':%38443',
    ].map((port) => `https://port.example.com${port}/handler`),
  ),
  // Neither localhost nor invalid URLs are trusted.
  ...refused(
    'http://localhost/',
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://169.254.169.254/',
    '//app.example.com/',
    '/handler',
    'app.example.com',
    'https://',
    'https://:443/',
    'https:///',
    ' https://app.example.com/',
    'https://app.example.com/ ',
    'https://app.example.com/a b',
    'https://evil.example.net\t.app.example.com/',
    'https://ev\nil.example.net/',
    'https://app.example.com\r\nlocation: https://evil.example.net/',
    'https://app.example.com\u0000.evil.example.net/',
    'com.example.app:/callback',
    'javascript:alert(1)//https://app.example.com',
    'data:text/html,https://app.example.com',
    `https://app.example.com/${'x'.repeat(5_000)}`,
  ),
])

/** Trusted URLs of a project that allows localhost, as RFC 8252, section 7.3 does for native apps. */
const localCases: readonly Case[] = [
  allowed('http://localhost/callback', 'http://localhost/callback'),
  allowed('http://localhost:51004/callback', 'http://localhost:51004/callback'),
  allowed('https://localhost:3000/callback', 'https://localhost:3000/callback'),
  allowed('http://sub.localhost:3000/callback', 'http://sub.localhost:3000/callback'),
  allowed('http://127.0.0.1:51004/callback', 'http://127.0.0.1:51004/callback'),
  allowed('http://127.1:3000/callback', 'http://127.0.0.1:3000/callback'),
  allowed('http://127.12.0.9/callback', 'http://127.12.0.9/callback'),
  ...refused(
    'http://localhost.evil.example.net/',
    'http://localhost@evil.example.net/',
    'http://evil.example.net@localhost/',
    'http://evil-localhost/',
    'http://notlocalhost/',
    'http://localhost./',
    'http://127.0.0.1.evil.example.net/',
    'http://127.0.0.1@evil.example.net/',
    'http://128.0.0.1/',
    'http://0.0.0.0/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost\\@evil.example.net/',
    'javascript://localhost/%0aalert(1)',
    'vbscript://localhost/%0ax',
    'data://localhost/,x',
    'file://localhost/etc/passwd',
    'view-source://localhost/',
  ),
]

/** The redirect target without added query parameters; null without a redirect. */
function parseRedirectTarget(location: string | null): string | null {
  if (location === null) return null
  const { origin, pathname } = new URL(location)
  return `${origin}${pathname}`
}

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url.replace('http://accounts.example.com', fixture().service.origin), {
    redirect: 'manual',
    headers,
  })
  await response.body?.cancel()
  return {
    status: response.status,
    code: response.headers.get('x-stack-known-error'),
    location: response.headers.get('location'),
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
  }
}

function newApplication(isLocal: boolean) {
  const { service, provider } = fixture()
  const domains = trustedDomains.map((domain) => ({ domain, handler_path: '/handler' }))
  return createApplication(service, {
    config: isLocal ? { domains: [], allow_localhost: true } : { domains, allow_localhost: false },
    issuers: { acme: provider.issuer },
  })
}

/** Every URL once per project: about three hundred. */
const corpora = [
  { name: 'domains', isLocal: false, corpus: cases },
  { name: 'this machine', isLocal: true, corpus: localCases },
]

test('AS1: the corpus has three hundred distinct URLs', () => {
  const urls = corpora.flatMap(({ name, corpus }) => corpus.map(({ url }) => `${name} ${url}`))

  expect(urls.length).toBeGreaterThanOrEqual(300)
  expect(new Set(urls).size).toBe(urls.length)
})

/** Guarantee (AS1): a flow starts only with a redirect URI that the project trusts. */
test.each(corpora)(
  'AS1: authorize accepts only trusted redirect URIs: $name',
  async ({ isLocal, corpus }) => {
    const app = await newApplication(isLocal)
    for (const { url, target } of corpus) {
      const { status, code } = await get(app.authorizeUrl('acme', { redirect_uri: url }))

      if (target !== null) expect([url, status]).toEqual([url, 307])
      else {
        expect([url, status]).toEqual([url, 400])
        expect(['REDIRECT_URL_NOT_WHITELISTED', 'SCHEMA_ERROR']).toContain(code)
      }
    }
  },
)

/** Guarantee (AS1): browsers resolve every redirect with a code or an error to the validated URL. */
test.each(corpora)('AS1: the callback redirects only to trusted URLs: $name', async ({ isLocal, corpus }) => {
  const app = await newApplication(isLocal)
  const home = isLocal ? 'http://localhost/' : 'https://app.example.com/'
  for (const { url, target } of corpus) {
    const initiated = await get(app.authorizeUrl('acme', { redirect_uri: home, error_redirect_url: url }))
    if (initiated.status !== 307) {
      expect([url, target, initiated.code]).toEqual([url, null, 'SCHEMA_ERROR'])
      continue
    }
    const state = new URL(initiated.location ?? '').searchParams.get('state')
    const response = new URLSearchParams({
      error: 'access_denied',
      iss: fixture().provider.issuer,
      state: `${state}`,
    })
    const returned = await get(
      `http://accounts.example.com/api/v1/auth/oauth/callback/acme.${app.projectId}?${response}`,
      { cookie: initiated.cookie },
    )

    expect([url, parseRedirectTarget(returned.location)]).toEqual([url, target])
    expect([url, returned.status]).toEqual([url, target === null ? 400 : 307])
  }
})

test('AS1: the redirect with a code goes to the URL exactly as validated', async () => {
  for (const { isLocal, corpus } of corpora) {
    const app = await newApplication(isLocal)
    for (const { url, target } of corpus.filter((one) => one.target !== null)) {
      const { url: reached } = await landing(app, url)

      expect([url, parseRedirectTarget(reached.href)]).toEqual([url, target])
      expect(reached.searchParams.get('code')).toMatch(/^[0-9a-z]{45}$/)
    }
  }
})

async function landing(app: Application, redirect_uri: string) {
  const browser = app.createBrowserFor({ sub: randomUUID() })
  const isOutside = ({ host }: URL) => host !== 'accounts.example.com' && host !== fixture().provider.host
  return await browser.visit(app.authorizeUrl('acme', { redirect_uri }), isOutside)
}

/** Guarantee (AS1): no e-mail contains a link to an untrusted URL. */
test('AS1: no endpoint that sends a link accepts an untrusted URL', async () => {
  for (const { isLocal, corpus } of corpora) {
    const app = await newApplication(isLocal)
    await app.configure({ magic_link_enabled: true })
    const { service } = fixture()
    for (const { url } of corpus.filter(({ target }) => target === null)) {
      const email = uniqueEmail('ada')
      const responses = await Promise.all([
        service.post('/auth/otp/send-sign-in-code', { email, callback_url: url }, app.asClient),
        service.post('/auth/password/send-reset-code', { email, callback_url: url }, app.asClient),
        service.post(
          '/auth/password/sign-up',
          { email, password: 'correct horse battery', verification_callback_url: url },
          app.asClient,
        ),
      ])
      for (const { status, body } of responses) {
        expect([url, status]).toEqual([url, 400])
        expect(['REDIRECT_URL_NOT_WHITELISTED', 'SCHEMA_ERROR']).toContain(body.code)
      }
    }
  }
})
