import { tlsClientOptions } from '@parley/primitives/node'
import { createTransport } from 'nodemailer'
import { type OutboundOptions, resolveAllowedAddress } from '../outbound/outbound.ts'
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
  const send = async () => {
    const { address } = await resolveAllowedAddress(host, outbound)
    const transport = createTransport({
      host: address,
      port,
      secure: port === 465,
      // The certificate is issued for the name, not for the IP address.
      ...(address === host ? {} : { servername: host }),
      tls: tlsClientOptions,
      auth: { user: username, pass: password },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      ...noLocalAccess,
    })
    try {
      await transport.sendMail(toNodemailerMessage(email, messageId))
    } finally {
      transport.close()
    }
  }

  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new SmtpError('time-out')), timeoutMs)
  try {
    await Promise.race([send(), late])
  } catch (error) {
    throw toSmtpError(error)
  } finally {
    clearTimeout(timer)
  }
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
