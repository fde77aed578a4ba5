import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startTestApp } from '@parley/dev-env'
import { expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { createUniqueEmail, signUp } from './users.ts'

const documentedConfiguration = new URL('../docs/proxy/nginx.conf', import.meta.url).pathname

/** Guarantee: the documented proxy configuration works: users sign up over HTTPS and the live socket stays connected. */
test('a user signs up over HTTPS through nginx with the documented configuration', async () => {
  const [phonePort = 0, accountsPort = 0] = await freePorts(2)
  const phoneUrl = `https://phone.example.com:${phonePort}`
  const accountsUrl = `https://accounts.example.com:${accountsPort}`
  await using app = await startTestApp({
    settings: {
      PARLEY_PUBLIC_PHONE_URL: phoneUrl,
      PARLEY_PUBLIC_ACCOUNTS_URL: accountsUrl,
      PARLEY_TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  await using _proxy = await startNginx({
    phone: { outside: phonePort, inside: new URL(app.phoneUrl).port },
    accounts: { outside: accountsPort, inside: new URL(app.accountsUrl).port },
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

interface Forwarding {
  readonly outside: number
  readonly inside: string
}

async function startNginx(ports: { phone: Forwarding; accounts: Forwarding }): Promise<AsyncDisposable> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-nginx-'))
  for (const name of ['phone', 'accounts']) {
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...['-subj', `/CN=${name}.example.com`, '-addext', `subjectAltName=DNS:${name}.example.com`],
        ...['-keyout', join(directory, `${name}.key`), '-out', join(directory, `${name}.pem`)],
      ],
      { stdio: 'ignore' },
    )
  }
  const configuration = readFileSync(documentedConfiguration, 'utf8')
    .replaceAll('/etc/ssl/parley/', `${directory}/`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.phone.outside} ssl`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.accounts.outside} ssl`)
    .replace('127.0.0.1:4000', `127.0.0.1:${ports.phone.inside}`)
    .replace('127.0.0.1:4001', `127.0.0.1:${ports.accounts.inside}`)
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, configuration)

  const global = `daemon off; pid ${directory}/nginx.pid; error_log stderr;`
  const nginx = spawn('/usr/sbin/nginx', ['-p', directory, '-c', file, '-e', 'stderr', '-g', global])
  let errors = ''
  nginx.stderr.on('data', (text: Buffer) => {
    errors += text
  })
  const exited = new Promise<void>((resolve) => nginx.once('exit', () => resolve()))
  await waitForPort(ports.phone.outside).catch(() => {
    throw new Error(`nginx did not start: ${errors}`)
  })
  return {
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGQUIT')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function waitForPort(port: number): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('close', () => socket.destroy())
      socket.once('connect', () => socket.end())
    })
    if (isOpen) return
    if (Date.now() > until) throw new Error(`Nothing listens on port ${port}.`)
  }
}
