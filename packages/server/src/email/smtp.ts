import { createTransport } from 'nodemailer'
import { type OutboundOptions, pinAddress } from '../outbound/outbound.ts'
import { checkHeaders, type Email, type Mailer } from './mailer.ts'
import { SmtpFailure, smtpFailureOf } from './smtp-failure.ts'

/** E-mails cannot attach local files or fetch URLs. */
const closed = { disableFileAccess: true, disableUrlAccess: true } as const

/** @param url `smtp://user:password@host:port`. `smtps:` uses implicit TLS, `smtp:` upgrades with STARTTLS if offered. */
export function openSmtp(url: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...closed })
  return {
    async send(email, messageId) {
      checkHeaders(email)
      try {
        await transport.sendMail(messageOf(email, messageId))
      } catch (error) {
        throw smtpFailureOf(error)
      }
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

/** An SMTP server configured by a user. Port 465 uses implicit TLS; other ports upgrade with STARTTLS if offered. */
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
 * Sends one e-mail through a server configured by a user. Its name is resolved once; private networks are blocked.
 *
 * @throws {SmtpError}
 */
export async function sendThrough(
  { host, port, username, password }: SmtpServer,
  email: Email,
  messageId: string,
  { timeoutMs, outbound }: SmtpLimits,
): Promise<void> {
  checkHeaders(email)
  const send = async () => {
    const { address } = await pinAddress(host, outbound)
    const transport = createTransport({
      host: address,
      port,
      secure: port === 465,
      // The certificate is issued for the name, not for the IP address.
      ...(address === host ? {} : { servername: host }),
      auth: { user: username, pass: password },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      ...closed,
    })
    try {
      await transport.sendMail(messageOf(email, messageId))
    } finally {
      transport.close()
    }
  }

  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new SmtpFailure('time-out')), timeoutMs)
  try {
    await Promise.race([send(), late])
  } catch (error) {
    throw smtpFailureOf(error)
  } finally {
    clearTimeout(timer)
  }
}

function messageOf({ from, to, subject, text, html, locale, unsubscribeUrl }: Email, messageId: string) {
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
