import type { mail } from '@parley/contract/phone'
import type { PhoneInput } from '../../api/phone-api.ts'

/** The values of the form. */
export interface MailDraft {
  readonly host: string
  readonly port: string
  readonly security: mail.MailSecurity
  readonly username: string
  /** Null: the stored password. */
  readonly password: string | null
  readonly senderName: string
  readonly senderAddress: string
  readonly replyTo: string
}

export const usualPorts: Readonly<Record<mail.MailSecurity, string>> = {
  tls: '465',
  starttls: '587',
  none: '25',
}

/** @param workspaceName The sender name of a new server. */
export function createDraft(server: mail.MailServer | null, workspaceName: string): MailDraft {
  if (server)
    return {
      ...server,
      port: String(server.port),
      username: server.username ?? '',
      password: server.hasPassword ? null : '',
      replyTo: server.replyTo ?? '',
    }
  return {
    host: '',
    port: usualPorts.starttls,
    security: 'starttls',
    username: '',
    password: '',
    senderName: workspaceName.slice(0, 100),
    senderAddress: '',
    replyTo: '',
  }
}

/** Returns the settings of a valid draft as they are sent. */
export function toSettings(draft: MailDraft): PhoneInput<'PUT /mail-server'>['body'] {
  const { host, port, security, username, password, senderName, senderAddress, replyTo } = draft
  const user = username.trim()
  return {
    host: host.trim(),
    port: Number(port),
    security,
    username: user === '' ? null : user,
    ...(user === '' || password === null ? {} : { password }),
    senderName: senderName.trim(),
    senderAddress: senderAddress.trim(),
    replyTo: replyTo.trim() === '' ? null : replyTo.trim(),
  }
}

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim())
}

/** Returns whether the stored password belongs to another server than that of the draft. */
export function isPasswordOfOther(draft: MailDraft, server: mail.MailServer | null): boolean {
  const { host, port, username } = toSettings(draft)
  const isSame =
    server !== null && server.host === host && server.port === port && server.username === username
  return username !== null && draft.password === null && !isSame
}
