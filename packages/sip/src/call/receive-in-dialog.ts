import type { SipRequest } from '../message/message.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import { receiveRefer } from '../transfer/receive-refer.ts'
import { allowedMethods, respond } from '../user-agent/core.ts'
import type { DialogSession } from './dialog-session.ts'
import { receiveInfo } from './receive-info.ts'
import { receiveReOffer } from './receive-re-offer.ts'

/** Handles a request of the peer inside the dialog, outside the initial INVITE transaction. */
export function receiveInDialog(
  session: DialogSession,
  request: SipRequest,
  transaction: ServerTransaction,
): void {
  session.dialog.sendLimit.receive(request)
  const response = (status: number, headers: readonly (readonly [string, string])[] = []) =>
    respond(session.core, transaction, { status, headers })
  if (session.over && request.method !== 'BYE') {
    response(481)
    return
  }
  if (!session.dialog.acceptSequence(request)) {
    response(500, [['Retry-After', '1']])
    return
  }

  switch (request.method) {
    case 'BYE':
      response(200)
      session.endByPeer(request)
      return
    case 'INVITE':
    case 'UPDATE':
      receiveReOffer(session, request, transaction)
      return
    case 'INFO':
      receiveInfo(session, request, transaction)
      return
    case 'REFER':
      receiveRefer(session, request, transaction)
      return
    case 'OPTIONS':
      response(200, [['Allow', allowedMethods]])
      return
    case 'NOTIFY':
      respond(session.core, transaction, session.refers.receiveNotify(request))
      return
    case 'PRACK':
      response(481)
      return
    default:
      response(405, [['Allow', allowedMethods]])
  }
}
