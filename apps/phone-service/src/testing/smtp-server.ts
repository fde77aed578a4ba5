import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** The whole message; long lines are unfolded. */
  readonly raw: string
}

/** The password that the server accepts. */
export const smtpPassword = 'a right password'

/** Starts a real SMTP server on loopback, without TLS unless `options` say otherwise. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const passwords: string[] = []
  const faults: { recipients: Error | null } = { recipients: null }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      passwords.push(password ?? '')
      if (password === smtpPassword) done(null, { user: username })
      else done(new Error('Wrong password'))
    },
    onRcptTo: (_address, _session, done) => done(faults.recipients),
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: raw.replaceAll('=\r\n', ''),
        })
        done(null, 'queued as 4711')
      }, done)
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received: received as readonly ReceivedMail[],
    /** The passwords of all attempts to sign in. */
    passwords: passwords as readonly string[],
    /** Rejects the recipients of further e-mails with the code; null: accepts them. */
    rejectRecipients(responseCode: number | null): void {
      faults.recipients = responseCode === null ? null : Object.assign(new Error('Not now'), { responseCode })
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
