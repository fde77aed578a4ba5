import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startAccountService } from '../testing.ts'
import { createApplication } from './providers/testing/application.ts'
import { createFixture } from './providers/testing/fixture.ts'

const fixture = createFixture()

function newApplication() {
  const { service, provider } = fixture()
  return createApplication(service, { issuers: { acme: provider.issuer, other: provider.issuer } })
}

/** A user who has consented at the provider, just before the callback. */
async function startAuthorization() {
  const app = await newApplication()
  const browser = app.createBrowserFor({ sub: randomUUID() })
  const { url } = await browser.visit(app.authorizeUrl('acme'), (at) => at.pathname.includes('/callback/'))
  return { app, browser, url }
}

describe('callback from a provider', () => {
  /** Guarantee (LK1): a link to a flow that another user started cannot sign a user in. */
  test('LK1: rejects another browser without consuming the authorization request', async () => {
    const { app, browser, url } = await startAuthorization()

    const refused = await app.createBrowserFor(null).visit(url.href)
    const own = await browser.visit(url.href)

    expect([refused.status, refused.headers.get('x-stack-known-error')]).toEqual([400, null])
    expect(refused.headers.get('location')).toBeNull()
    expect(own.url.host).toBe('app.example.com')
  })

  test('LK1: a state works once; of fifty concurrent callbacks exactly one succeeds', async () => {
    const { browser, url } = await startAuthorization()
    const cookie = [...browser.getCookies('accounts.example.com')].map((pair) => pair.join('=')).join('; ')
    const requestCallback = () =>
      fetch(url.href.replace('http://accounts.example.com', fixture().service.origin), {
        redirect: 'manual',
        headers: { cookie },
      })

    const responses = await Promise.all(Array.from({ length: 50 }, requestCallback))

    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(49)
    expect((await requestCallback()).status).toBe(400)
  })

  /** Guarantee (LK1): a response of one provider is never accepted for another. */
  test('LK1: a response at the callback of another provider is rejected and consumes the request', async () => {
    const { browser, url } = await startAuthorization()
    const otherCallback = url.href.replace('/callback/acme', '/callback/other')

    const mixedUp = await browser.visit(otherCallback)
    const after = await browser.visit(url.href)

    expect([mixedUp.status, after.status]).toEqual([400, 400])
  })

  /**
   * Guarantee (RFC 9700, 4.4): an owner of a project cannot lead a provider of another project to send a code
   * to the owner's issuer.
   */
  test('ZR83: projects whose issuers have the same id have different callbacks', async () => {
    const [one, other] = [await startAuthorization(), await startAuthorization()]
    const mixedUp = new URL(other.url)
    for (const name of ['code', 'state']) mixedUp.searchParams.set(name, one.url.searchParams.get(name) ?? '')

    expect(one.url.pathname).not.toBe(other.url.pathname)
    const { status, headers } = await one.browser.visit(mixedUp.href)
    expect([status, headers.get('location')]).toEqual([400, null])
  })

  test('LK1: rejects a response with another issuer', async () => {
    const { browser, url } = await startAuthorization()
    url.searchParams.set('iss', 'https://evil.example.com')

    const { status, headers } = await browser.visit(url.href)

    expect([status, headers.get('location')]).toEqual([400, null])
  })

  test.each<[string, (url: URL) => URL]>([
    ['another provider', (url) => new URL(url.href.replace('/callback/acme', '/callback/other'))],
    [
      'another issuer',
      (url) => {
        url.searchParams.set('iss', 'https://evil.example.com')
        return url
      },
    ],
  ])('the state cookie ends with a callback that fails without a redirect: %s', async (_what, change) => {
    const { browser, url } = await startAuthorization()
    const names = () => [...browser.getCookies('accounts.example.com').keys()]
    const [name] = names().filter((one) => one.startsWith('stack-oauth-inner-'))

    const failed = await browser.visit(change(url).href)

    expect([failed.status, failed.headers.get('location')]).toEqual([400, null])
    expect(failed.headers.get('set-cookie')).toBe(`${name}=; Max-Age=0; Path=/; HttpOnly`)
    expect(names()).not.toContain(name)
  })

  test('the state cookie ends when its request was used in another tab', async () => {
    const { browser, url } = await startAuthorization()
    const cookie = [...browser.getCookies('accounts.example.com')].map((pair) => pair.join('=')).join('; ')
    await browser.visit(url.href)

    const again = await fetch(url.href.replace('http://accounts.example.com', fixture().service.origin), {
      headers: { cookie },
    })

    expect([again.status, again.headers.get('set-cookie')]).toEqual([
      400,
      expect.stringContaining('Max-Age=0'),
    ])
  })

  test.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['an unknown state', (url: URL) => url.searchParams.set('state', 'x'.repeat(45))],
    ['two states', (url: URL) => url.searchParams.append('state', 'another')],
  ])('LK1: %s is rejected', async (_what, change) => {
    const { browser, url } = await startAuthorization()
    change(url)

    const { status, headers } = await browser.visit(url.href)

    expect([status, headers.get('location')]).toEqual([400, null])
  })

  /**
   * Guarantee (LK1): a stolen provider code is useless without the verifier, which never leaves the server.
   */
  test('LK1: the provider rejects a code of another authorization request', async () => {
    const [one, other] = [await startAuthorization(), await startAuthorization()]
    one.url.searchParams.set('code', other.url.searchParams.get('code') ?? '')

    const { status } = await one.browser.visit(one.url.href)

    expect(status).toBe(400)
  })

  test('abandoned authorization requests and codes are deleted after a day', async () => {
    const { app, browser, url } = await startAuthorization()
    await browser.visit(url.href)
    await app.createBrowserFor(null).visit(app.authorizeUrl('acme'), () => true)
    const { server } = fixture().service
    const count = async () => {
      const { rows } = await server.pool.query(
        `select (select count(*) from accounts.oauth_authorization_requests where project_id = $1)::int as requests,
          (select count(*) from accounts.oauth_codes where project_id = $1)::int as codes`,
        [app.projectId],
      )
      return rows[0]
    }
    expect(await count()).toEqual({ requests: 1, codes: 1 })

    // Expired rows are deleted after each start; stopping waits for a running deletion.
    {
      await using _later = await startAccountService({
        server,
        now: () => new Date(Date.now() + 2 * 24 * 60 * 60_000),
      })
    }
    expect(await count()).toEqual({ requests: 0, codes: 0 })
  })

  test('accepts a form post to the callback; rejects one without an authorization request', async () => {
    const { service } = fixture()
    const post = (state: string) =>
      fetch(`${service.origin}/api/v1/auth/oauth/callback/acme`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams({ state, code: 'x' }),
      })

    expect((await post('x'.repeat(45))).status).toBe(400)
  })
})
