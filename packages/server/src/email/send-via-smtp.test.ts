import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import type { Email } from './mailer.ts'
import { type PassedStep, type SmtpServer, sendViaSmtp } from './send-via-smtp.ts'
import type { SmtpError } from './smtp-error.ts'

const email: Email = {
  from: { name: 'Parley', address: 'parley@example.com' },
  to: 'ada@example.com',
  replyTo: 'desk@example.com',
  subject: 'Missed call',
  text: 'Call back.',
  html: '<p>Call back.</p>',
  locale: 'en-US',
}

async function startServer(options: SMTPServerOptions = {}) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8')
      })
      stream.on('end', () => {
        received.push(text)
        done(null, 'queued as 4711')
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo

  /** Sends the e-mail. Returns the steps that passed, and the error. */
  const send = async (settings: Partial<SmtpServer> = {}) => {
    const passed: PassedStep[] = []
    const sent = sendViaSmtp(
      { host: '127.0.0.1', port, username: 'ada', password: 'right', security: 'none', ...settings },
      email,
      'message-1',
      {
        timeoutMs: 10_000,
        outbound: { allowedNetworks: ['127.0.0.0/8'] },
        onStep: (step) => passed.push(step),
      },
    )
    const error = await sent.then(
      () => null,
      (reason: SmtpError) => reason,
    )
    return { passed, names: passed.map(({ step }) => step), error }
  }
  return {
    received,
    send,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('each step of a sent e-mail is reported with the response of the server', async () => {
  await using server = await startServer({ disabledCommands: ['STARTTLS'] })

  const { passed, names, error } = await server.send()

  expect(error).toBeNull()
  expect(names).toEqual(['resolve', 'connect', 'sign-in', 'sender', 'recipient', 'accept'])
  expect(passed.at(0)?.detail).toBe('127.0.0.1')
  expect(passed.at(-1)?.detail).toMatch(/^250 .*4711/)
  expect(server.received[0]).toMatch(/^Reply-To: desk@example.com\r$/m)
})

test('a server without a user name gets no credentials', async () => {
  await using server = await startServer({ disabledCommands: ['STARTTLS'] })

  const { names } = await server.send({ username: null, password: '' })

  expect(names).toEqual(['resolve', 'connect', 'sender', 'recipient', 'accept'])
})

test.each<[string, SMTPServerOptions, Partial<SmtpServer>, string, readonly string[]]>([
  ['a wrong password', {}, { password: 'wrong' }, 'auth-refused', ['resolve', 'connect']],
  [
    'a rejected recipient',
    { onRcptTo: (_address, _session, done) => done(new Error('No such user')) },
    {},
    'recipient-refused',
    ['resolve', 'connect', 'sign-in'],
  ],
  ['a port that speaks no TLS', {}, { security: 'tls' }, 'tls', ['resolve']],
])('%s ends the sending with its reason and the reply', async (_name, options, settings, reason, steps) => {
  await using server = await startServer({ disabledCommands: ['STARTTLS'], ...options })

  const { names, error } = await server.send(settings)

  expect([names, error?.reason]).toEqual([steps, reason])
  if (error?.responseCode) expect(error.response).toContain(String(error.responseCode))
  expect(server.received).toEqual([])
})

/** Guarantee (ZR800): credentials and e-mails are not sent without the encryption that was chosen. */
test.each<[string, SMTPServerOptions]>([
  ['a server that offers no STARTTLS', { disabledCommands: ['STARTTLS'] }],
  ['a server with the certificate of a stranger', {}],
])('ZR800: %s gets neither credentials nor the e-mail when STARTTLS is required', async (_name, options) => {
  const credentials: unknown[] = []
  await using server = await startServer({
    ...options,
    onAuth: (auth, _session, done) => {
      credentials.push(auth)
      done(null, { user: 'ada' })
    },
  })

  const { error } = await server.send({ security: 'starttls' })

  expect(error?.reason).toBe('tls')
  expect([credentials, server.received]).toEqual([[], []])
})
