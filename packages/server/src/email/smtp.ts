import { createTransport } from 'nodemailer'
import { type Mailer, requireSafeHeaders } from './mailer.ts'
import { noLocalAccess, toNodemailerMessage } from './nodemailer-message.ts'
import { toSmtpError } from './smtp-error.ts'

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
