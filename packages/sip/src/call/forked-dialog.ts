import { parseInteger } from '../message/grammar.ts'
import type { SipResponse } from '../message/message.ts'
import type { DialogHandler } from '../user-agent/core.ts'
import { DialogSession, type DialogSessionOptions } from './dialog-session.ts'
import { receiveInDialog } from './receive-in-dialog.ts'

/** One branch of a forked INVITE: an early or confirmed dialog. */
export interface ForkedDialog extends DialogHandler {
  readonly session: DialogSession
  /** RSeq of the last reliable provisional response that we acknowledged; RFC 3262, section 4. */
  acknowledgedSequence: number | null
  /** Whether a reliable provisional response carried the SDP answer. */
  hasAnswer: boolean
}

/** Creates the dialog session of a fork, with our offer of the INVITE pending. */
export function createForkedDialog(options: DialogSessionOptions): ForkedDialog {
  const session = new DialogSession(options)
  session.pendingOffer = 'ours'
  return {
    session,
    acknowledgedSequence: null,
    hasAnswer: false,
    receive: (request, transaction) => receiveInDialog(session, request, transaction),
    receiveAck: (ack) => session.receiveAck(ack),
    hasPeerAt: (address) => options.dialog.hasPeerAt(address),
  }
}

/**
 * Sends PRACK for a provisional response. Returns false for one that is repeated or out of order; RFC 3262,
 * section 4.
 */
export function acknowledgeProvisional(fork: ForkedDialog, response: SipResponse): boolean {
  const sequence = parseInteger(response.headers.get('RSeq'), 0xffff_ffff)
  if (sequence === null) return false
  if (fork.acknowledgedSequence !== null && sequence !== fork.acknowledgedSequence + 1) return false
  fork.acknowledgedSequence = sequence
  fork.session.dialog.refreshTarget(response)
  void fork.session.request('PRACK', (request) => {
    request.headers.append('RAck', `${sequence} ${response.headers.get('CSeq')}`)
    return request
  })
  return true
}
