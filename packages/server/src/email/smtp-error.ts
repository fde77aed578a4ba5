import { BlockedHostError } from '../outbound/outbound.ts'

/** Why an e-mail could not be sent. */
export type SmtpErrorReason =
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

const sentences: Readonly<Record<SmtpErrorReason, string>> = {
  'time-out': 'The e-mail server did not answer in time. Check host and port.',
  'host-unknown': 'The e-mail server was not found. Check the host.',
  'host-not-allowed': 'The e-mail server is in a blocked private network. Check the host.',
  unreachable: 'The e-mail server cannot be reached at this host and port. Check both.',
  tls: 'The connection to the e-mail server could not be secured. Check the port and the certificate of the server.',
  'auth-refused': 'The e-mail server rejected the user name or password. Check both.',
  'sender-refused': 'The e-mail server rejected the sender address. Check the address.',
  'recipient-refused': 'The e-mail server rejected the recipient. Check the address.',
  rejected: 'The e-mail server rejected the message.',
  unknown: 'Sending failed for an unknown reason.',
}

/** An e-mail could not be sent. The message is for the project owner and contains nothing of the e-mail. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError'
  readonly reason: SmtpErrorReason
  /** SMTP reply code (RFC 5321 section 4.2); null when there was no reply. */
  readonly responseCode: number | null
  /** The whole reply, which may contain addresses; null when there was no reply. */
  readonly response: string | null

  constructor(
    reason: SmtpErrorReason,
    { responseCode = null, response = null }: Partial<Pick<SmtpError, 'responseCode' | 'response'>> = {},
  ) {
    super(
      responseCode === null ? sentences[reason] : `${sentences[reason]} The server replied ${responseCode}.`,
    )
    this.reason = reason
    this.responseCode = responseCode
    this.response = response
  }

  /** Whether another attempt may succeed. */
  get isTemporary(): boolean {
    if (this.responseCode !== null) return this.responseCode < 500
    return ['time-out', 'unreachable', 'unknown'].includes(this.reason)
  }
}

/** An error of nodemailer or of the socket. */
interface NodemailerError {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string | false
  readonly message?: string
  readonly errno?: number | string
}

/** Converts an error that occurred while sending. */
export function toSmtpError(error: unknown): SmtpError {
  if (error instanceof SmtpError) return error
  if (error instanceof BlockedHostError)
    return new SmtpError(error.reason === 'not-found' ? 'host-unknown' : 'host-not-allowed')
  const thrown = (error ?? {}) as NodemailerError
  return new SmtpError(toReason(thrown), {
    responseCode: thrown.responseCode ?? null,
    response: thrown.response || null,
  })
}

function toReason({ code, command, message = '' }: NodemailerError): SmtpErrorReason {
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
      return toSocketReason(message)
    default:
      return 'unknown'
  }
}

/** All socket errors have the same code; the message contains the system's error code. */
function toSocketReason(message: string): SmtpErrorReason {
  if (/certificate|ssl|tls|altname/i.test(message)) return 'tls'
  if (/ETIMEDOUT/.test(message)) return 'time-out'
  if (/ENOTFOUND|EAI_/.test(message)) return 'host-unknown'
  return /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET/.test(message) ? 'unreachable' : 'unknown'
}
