import { parseNameAddress } from '../message/address.ts'
import { parseSequence } from '../message/check.ts'
import { reasonPhrase } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { formatSipUri, parseSipUri } from '../message/uri.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import type { ReferProgress, ReferRequest } from '../user-agent/api.ts'
import { respond } from '../user-agent/core.ts'
import type { DialogSession } from './dialog-session.ts'
import { withBody } from './request-parts.ts'

/** Handles REFER in a dialog: emits it, and declines it when no listener accepts it; RFC 3515. */
export function receiveRefer(
  session: DialogSession,
  request: SipRequest,
  transaction: ServerTransaction,
): void {
  const [text, ...others] = request.headers.list('Refer-To')
  const target = text === undefined || others.length > 0 ? null : parseNameAddress(text)
  if (!target) {
    respond(session.core, transaction, { status: 400, reason: 'Refer-To is missing or malformed' })
    return
  }

  const uri = parseSipUri(target.uri)
  const refer: ReferRequest = {
    target: uri ? formatSipUri({ ...uri, headers: [] }) : target.uri,
    replaces: uri?.headers.find(([name]) => name.toLowerCase() === 'replaces')?.[1] ?? null,
    referredBy: request.headers.get('Referred-By'),
    accept: () => {
      respond(session.core, transaction, { status: 202, headers: [['Contact', session.contact]] })
      const id = parseSequence(request.headers.get('CSeq'))?.number ?? 0
      const progress = createReferProgress(session, id)
      progress.report(100, reasonPhrase(100))
      return progress
    },
    refuse: (status) => respond(session.core, transaction, { status }),
  }
  session.events.emit({ type: 'refer', refer })
  if (!transaction.answered) refer.refuse(603)
}

function createReferProgress(session: DialogSession, id: number): ReferProgress {
  let over = false
  return {
    report(status, reason) {
      if (over || session.over) return
      over = status >= 200
      void session.request('NOTIFY', (request) => {
        request.headers.append('Event', `refer;id=${id}`)
        request.headers.append(
          'Subscription-State',
          over ? 'terminated;reason=noresource' : 'active;expires=180',
        )
        return withBody(request, 'message/sipfrag;version=2.0', `SIP/2.0 ${status} ${reason}\r\n`)
      })
    },
  }
}
