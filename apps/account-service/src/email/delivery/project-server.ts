import { type Email, type Mailer, type SmtpServer, sendViaSmtp } from '@parley/server'
import { emailPasswordPurpose, type Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { oneLine } from '../templates/index.ts'

/** Sender and server of an e-mail, as shown in the list of sent e-mails. */
export interface Sender {
  readonly type: 'shared' | 'standard'
  readonly host?: string
  readonly port?: number
  readonly username?: string
  readonly sender_name: string
  readonly sender_email: string
}

export interface ProjectServer {
  readonly sender: Sender
  /** @throws {SmtpError} */
  send(mailer: Mailer, email: Omit<Email, 'from'>, messageId: string): Promise<void>
}

/** Covers a whole attempt. */
export const sendTimeoutMs = 30_000

type Deps = Pick<Services, 'secrets' | 'options'>

/** Returns the e-mail server of a project: its own, or the installation's. */
export function resolveServer({ options, secrets }: Deps, project: Project): ProjectServer {
  const config = project.config.email_config
  if (config.type === 'shared') {
    const from = { name: oneLine(project.displayName), address: options.mailFrom }
    return {
      sender: { type: 'shared', sender_name: from.name, sender_email: from.address },
      send: (mailer, email, messageId) => mailer.send({ ...email, from }, messageId),
    }
  }

  const { host, port, username, sealed_password, sender_name, sender_email } = config
  const from = { name: oneLine(sender_name), address: sender_email }
  return {
    sender: { type: 'standard', host, port, username, sender_name, sender_email },
    async send(_mailer, email, messageId) {
      const password = secrets.open(sealed_password, emailPasswordPurpose)
      const server: SmtpServer = { host, port, username, password }
      const outbound = { allowedNetworks: options.outboundNetworks }
      await sendViaSmtp(server, { ...email, from }, messageId, { timeoutMs: sendTimeoutMs, outbound })
    },
  }
}
