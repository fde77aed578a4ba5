import { EngineError } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import { ClientDisconnectedError } from '@parley/server/http'
import { isEmergencyService, isSystemCall } from '../../call-state/index.ts'
import { releaseSlots } from '../../limits/index.ts'
import { requireCallsAllowed } from '../../nodes/index.ts'
import { type Route, simulatedPstnTrunkId } from '../../numbers/index.ts'
import { isVerified } from '../../verified-numbers/index.ts'
import type { CallConference } from './call-conference.ts'
import type { CallDeps } from './call-deps.ts'
import type { CallRecord } from './call-record.ts'

/** As long as proxies wait for an answer at least; RFC 3261, timer C. */
const emergencyRingTimeoutMs = 180_000

/** A number to dial into a call. */
export interface DialRequest {
  readonly to: string
  readonly trunkId: string
  readonly from: string
  /** Display name for the called party; null to send the number alone. */
  readonly callerName: string | null
  readonly postDialDigits: string | null
  /** The reserved call slot, which is also the id of the leg: dialled again, it would not be a second call. */
  readonly slotId: string
  /** The leg whose trunk has requested to connect it with this number; it leaves when the new one is answered. */
  readonly replacedLegId?: string
  /** The caller ID is a verified number, which may be removed before the call is dialled. */
  readonly isFromVerified?: boolean
  /** Aborted when the client disconnects before its response: its user may have called at another node. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Returns the request to dial the number of a route.
 *
 * @param slotId As {@link DialRequest.slotId}.
 * @param signal As {@link DialRequest.signal}.
 */
export function toDialRequest(route: Route, slotId: string, signal?: AbortSignal): DialRequest {
  const { number: to, trunkId, from, isFromVerified, callerName, postDialDigits } = route
  return { to, trunkId, from, isFromVerified, callerName, postDialDigits, slotId, signal }
}

/** The numbers of a call, which its far end knows too. */
export type DialledNumber = Pick<DialRequest, 'from' | 'to'>

/** Dials the numbers of a call session and releases their call slots. */
export class CallDialling {
  readonly #deps: CallDeps
  readonly #record: CallRecord
  readonly #conference: CallConference
  readonly #dialledByLeg = new Map<string, DialRequest>()
  #pending: DialRequest | null

  /** @param pending The number to dial as soon as the conference is open. */
  constructor(deps: CallDeps, record: CallRecord, conference: CallConference, pending: DialRequest | null) {
    this.#deps = deps
    this.#record = record
    this.#conference = conference
    this.#pending = pending
  }

  /** Keeps a number that is dialled later. */
  postpone(request: DialRequest): void {
    this.#pending = request
  }

  /** Returns the number that is dialled later, once. */
  takePending(): DialRequest | null {
    const pending = this.#pending
    this.#pending = null
    return pending
  }

  /**
   * Dials a number into the conference. Its leg is stored before it is dialled: after a crash none is unknown.
   * Releases the call slot if dialling cannot start.
   *
   * @throws {PhoneError} `CALLS_SUSPENDED`, `CALLER_ID_NOT_YOURS`
   * @throws {EngineError}
   * @throws {DOMException} `AbortError` when the client has disconnected
   */
  async dial(request: DialRequest): Promise<void> {
    const { workspaceId } = this.#record.stored
    const legId = request.slotId
    try {
      this.#requireAllowed()
      const conference = this.#conference.current
      if (!conference) throw new EngineError('conference-closed')
      if (request.isFromVerified && !(await isVerified(this.#deps.database, workspaceId, request.from)))
        throw new PhoneError('CALLER_ID_NOT_YOURS')
      this.#dialledByLeg.set(legId, request)
      await this.#record.apply({
        type: 'leg-added',
        at: this.#deps.now().getTime(),
        leg: { id: legId, kind: 'phone', number: request.to },
      })
      // The process may have been suspended meanwhile, and another node may have ended the call.
      this.#requireAllowed()
      request.signal?.throwIfAborted()
      const leg = this.#record.state.legs.find(({ id }) => id === legId)
      const isEmergency = leg !== undefined && isEmergencyService(leg)
      if (isEmergency) await this.#updateEmergency()
      await conference.dialOut({
        legId,
        to: request.to,
        trunkId: request.trunkId,
        as: { number: request.from, name: request.callerName },
        ringTimeoutMs: isEmergency ? emergencyRingTimeoutMs : this.#deps.settings.ringTimeoutMs,
        isEmergency,
        ...(request.replacedLegId === undefined ? {} : { replacedLegId: request.replacedLegId }),
        ...(request.postDialDigits === null ? {} : { postDialDigits: request.postDialDigits }),
      })
    } catch (error) {
      await this.#record.markLegLeft(legId, toDialFailure(error))
      await this.#updateEmergency()
      await releaseSlots(this.#deps.database, workspaceId, [request.slotId])
      throw error
    }
  }

  async #updateEmergency(): Promise<void> {
    await this.#conference.updateEmergency(this.#record.state, this.#deps.log)
  }

  /** @throws {PhoneError} `CALLS_SUSPENDED` when another node has ended this call, or may have done so */
  #requireAllowed(): void {
    requireCallsAllowed(this.#deps)
    if (this.#deps.nodeLease.epoch !== this.#record.stored.epoch) throw new PhoneError('CALLS_SUSPENDED')
  }

  /** Adopts the dialled numbers of a call that is merged into this one. */
  adopt(from: CallDialling): void {
    for (const [legId, request] of from.#dialledByLeg) this.#dialledByLeg.set(legId, request)
  }

  /** Returns the ids of the legs that have dialled a number in the simulated network and are not answered. */
  listUnanswered({ from, to }: DialledNumber): string[] {
    // The call that answers the call of a verification or of a test is not part of its conference.
    if (isSystemCall(this.#record.state)) return []
    const isUnanswered = (legId: string) =>
      this.#record.state.legs.some(
        ({ id, state, joinedAt }) => id === legId && state !== 'left' && joinedAt === null,
      )
    return [...this.#dialledByLeg]
      .filter(([, one]) => one.trunkId === simulatedPstnTrunkId && one.from === from && one.to === to)
      .map(([legId]) => legId)
      .filter(isUnanswered)
  }

  /** Releases the slot of a number that is not dialled here when the client has disconnected. @throws {DOMException} `AbortError` */
  async requireClient({ slotId, signal }: DialRequest): Promise<void> {
    if (!signal?.aborted) return
    await this.releaseSlot(slotId)
    signal.throwIfAborted()
  }

  /** Releases the call slot of a leg that has left. */
  async releaseSlot(legId: string): Promise<void> {
    const { workspaceId, slotIds } = this.#record.stored
    if (!slotIds.includes(legId)) return
    try {
      await releaseSlots(this.#deps.database, workspaceId, [legId])
    } catch (error) {
      // The slot stays assigned to the call and is released when the call ends.
      this.#deps.log.error('call_slot.release_failed', { callId: this.#record.id, error })
    }
  }
}

/** Returns why a call cannot be dialled. */
export function toDialFailure(error: unknown): 'cancelled' | 'trunk-down' | 'failed' {
  if (error instanceof ClientDisconnectedError) return 'cancelled'
  return error instanceof EngineError && error.code === 'no-such-trunk' ? 'trunk-down' : 'failed'
}
