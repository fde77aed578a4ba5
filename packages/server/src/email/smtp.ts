import { createTransport } from 'nodemailer'
import { type OutboundOptions, pinAddress } from '../outbound/outbound.ts'
import { checkHeaders, type Email, type Mailer } from './mailer.ts'
import { SmtpFailure, smtpFailureOf } from './smtp-failure.ts'

/** A mail never brings along files or pages of this machine. */
const closed = { disableFileAccess: true, disableUrlAccess: true } as const

/** @param url `smtp://user:password@host:port`; `smtps:` speaks TLS from the first byte, `smtp:` upgrades when offered. */
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

/** A server that somebody named. Port 465 speaks TLS from the first byte; others upgrade where it is offered. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

export interface SmtpLimits {
  /** For all of it: name, connection, greeting, mail. */
  readonly timeoutMs: number
  readonly outbound: OutboundOptions
}

/**
 * Hands one mail to a server that somebody named. Its name is looked up once, and private networks are not contacted.
 *
 * @throws {SmtpFailure}
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
      // The certificate is that of the name, not of the address that it led to.
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
      // RFC 2369 and RFC 8058: the mail program's own button, which needs no page.
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  }
}
