import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { freePorts, startTestApp } from '@parley/dev-env'
import { expect, test } from 'vitest'
import { startNginx } from './nginx.ts'

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
  const [phonePort = 0, accountsPort = 0, plainPort = 0] = await freePorts(3)
  await using parley = new AsyncDisposableStack()
  const app = parley.use(
    await startTestApp({
      settings: {
        PARLEY_PHONE_SIGN_UP: 'open',
        PARLEY_PUBLIC_PHONE_URL: `https://phone.example.com:${phonePort}`,
        PARLEY_PUBLIC_ACCOUNTS_URL: `https://accounts.example.com:${accountsPort}`,
        PARLEY_TRUSTED_PROXIES: '127.0.0.1',
      },
    }),
  )
  await using _proxy = await startNginx({
    plain: plainPort,
    phone: { outside: phonePort, inside: new URL(app.phoneUrl).port },
    accounts: { outside: accountsPort, inside: new URL(app.accountsUrl).port },
  })
  const urls = [
    ...['/', '/api/v1/client-config', '/api/v1/gone', '/%zz'].map(
      (path) => `https://localhost:${phonePort}${path}`,
    ),
    ...['/docs', '/set-up', '/api/v1/users/me', '/gone'].map(
      (path) => `https://localhost:${accountsPort}${path}`,
    ),
  ]

  const redirect = await request(`http://localhost:${plainPort}/calls?page=2`, 'phone.example.com')
  const responses = await Promise.all(urls.map((url) => request(url)))
  await parley.disposeAsync()
  const withoutParley = await request(`https://localhost:${phonePort}/`)

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
async function request(url: string, host?: string): Promise<IncomingMessage> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const sent = send(url, {
    rejectUnauthorized: false,
    family: 4,
    headers: { accept: 'text/html', ...(host && { host }) },
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response
}
