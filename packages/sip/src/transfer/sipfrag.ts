import { bodyText, type SipRequest } from '../message/message.ts'

/** The content type of the body of a NOTIFY that reports the progress of a REFER; RFC 3420. */
export const sipfragType = 'message/sipfrag'

export interface SipfragStatus {
  readonly status: number
  readonly reason: string
}

export function formatSipfrag({ status, reason }: SipfragStatus): string {
  return `SIP/2.0 ${status} ${reason}\r\n`
}

/** Returns the status line of a sipfrag body; null when the body is of another type or malformed. */
export function parseSipfrag(request: SipRequest): SipfragStatus | null {
  const type = (request.headers.get('Content-Type') ?? '').replace(/;.*/s, '').trim().toLowerCase()
  if (type !== sipfragType) return null
  const [, digits, reason = ''] = /^SIP\/2\.0[ ]([1-6]\d\d)(?:[ ]([^\r\n]*))?/.exec(bodyText(request)) ?? []
  return digits === undefined ? null : { status: Number(digits), reason }
}
