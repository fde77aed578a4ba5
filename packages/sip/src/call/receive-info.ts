import { bodyText, type SipRequest } from '../message/message.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import { respond } from '../user-agent/core.ts'
import type { DialogSession } from './dialog-session.ts'

const defaultDurationMs = 160

/**
 * Handles INFO in a dialog: a DTMF digit is emitted, any other body is accepted and ignored; RFC 6086, 4.2.
 */
export function receiveInfo(
  session: DialogSession,
  request: SipRequest,
  transaction: ServerTransaction,
): void {
  const type = (request.headers.get('Content-Type') ?? '').replace(/;.*/s, '').trim().toLowerCase()
  const dtmf = parseDigit(type, bodyText(request))
  const isSupported = dtmf !== null || request.body.length === 0
  const accept = isSupported ? [] : ([['Accept', 'application/dtmf-relay, application/dtmf']] as const)
  respond(session.core, transaction, { status: isSupported ? 200 : 415, headers: accept })
  if (dtmf) session.events.emit({ type: 'dtmf', ...dtmf })
}

function parseDigit(type: string, text: string): { digit: string; durationMs: number } | null {
  if (type === 'application/dtmf-relay') {
    const digit = /^[ \t]*Signal[ \t]*=[ \t]*([0-9*#A-Da-d])[ \t]*$/im.exec(text)?.[1]
    const duration = Number(
      /^[ \t]*Duration[ \t]*=[ \t]*(\d{1,5})[ \t]*$/im.exec(text)?.[1] ?? defaultDurationMs,
    )
    return digit === undefined ? null : { digit: digit.toUpperCase(), durationMs: duration }
  }
  const digit = type === 'application/dtmf' ? /^\s*([0-9*#A-Da-d])\s*$/.exec(text)?.[1] : undefined
  return digit === undefined ? null : { digit: digit.toUpperCase(), durationMs: defaultDurationMs }
}
