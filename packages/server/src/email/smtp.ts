import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { tlsClientOptions } from '@parley/primitives/node'
import { createTransport } from 'nodemailer'
import { type OutboundOptions, resolveAllowedAddress } from '../outbound/outbound.ts'
import { LimitedConnection } from './limited-connection.ts'
import { type Email, type Mailer, requireSafeHeaders } from './mailer.ts'
import { SmtpError, toSmtpError } from './smtp-error.ts'

/** E-mails cannot attach local files or fetch URLs. */
const noLocalAccess = { disableFileAccess: true, disableUrlAccess: true } as const

/**
 * @param url `smtp://user:password@host:port`. `smtps:` uses implicit TLS, `smtp:` upgrades with STARTTLS if
 * offered.
 */
export function openSmtp(url: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...noLocalAccess })
  return {
    async send(email, messageId) {
      requireSafeHeaders(email)
      try {
        await transport.sendMail(toNodemailerMessage(email, messageId))
      } catch (error) {
        throw toSmtpError(error)
      }
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

/**
 * An SMTP server configured by a user. Port 465 uses implicit TLS; other ports upgrade with STARTTLS if
 * offered.
 */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

export interface SmtpLimits {
  /** Total time for name resolution, connection, greeting and sending. */
  readonly timeoutMs: number
  readonly outbound: OutboundOptions
}

/**
 * Sends one e-mail through a server configured by a user. Its name is resolved once; private networks are
 * blocked.
 *
 * @throws {SmtpError}
 */
export async function sendViaSmtp(
  { host, port, username, password }: SmtpServer,
  email: Email,
  messageId: string,
  { timeoutMs, outbound }: SmtpLimits,
): Promise<void> {
  requireSafeHeaders(email)
  const ended = AbortSignal.timeout(timeoutMs)
  const send = async () => {
    const { address } = await resolveAllowedAddress(host, outbound)
    const connection = await openConnection({ host: address, port }, ended)
    const transport = createTransport({
      host: address,
      port,
      // The transport uses no other members of a socket than those of the connection.
      connection: connection as unknown as Socket,
      secure: port === 465,
      // The certificate is issued for the name, not for the IP address.
      ...(address === host ? {} : { servername: host }),
      tls: tlsClientOptions,
      auth: { user: username, pass: password },
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      ...noLocalAccess,
    })
    try {
      await transport.sendMail(toNodemailerMessage(email, messageId))
    } finally {
      transport.close()
      connection.destroy()
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

function toNodemailerMessage(
  { from, to, subject, text, html, locale, unsubscribeUrl }: Email,
  messageId: string,
) {
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${messageId}@${from.address.split('@')[1] ?? 'parley.invalid'}>`,
    headers: {
      'Content-Language': locale,
      // RFC 2369 and RFC 8058: one-click unsubscribe in the mail client.
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  }
}
