import type { SerialQueue } from '@parley/primitives'
import type { StoredCall } from '../../call-log/index.ts'
import { findWaitingCaller } from '../../call-state/index.ts'
import type { AutomatedCallHandler } from '../automated/automated-call-handler.ts'
import { CallConference } from './call-conference.ts'
import type { CallDeps } from './call-deps.ts'
import { CallDialling, type DialRequest } from './call-dialling.ts'
import { CallRecord } from './call-record.ts'
import { CallRecorder } from './call-recorder.ts'
import { Ringing } from './ringing.ts'
import { TimeLimits } from './time-limits.ts'

/** The parts of a call session. Each owns its state; all changes run in the queue of the session. */
export interface CallParts {
  readonly deps: CallDeps
  readonly queue: SerialQueue
  readonly record: CallRecord
  readonly conference: CallConference
  readonly ringing: Ringing
  readonly dialling: CallDialling
  readonly recorder: CallRecorder
  readonly timeLimits: TimeLimits
  /** The session in which the user of each browser leg is signed in, by leg id. */
  readonly signedInSessions: Map<string, string>
  /** The legs and sessions of users who are being removed. */
  readonly removals: Set<string>
  /** Id of the incoming call at the engine before it is a leg; null for an outgoing call. */
  readonly incomingId: string | null
  /** Handles the events of a call without a browser; null for all others. */
  readonly automated: AutomatedCallHandler | null
  /** The call to which the participants of this one have moved; null until then. */
  mergedInto: CallParts | null
  /** Whether the record of the ended call is being finalized, or is final. */
  isFinalizing: boolean
  /** Resolves when the call has ended and its record is final, or could not be saved before the service stopped. */
  readonly finished: PromiseWithResolvers<void>
}

/** How a call session begins. */
export interface CallBeginning {
  /** Id of the incoming call at the engine; missing for an outgoing call. */
  readonly incomingId?: string
  /** The number to dial as soon as the conference is open. */
  readonly dial?: DialRequest
  readonly record?: 'on-answer' | 'never'
  /** Handles the events of a call without a browser. */
  readonly automated?: AutomatedCallHandler
}

export function createCallParts(
  deps: CallDeps,
  queue: SerialQueue,
  stored: StoredCall,
  { incomingId, dial, record: schedule = 'never', automated }: CallBeginning,
): CallParts {
  const caller = incomingId === undefined ? null : findWaitingCaller(stored.state)
  const ringing = new Ringing(deps.live, caller?.id ?? null)
  const record = new CallRecord(deps, ringing, stored)
  const conference = new CallConference(deps.engine, stored.id)
  return {
    deps,
    queue,
    record,
    conference,
    ringing,
    dialling: new CallDialling(deps, record, conference, dial ?? null),
    recorder: new CallRecorder(deps, record, conference, schedule),
    timeLimits: new TimeLimits(deps, record),
    signedInSessions: new Map(),
    removals: new Set(),
    incomingId: incomingId ?? null,
    automated: automated ?? null,
    mergedInto: null,
    isFinalizing: false,
    finished: Promise.withResolvers<void>(),
  }
}
