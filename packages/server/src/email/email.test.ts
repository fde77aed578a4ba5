import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { startTestDatabase } from '../database/testing/test-server.ts'
import type { OutboundOptions } from '../outbound/outbound.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { openInbox } from './inbox.ts'
import type { Email, Mailer } from './mailer.ts'
import { sendViaSmtp } from './send-via-smtp.ts'
import { serveInbox } from './serve-inbox.ts'
import { openSmtp } from './smtp.ts'
import { SmtpError } from './smtp-error.ts'

const secrets = createSecrets('a server secret of forty characters long.')

const email: Email = {
  from: { name: 'Parley', address: 'parley@example.com' },
  to: 'ada@example.com',
  subject: 'Grüße an Ada',
  text: 'Open https://example.com/?a=1&code=x to go on.',
  html: '<p>Open it.</p>',
  locale: 'de-DE',
}

/** Every mailer implementation, with a way to read the received e-mails. */
const mailers: [
  name: string,
  start: () => Promise<{ mailer: Mailer; arrived(): Promise<string[]> } & AsyncDisposable>,
][] = [
  ['the inbox', startInbox],
  ['an SMTP server', startSmtp],
]

test.each(mailers)('%s receives an e-mail with its subject and both bodies', async (_name, start) => {
  await using set = await start()

  await set.mailer.send(email, 'message-1')

  const [first] = await set.arrived()
  expect(first).toContain('ada@example.com')
  expect(first).toContain('code=')
  expect(first).toContain('Open it.')
})

/** Guarantee (MX2): a value cannot inject a header. */
test.each(mailers)(
  '%s never gets a mail whose subject, sender or recipient holds a line break',
  async (_name, start) => {
    await using set = await start()

    for (const bad of [
      { ...email, subject: 'Hello\r\nBcc: everyone@example.com' },
      { ...email, to: 'ada@example.com\nBcc: eve@example.com' },
      { ...email, from: { name: 'Parley\r\nX: y', address: 'parley@example.com' } },
    ]) {
      await expect(set.mailer.send(bad, 'message-2')).rejects.toThrow('line break')
    }

    expect(await set.arrived()).toEqual([])
  },
)

/** Guarantee: e-mails with sign-in links can be read from this machine only. */
test('the inbox returns 404 to another machine', async () => {
  await using server = await startTestDatabase()
  const app = Fastify()
  serveInbox(app, await openInbox(server, secrets))

  const fetchInbox = (remoteAddress: string) =>
    app.inject({ url: '/inbox', headers: { host: 'localhost:4001' }, remoteAddress })

  expect((await fetchInbox('203.0.113.9')).statusCode).toBe(404)
  expect((await fetchInbox('::ffff:203.0.113.9')).statusCode).toBe(404)
  expect((await fetchInbox('::1')).statusCode).toBe(200)
})

