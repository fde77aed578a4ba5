import { parseInteger } from '../message/grammar.ts'
import type { SipResponse } from '../message/message.ts'
import type { DialogUser } from '../user-agent/core.ts'
import { Session, type SessionOptions } from './session.ts'

/** One branch of a forked INVITE: an early or confirmed dialog. */
export interface Fork extends DialogUser {
  readonly session: Session
  /** RSeq of the last reliable provisional response that we acknowledged; RFC 3262, section 4. */
  confirmedSequence: number | null
  /** Whether a reliable provisional response carried the SDP answer. */
  answered: boolean
}

/** Creates the dialog session of a fork, with our offer of the INVITE pending. */
export function createFork(options: SessionOptions): Fork {
  const session = new Session(options)
  session.pendingOffer = 'ours'
  return {
    session,
    confirmedSequence: null,
    answered: false,
    receive: (request, transaction) => session.receive(request, transaction),
    receiveAck: (ack) => session.receiveAck(ack),
    hasPeerAt: (address) => options.dialog.hasPeerAt(address),
  }
}

/** Sends PRACK for a provisional response. Returns false for one that is repeated or out of order; RFC 3262, section 4. */
export function acknowledgeProvisional(fork: Fork, response: SipResponse): boolean {
  const sequence = parseInteger(response.headers.get('RSeq'), 0xffff_ffff)
  if (sequence === null) return false
  if (fork.confirmedSequence !== null && sequence !== fork.confirmedSequence + 1) return false
  fork.confirmedSequence = sequence
  fork.session.dialog.refreshTarget(response)
  void fork.session.request('PRACK', (request) => {
    request.headers.append('RAck', `${sequence} ${response.headers.get('CSeq')}`)
    return request
  })
  return true
}
