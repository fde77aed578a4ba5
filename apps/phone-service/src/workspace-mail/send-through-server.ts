import { type Email, type PassedStep, sendViaSmtp } from '@parley/server'
import type { Services } from '../services.ts'
import { decryptPassword } from './mail-password.ts'
import type { StoredMailServer } from './records/mail-servers.ts'

const timeoutMs = 20_000

/** An e-mail without its sender. */
export type MailContent = Omit<Email, 'from' | 'replyTo'>

/**
 * Sends an e-mail through the server of a workspace, within 20 seconds.
 *
 * @param options.mailId Part of the Message-ID, by which a mailbox recognizes a repeated delivery.
 * @throws {SmtpError}
 * @throws {UnreadableError}
 */
export async function sendThroughServer(
  services: Pick<Services, 'secrets' | 'settings'>,
  server: StoredMailServer,
  content: MailContent,
  options: { readonly mailId: string; readonly onStep?: (passed: PassedStep) => void },
): Promise<void> {
  const { host, port, security, username, senderName, senderAddress, replyTo } = server
  const email: Email = {
    ...content,
    from: { name: senderName, address: senderAddress },
    ...(replyTo === null ? {} : { replyTo }),
  }
  await sendViaSmtp(
    { host, port, security, username, password: decryptPassword(services, server) },
    email,
    options.mailId,
    {
      timeoutMs,
      outbound: { allowedNetworks: services.settings.outboundNetworks },
      ...(options.onStep ? { onStep: options.onStep } : {}),
    },
  )
}
