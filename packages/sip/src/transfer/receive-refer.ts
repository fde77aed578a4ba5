import type { DialogSession } from '../call/dialog-session.ts'
import { withBody } from '../call/request-parts.ts'
import { parseNameAddress } from '../message/address.ts'
import { parseSequence } from '../message/check.ts'
import { type ResponseParts, reasonPhrase } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { formatSipUri, parseSipUri, type SipUri } from '../message/uri.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import type { ReferProgress, ReferRequest } from '../user-agent/api.ts'
import { respond } from '../user-agent/core.ts'
import { findReferredCall } from './find-replaced-dialog.ts'
import { parseReplaces } from './replaces.ts'
import { formatSipfrag, sipfragType } from './sipfrag.ts'

/** A Refer-To has one URI and the dialog to replace. The peer chooses it, and it is stored and shown. */
const maxReferToLength = 1_000

/** Handles REFER in a dialog: emits it, and declines it when no listener accepts it; RFC 3515. */
export function receiveRefer(
  session: DialogSession,
  request: SipRequest,
  transaction: ServerTransaction,
): void {
  const target = parseTarget(session, request)
  if ('status' in target) {
    respond(session.core, transaction, target)
    return
  }
  const refer: ReferRequest = {
    ...target,
    referredBy: request.headers.get('Referred-By')?.slice(0, maxReferToLength) ?? null,
    accept: () => acceptRefer(session, request, transaction),
    refuse: (status) => respond(session.core, transaction, { status }),
  }
  session.events.emit({ type: 'refer', refer })
  if (!transaction.answered) refer.refuse(603)
}

type ReferTarget = Pick<ReferRequest, 'target' | 'replaces' | 'replacedCall'>

/**
 * Returns the URI of Refer-To and the dialog to replace, or the response to a REFER that no listener may accept.
 * Other header fields of the URI are dropped: the peer could write those of a request that we send
 * (RFC 3261, 19.1.5).
 */
function parseTarget(session: DialogSession, { headers }: SipRequest): ReferTarget | ResponseParts {
  const [text, ...others] = headers.list('Refer-To')
  if (text !== undefined && text.length > maxReferToLength)
    return { status: 400, reason: 'Refer-To is too long' }
  const target = text === undefined || others.length > 0 ? null : parseNameAddress(text)
  if (!target) return { status: 400, reason: 'Refer-To is missing or malformed' }
  if (/^tel:/i.test(target.uri)) return { target: target.uri, replaces: null, replacedCall: null }
  const uri = parseSipUri(target.uri)
  if (!uri) return { status: 416 }

  const method = uri.parameters.get('method')
  if (method != null && method !== 'INVITE') return { status: 603 }
  const [replaces = null, ...further] = uri.headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'replaces' ? [value] : [],
  )
  const parsed = replaces === null ? null : parseReplaces(replaces)
  if (further.length > 0 || (replaces !== null && !parsed))
    return { status: 400, reason: 'Replaces is malformed' }
  const replacedCall = parsed && findReferredCall(session.core, parsed, session.dialog.flow)
  if (replacedCall && 'status' in replacedCall) return replacedCall
  // We would call ourselves, and have no such dialog.
  if (parsed && !replacedCall && isOwnContact(session, uri)) return { status: 481 }
  const parameters = new Map(uri.parameters)
  parameters.delete('method')
  return { target: formatSipUri({ ...uri, parameters, headers: [] }), replaces, replacedCall }
}

/** Returns whether a URI has the host and port of our Contact in a dialog. */
function isOwnContact({ contact }: DialogSession, { host, port }: SipUri): boolean {
  const own = parseSipUri(parseNameAddress(contact)?.uri ?? '')
  return own !== null && own.host === host && (own.port ?? 5060) === (port ?? 5060)
}

/** Responds 202. Without a subscription (RFC 4488) nothing is reported. */
function acceptRefer(
  session: DialogSession,
  request: SipRequest,
  transaction: ServerTransaction,
): ReferProgress {
  const isReported = request.headers.get('Refer-Sub')?.trim().toLowerCase() !== 'false'
  const fields: [string, string][] = [['Contact', session.contact]]
  if (!isReported) fields.push(['Refer-Sub', 'false'])
  respond(session.core, transaction, { status: 202, headers: fields })
  if (!isReported) return { report: () => {} }
  const id = parseSequence(request.headers.get('CSeq'))?.number ?? 0
  const progress = createReferProgress(session, id)
  progress.report(100, reasonPhrase(100))
  return progress
}

function createReferProgress(session: DialogSession, id: number): ReferProgress {
  let over = false
  return {
    report(status, reason) {
      if (over || session.over) return
      const isFinal = status >= 200
      over = isFinal
      void session.request('NOTIFY', (request) => {
        request.headers.append('Event', `refer;id=${id}`)
        request.headers.append(
          'Subscription-State',
          isFinal ? 'terminated;reason=noresource' : 'active;expires=180',
        )
        return withBody(request, `${sipfragType};version=2.0`, formatSipfrag({ status, reason }))
      })
    },
  }
}
