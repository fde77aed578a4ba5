import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { freePorts, startTestApp } from '@parley/dev-env'
import { expect, test } from 'vitest'
import { startNginx } from './nginx.ts'

const phoneHost = 'phone.example.com'
const accountsHost = 'accounts.example.com'

/** The security headers of every response, with a part of their values. */
const securityHeaders = [
  ['strict-transport-security', 'max-age=31536000'],
  ['content-security-policy', "default-src 'none'"],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
] as const

/**
 * Guarantee (SR20, BR2): with the documented configuration every response of both origins has the security
 * headers.
 */
test('SR20: nginx redirects http, and each response has each security header once, also those of nginx', async () => {
  const [secure = 0, plain = 0] = await freePorts(2)
  await using parley = new AsyncDisposableStack()
  const app = parley.use(
    await startTestApp({
      settings: {
        PARLEY_PHONE_SIGN_UP: 'open',
        PARLEY_PUBLIC_PHONE_URL: `https://${phoneHost}:${secure}`,
        PARLEY_PUBLIC_ACCOUNTS_URL: `https://${accountsHost}:${secure}`,
        PARLEY_TRUSTED_PROXIES: '127.0.0.1',
      },
    }),
  )
  await using _proxy = await startNginx({
    plain,
    secure,
    phone: new URL(app.phoneUrl).port,
    accounts: new URL(app.accountsUrl).port,
  })
  const origin = `https://127.0.0.1:${secure}`
  const phonePaths = ['/', '/api/v1/client-config', '/api/v1/gone', '/%zz']
  const accountsPaths = ['/docs', '/set-up', '/api/v1/users/me', '/gone']

  const redirect = await request(`http://127.0.0.1:${plain}/calls?page=2`, phoneHost)
  const responses = await Promise.all([
    ...phonePaths.map((path) => request(`${origin}${path}`, phoneHost)),
    ...accountsPaths.map((path) => request(`${origin}${path}`, accountsHost)),
  ])
  await parley.disposeAsync()
  const withoutParley = await request(`${origin}/`, phoneHost)

  expect([redirect.statusCode, redirect.headers.location]).toEqual([
    308,
    'https://phone.example.com/calls?page=2',
  ])
  expect(withoutParley.statusCode).toBe(502)
  for (const { headersDistinct } of [...responses, withoutParley])
    for (const [name, part] of securityHeaders)
      expect([name, headersDistinct[name]]).toEqual([name, [expect.stringContaining(part)]])
})

/** Sends a request without checking the certificate, which the test has signed itself. */
async function request(url: string, host: string): Promise<IncomingMessage> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const sent = send(url, {
    rejectUnauthorized: false,
    servername: host,
    headers: { accept: 'text/html', host },
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response
}
