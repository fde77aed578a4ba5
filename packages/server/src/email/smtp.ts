import { createTransport } from 'nodemailer'
import { checkHeaders, type Mailer } from './mailer.ts'

/** @param url `smtp://user:password@host:port`; `smtps:` speaks TLS from the first byte, `smtp:` upgrades when offered. */
export function openSmtp(url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(email, messageId) {
      checkHeaders(email)
      await transport.sendMail({
        from: { name: email.from.name, address: email.from.address },
        to: { name: '', address: email.to },
        subject: email.subject,
        text: email.text,
        html: email.html,
        messageId: `<${messageId}@${email.from.address.split('@')[1] ?? 'parley.invalid'}>`,
        headers: { 'Content-Language': email.locale },
      })
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}
