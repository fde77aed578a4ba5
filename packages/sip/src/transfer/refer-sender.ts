import type { Clock } from '@parley/primitives'
import { parseSequence } from '../message/check.ts'
import type { ResponseParts } from '../message/create-response.ts'
import { isToken, parseParameters } from '../message/grammar.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { formatSipUri, isUri, parseSipUri } from '../message/uri.ts'
import type { EndedBy, ReferOptions, ReferOutcome, Refusal } from '../user-agent/api.ts'
import { createLocalRefusal, toRefusal } from '../user-agent/refusal.ts'
import { parseReplaces } from './replaces.ts'
import { parseSipfrag, sipfragType } from './sipfrag.ts'

/** A called telephone rings for at most three minutes. */
const defaultTimeoutMs = 180_000

export interface ReferSenderDeps {
  readonly clock: Clock
  /** Sends a request in the dialog. */
  readonly request: (
    method: string,
    write: (request: SipRequest) => SipRequest,
  ) => Promise<SipResponse | Refusal>
}

interface PendingRefer {
  /** CSeq of the last REFER that was sent: the id of its subscription. */
  sequence: number
  lastStatus: number
  readonly onProgress: (status: number) => void
  readonly settle: (outcome: ReferOutcome) => void
}

/** Sends the REFER requests of one dialog, one at a time, and receives their NOTIFY requests; RFC 3515. */
export class ReferSender {
  readonly #deps: ReferSenderDeps
  #pending: PendingRefer | null = null
  #over = false

  constructor(deps: ReferSenderDeps) {
    this.#deps = deps
  }

  /** @throws {RangeError} a URI or the dialog to replace is malformed. */
  async refer(options: ReferOptions): Promise<ReferOutcome> {
    const referTo = formatReferTo(options)
    if (this.#over) return { result: 'refused', ...createLocalRefusal('cancelled', 481, 'The call is over') }
    if (this.#pending) return { result: 'refused', ...createLocalRefusal('response', 491, 'Request Pending') }
    const { promise, resolve } = Promise.withResolvers<ReferOutcome>()
    const pending: PendingRefer = {
      sequence: 0,
      lastStatus: 0,
      onProgress: options.onProgress ?? (() => {}),
      settle: resolve,
    }
    this.#pending = pending
    let cancelTimeout = () => {}
    try {
      const response = await this.#send(pending, referTo, options)
      if ('cause' in response) return { result: 'refused', ...response }
      if (response.status >= 300) return { result: 'refused', ...toRefusal(response) }
      cancelTimeout = this.#deps.clock.after(options.timeoutMs ?? defaultTimeoutMs, () =>
        resolve({ result: 'not-reported', reason: 'timeout' }),
      )
      return await promise
    } finally {
      cancelTimeout()
      this.#pending = null
    }
  }

  /** Handles a NOTIFY of the peer, which may arrive before the response to our REFER. Returns its response. */
  receiveNotify(request: SipRequest): ResponseParts {
    const event = parseEvent(request.headers.get('Event'))
    if (event?.name !== 'refer') return { status: 489, headers: [['Allow-Events', 'refer']] }
    const pending = this.#pending
    const isOfPending = event.id === null || event.id === String(pending?.sequence)
    if (!pending || !isOfPending) return { status: 481 }

    const report = parseSipfrag(request)
    const hasEnded = /^\s*terminated\b/i.test(request.headers.get('Subscription-State') ?? '')
    if (!report && !hasEnded) return { status: 415, headers: [['Accept', sipfragType]] }
    if (report && report.status >= 200) pending.settle(toOutcome(report))
    else if (hasEnded) pending.settle({ result: 'not-reported', reason: 'terminated' })
    else if (report && report.status > pending.lastStatus) {
      pending.lastStatus = report.status
      pending.onProgress(report.status)
    }
    return { status: 200 }
  }

  /** The call is over: a pending REFER has no result. */
  stop(by: EndedBy): void {
    this.#over = true
    const reason = by === 'peer' ? 'ended-by-peer' : 'ended'
    this.#pending?.settle({ result: 'not-reported', reason })
  }

  #send(pending: PendingRefer, referTo: string, { referredBy }: ReferOptions) {
    return this.#deps.request('REFER', (request) => {
      pending.sequence = parseSequence(request.headers.get('CSeq'))?.number ?? 0
      request.headers.append('Refer-To', referTo)
      if (referredBy !== undefined) request.headers.append('Referred-By', `<${referredBy}>`)
      return request
    })
  }
}

/** Returns the value of Refer-To; the dialog to replace is a header field of its URI (RFC 3515, 2.1). */
function formatReferTo({ target, replaces, referredBy }: ReferOptions): string {
  if (!isUri(target)) throw new RangeError('`target` is not a URI')
  if (referredBy !== undefined && !isUri(referredBy)) throw new RangeError('`referredBy` is not a URI')
  if (replaces === undefined) return `<${target}>`
  const uri = parseSipUri(target)
  if (!uri) throw new RangeError('`target` is not a SIP URI')
  if (!parseReplaces(replaces)) throw new RangeError('`replaces` is malformed')
  return `<${formatSipUri({ ...uri, headers: [['Replaces', replaces]] })}>`
}

function toOutcome({ status, reason }: { readonly status: number; readonly reason: string }): ReferOutcome {
  return status < 300 ? { result: 'transferred' } : { result: 'failed', status, reason }
}

/** Parses the name and the `id` of an Event field; null when malformed. RFC 6665, 8.2.1. */
function parseEvent(text: string | null): { readonly name: string; readonly id: string | null } | null {
  const [name = '', ...rest] = (text ?? '').split(';')
  const parameters = parseParameters(rest.join(';'))
  return isToken(name.trim()) && parameters
    ? { name: name.trim().toLowerCase(), id: parameters.get('id') ?? null }
    : null
}