/** Guarantee: e-mails with sign-in links cannot be read through a proxy or from another site. */
test.each([
  ['another host name', { host: 'parley.example.com' }],
  ['a proxy', { 'x-forwarded-for': '203.0.113.9' }],
  ['a proxy that says its name', { via: '1.1 proxy.example.com' }],
  ['a proxy of another kind', { 'x-real-ip': '203.0.113.9' }],
  ['the Forwarded header', { forwarded: 'for=203.0.113.9' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of the same site, but of another origin', { 'sec-fetch-site': 'same-site' }],
  ['a proxy that forwards its host', { 'x-forwarded-host': 'parley.example.com' }],
  ['an IPv6 host', { host: '[::1]:4001' }],
  ['a host name with a dot at its end', { host: 'localhost.:4001' }],
])('the inbox returns 404 to a request through %s', async (_name, headers) => {
  await using server = await startTestDatabase()
  const app = Fastify()
  const inbox = await openInbox(server, secrets)
  serveInbox(app, inbox)
  await inbox.send(email, 'message-1')

  for (const url of ['/inbox', '/inbox/messages', '/inbox/messages/message-1/html']) {
    const { statusCode } = await app.inject({ url, headers: { host: 'localhost:4001', ...headers } })
    expect(statusCode).toBe(404)
  }
})

test('the inbox shows the newest e-mail of a recipient first and escapes its content', async () => {
  await using server = await startTestDatabase()
  await using inbox = await openInbox(server, secrets)
  const app = Fastify()
  serveInbox(app, inbox)
  await inbox.send({ ...email, to: 'grace@example.com' }, 'a')
  await inbox.send({ ...email, subject: 'First' }, 'b')
  await inbox.send({ ...email, subject: '<script>alert(1)</script>' }, 'c')

  const list = await app.inject({
    url: '/inbox/messages?to=ADA@example.com',
    headers: { host: 'localhost:4001' },
  })
  const page = await app.inject({ url: '/inbox', headers: { host: '127.0.0.1:4001' } })

  expect(list.json().map(({ subject }: { subject: string }) => subject)).toEqual([
    '<script>alert(1)</script>',
    'First',
  ])
  expect(page.body).not.toContain('<script>')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
})

/** Guarantee: a project's e-mail template cannot run scripts on the origin of the account service. */
test('the inbox serves the HTML of an e-mail in a sandbox without scripts and with an opaque origin', async () => {
  await using server = await startTestDatabase()
  await using inbox = await openInbox(server, secrets)
  const app = Fastify()
  serveInbox(app, inbox)
  await inbox.send(email, 'to/ada 1')
  const get = (url: string) => app.inject({ url, headers: { host: 'localhost:4001' } })

  const [, path = ''] = /href="(\/inbox[^"]+)"/.exec((await get('/inbox')).body) ?? []
  const shown = await get(path)

  expect([shown.statusCode, shown.body]).toEqual([200, email.html])
  const policy = String(shown.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/(^|; )sandbox(;| )/)
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
  expect((await get('/inbox/messages/none/html')).statusCode).toBe(404)
})

/**
 * Guarantee (LK6): e-mail is never sent to a private network through a server of a user, even with DNS
 * rebinding.
 */
test('LK6: e-mail is delivered to the checked address even if the name then resolves to another one', async () => {
  await using server = await startSmtp()
  const lookups: string[] = []
  const resolve = async (host: string) => [
    { address: lookups.push(host) === 1 ? '127.0.0.1' : '127.9.9.9', family: 4 },
  ]
  const host = 'rebinding.example.com'
  const account = { host, port: server.port, username: 'ada', password: 'secret' }
  const send = (outbound: OutboundOptions) =>
    sendViaSmtp(account, email, 'message-1', { timeoutMs: 10_000, outbound })

  await send({ resolve, allowedNetworks: ['127.0.0.1/32'] })

  expect(lookups).toEqual([host])
  expect(await server.arrived()).toHaveLength(1)
  await expect(send({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })).rejects.toThrow(
    SmtpError,
  )
  expect(await server.arrived()).toHaveLength(1)
})

async function startInbox() {
  const server = await startTestDatabase()
  const mailer = await openInbox(server, secrets)
  return {
    mailer,
    arrived: async () => (await mailer.messages()).map((message) => Object.values(message).join('\n')),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Guarantee: the server of one user does not occupy the process. */
test('ZR91: the connection to a server of a user ends after 64 KiB, also if they are empty lines', async () => {
  let sent = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const flood = () => {
      while (socket.writable && socket.write('\r\n'.repeat(10_000))) sent += 20_000
    }
    socket.write('220 ready\r\n')
    socket.once('data', flood).on('drain', flood)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const closed = new Promise((resolve) =>
    server.once('connection', (socket) => socket.once('close', resolve)),
  )

  const account = { host: '127.0.0.1', port, username: 'ada', password: 'secret' }
  const sending = sendViaSmtp(account, email, 'message-1', {
    timeoutMs: 1e6,
    outbound: { allowedNetworks: ['127.0.0.0/8'] },
  })

  await expect(sending).rejects.toThrow(SmtpError)
  await closed
  server.close()
  // The buffers of the operating system hold more than the client reads.
  expect(sent).toBeLessThan(50_000_000)
})

async function startSmtp() {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = session.envelope.rcptTo.map(({ address }) => address).join(', ')
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8')
      })
      stream.on('end', () => {
        received.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailer = openSmtp(`smtp://127.0.0.1:${port}`)
  return {
    mailer,
    port,
    arrived: async () => received,
    async [Symbol.asyncDispose]() {
      await mailer[Symbol.asyncDispose]()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
