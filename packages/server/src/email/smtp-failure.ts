import { OutboundRefused } from '../outbound/outbound.ts'

/** Why a server did not take a mail. */
export type SmtpFailureReason =
  | 'time-out'
  | 'host-unknown'
  | 'host-not-allowed'
  | 'unreachable'
  | 'tls'
  | 'auth-refused'
  | 'sender-refused'
  | 'recipient-refused'
  | 'rejected'
  | 'unknown'

const sentences: Readonly<Record<SmtpFailureReason, string>> = {
  'time-out': 'The e-mail server did not answer in time. Check host and port.',
  'host-unknown': 'The name of the e-mail server leads nowhere. Check the host.',
  'host-not-allowed':
    'The e-mail server lies in a network that this server does not contact. Check the host.',
  unreachable: 'Nothing answers at this host and port. Check both.',
  tls: 'The connection to the e-mail server could not be secured. Check the port and the certificate of the server.',
  'auth-refused': 'The e-mail server refused user name or password. Check both.',
  'sender-refused': 'The e-mail server does not send from this sender address. Check the address.',
  'recipient-refused': 'The e-mail server refused the recipient. Check the address.',
  rejected: 'The e-mail server rejected the message.',
  unknown: 'Sending failed for a reason that the e-mail server did not tell.',
}

/** A mail was not taken. The message is a sentence for the owner of the server; it holds nothing of the mail. */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure'
  readonly reason: SmtpFailureReason
  /** What the server answered (RFC 5321, 4.2); null where it did not come to that. */
  readonly responseCode: number | null

  constructor(reason: SmtpFailureReason, responseCode: number | null = null) {
    super(responseCode === null ? sentences[reason] : `${sentences[reason]} It answered ${responseCode}.`)
    this.reason = reason
    this.responseCode = responseCode
  }

  /** Another try may succeed. */
  get isTemporary(): boolean {
    if (this.responseCode !== null) return this.responseCode < 500
    return ['time-out', 'unreachable', 'unknown'].includes(this.reason)
  }
}

/** What nodemailer throws, and what lies under it. */
interface Thrown {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly message?: string
  readonly errno?: number | string
}

/** Names what went wrong when a mail was handed over. */
export function smtpFailureOf(error: unknown): SmtpFailure {
  if (error instanceof SmtpFailure) return error
  if (error instanceof OutboundRefused)
    return new SmtpFailure(error.reason === 'not-found' ? 'host-unknown' : 'host-not-allowed')
  const thrown = (error ?? {}) as Thrown
  return new SmtpFailure(reasonOf(thrown), thrown.responseCode ?? null)
}

function reasonOf({ code, command, message = '' }: Thrown): SmtpFailureReason {
  switch (code) {
    case 'ETIMEDOUT':
      return 'time-out'
    case 'EDNS':
      return 'host-unknown'
    case 'ETLS':
      return 'tls'
    case 'EAUTH':
      return 'auth-refused'
    case 'EENVELOPE':
      if (command === 'RCPT TO') return 'recipient-refused'
      return command === 'MAIL FROM' ? 'sender-refused' : 'rejected'
    case 'EMESSAGE':
      return 'rejected'
    case 'ESOCKET':
    case 'ECONNECTION':
      return socketReasonOf(message)
    default:
      return 'unknown'
  }
}

/** All that goes wrong below SMTP has one code; the system's own word stands in the message. */
function socketReasonOf(message: string): SmtpFailureReason {
  if (/certificate|ssl|tls|altname/i.test(message)) return 'tls'
  if (/ETIMEDOUT/.test(message)) return 'time-out'
  if (/ENOTFOUND|EAI_/.test(message)) return 'host-unknown'
  return /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET/.test(message) ? 'unreachable' : 'unknown'
}
