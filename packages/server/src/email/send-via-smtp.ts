import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { tlsClientOptions } from '@parley/primitives/node'
import MailComposer from 'nodemailer/lib/mail-composer'
import SmtpConnection from 'nodemailer/lib/smtp-connection'
import { type OutboundOptions, resolveAllowedAddress } from '../outbound/outbound.ts'
import { LimitedConnection } from './limited-connection.ts'
import { type Email, requireSafeHeaders } from './mailer.ts'
import { noLocalAccess, toNodemailerMessage } from './nodemailer-message.ts'
import { SmtpError, toSmtpError } from './smtp-error.ts'

/** An SMTP server configured by a user. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** Null when the server needs no authentication. */
  readonly username: string | null
  readonly password: string
  /**
   * `tls`: TLS from the start. `starttls`: an upgrade, without which nothing is sent. `none`: no TLS. Omitted: TLS from
   * the start at port 465; at other ports an upgrade, if the server offers it.
   */
  readonly security?: 'tls' | 'starttls' | 'none'
}

/** A step of sending, in the order of the steps. `connect` includes the greeting of the server. */
export type SmtpStep = 'resolve' | 'connect' | 'encrypt' | 'sign-in' | 'sender' | 'recipient' | 'accept'

export interface PassedStep {
  readonly step: SmtpStep
  /** From the end of the previous step. `sender`, `recipient` and `accept` are reported together, with `accept`. */
  readonly tookMs: number
  /** Of `resolve` the IP address, of `accept` the response of the server; else null. */
  readonly detail: string | null
}

export interface SmtpLimits {
  /** Total time for name resolution, connection, greeting and sending. */
  readonly timeoutMs: number
  readonly outbound: OutboundOptions
  /** Called with each step that has succeeded. Steps that are left out, such as `encrypt` without TLS, are not reported. */
  readonly onStep?: (passed: PassedStep) => void
}

/**
 * Sends one e-mail through a server configured by a user. Its name is resolved once; private networks are
 * blocked.
 *
 * @throws {SmtpError}
 */
export async function sendViaSmtp(
  server: SmtpServer,
  email: Email,
  messageId: string,
  { timeoutMs, outbound, onStep = () => {} }: SmtpLimits,
): Promise<void> {
  requireSafeHeaders(email)
  const ended = AbortSignal.timeout(timeoutMs)
  let lastAt = performance.now()
  const report = (step: SmtpStep, detail: string | null = null) => {
    const now = performance.now()
    onStep({ step, tookMs: Math.round(now - lastAt), detail })
    lastAt = now
  }
  const send = async () => {
    const { address } = await resolveAllowedAddress(server.host, outbound)
    report('resolve', address)
    const socket = await openConnection({ host: address, port: server.port }, ended)
    try {
      await converse({ server, address, socket, timeoutMs }, { email, messageId }, report)
    } finally {
      socket.destroy()
    }
  }

  const { promise: late, reject } = Promise.withResolvers<never>()
  ended.addEventListener('abort', () => reject(new SmtpError('time-out')))
  try {
    await Promise.race([send(), late])
  } catch (error) {
    throw toSmtpError(error)
  }
}

interface Endpoint {
  readonly server: SmtpServer
  readonly address: string
  readonly socket: LimitedConnection
  readonly timeoutMs: number
}

/** Sends an e-mail over an open connection. */
async function converse(
  { server, address, socket, timeoutMs }: Endpoint,
  { email, messageId }: { readonly email: Email; readonly messageId: string },
  report: (step: SmtpStep, detail?: string | null) => void,
): Promise<void> {
  const { host, port, username, password, security } = server
  const connection = new SmtpConnection({
    host: address,
    port,
    // The client uses no other members of a socket than those of the connection.
    connection: socket as unknown as Socket,
    secure: security === undefined ? port === 465 : security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // The certificate is issued for the name, not for the IP address.
    ...(address === host ? {} : { servername: host }),
    tls: tlsClientOptions,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  connection.on('error', reject)
  connection.once('end', () => reject(new SmtpError('unknown')))
  const run = <T>(start: (done: (error?: Error | null, result?: T) => void) => void) =>
    Promise.race([
      failed,
      new Promise<T | undefined>((resolve, rejectStep) => {
        start((error, result) => (error ? rejectStep(error) : resolve(result)))
      }),
    ])

  try {
    await run((done) => connection.connect(done))
    report('connect')
    if (connection.secure) report('encrypt')
    if (username !== null && connection.allowsAuth) {
      await run((done) => connection.login({ user: username, pass: password }, done))
      report('sign-in')
    }
    const message = new MailComposer({ ...toNodemailerMessage(email, messageId), ...noLocalAccess }).compile()
    const result = await run<{ response?: string }>((done) =>
      connection.send(message.getEnvelope(), message.createReadStream(), done),
    )
    report('sender')
    report('recipient')
    report('accept', result?.response ?? null)
    connection.quit()
  } finally {
    connection.close()
  }
}

/** Longer than all that a server sends for one e-mail, with the certificates of TLS. */
const maxReceivedBytes = 64 * 1024

/** Connects to a server of a user. The connection ends with the signal. */
async function openConnection(
  endpoint: { readonly host: string; readonly port: number },
  ended: AbortSignal,
): Promise<LimitedConnection> {
  // The client writes an e-mail in small parts, each of which would wait for the acknowledgement of the last.
  const socket = connect({ ...endpoint, noDelay: true })
  try {
    await once(socket, 'connect', { signal: ended })
  } catch {
    socket.destroy()
    throw new SmtpError(ended.aborted ? 'time-out' : 'unreachable')
  }
  const connection = new LimitedConnection(socket, maxReceivedBytes)
  ended.addEventListener('abort', () => connection.destroy())
  return connection
}
