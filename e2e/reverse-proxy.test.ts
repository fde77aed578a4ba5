import { freePorts, startTestApp } from '@parley/dev-env'
import { expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { startNginx } from './nginx.ts'
import { createUniqueEmail, signUp } from './users.ts'

/**
 * Guarantee: the documented proxy configuration works: users sign up over HTTPS and the live socket stays
 * connected.
 */
test('a user signs up over HTTPS through nginx with the documented configuration', async () => {
  const [secure = 0, plain = 0] = await freePorts(2)
  const phoneUrl = `https://phone.example.com:${secure}`
  const accountsUrl = `https://accounts.example.com:${secure}`
  await using app = await startTestApp({
    settings: {
      PARLEY_PHONE_SIGN_UP: 'open',
      PARLEY_PUBLIC_PHONE_URL: phoneUrl,
      PARLEY_PUBLIC_ACCOUNTS_URL: accountsUrl,
      PARLEY_TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  await using _proxy = await startNginx({
    plain,
    secure,
    phone: new URL(app.phoneUrl).port,
    accounts: new URL(app.accountsUrl).port,
  })
  await using browser = await openBrowser({
    toneHz: 700,
    ignoreCertificates: true,
    hosts: { 'phone.example.com': '127.0.0.1', 'accounts.example.com': '127.0.0.1' },
  })
  const { page } = browser

  await signUp(page, { ...app, phoneUrl }, createUniqueEmail('ada'))

  expect(await page.evaluate(() => window.isSecureContext)).toBe(true)
  await page.getByText('Ready', { exact: true }).waitFor()
  // With a public URL the inbox is off, also for requests that do not come through the proxy.
  expect((await fetch(`${app.accountsUrl}/inbox/messages`)).status).toBe(404)
})
