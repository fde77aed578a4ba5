import type { IncomingCallId, LegId, PhoneNumber } from './identifiers.ts'
import type { TrunkId, TrunkState } from './trunk.ts'

/** Events outside conferences. Times are epoch milliseconds. */
export type EngineEvent =
  /** An incoming call on a trunk. It waits for `addIncoming` or `rejectIncoming`. */
  | {
      readonly type: 'incoming'
      readonly at: number
      readonly incomingId: IncomingCallId
      readonly trunkId: TrunkId
      /** Null when withheld. */
      readonly from: PhoneNumber | null
      readonly displayName: string | null
      /** The called number. */
      readonly to: PhoneNumber
      /** The leg that has dialled the call, as a trunk with `linksConferences` reports it. */
      readonly diallingLegId?: LegId
    }
  /** An incoming call ended before it was a leg. */
  | {
      readonly type: 'incoming-ended'
      readonly at: number
      readonly incomingId: IncomingCallId
      readonly reason: 'caller-gave-up' | 'refused' | 'answered-elsewhere' | 'failed'
    }
  /**
   * A trunk has answered the call of a leg and may charge it: also when its answer cannot be used or crosses the end of
   * the leg, which then leaves without `leg-joined`, or has left.
   */
  | { readonly type: 'dialled-leg-answered'; readonly at: number; readonly legId: LegId }
  /**
   * The far end of a leg with a `leg-dialog` event has hung up, has confirmed the end of its call, or has not confirmed
   * it in time: no process has to end it. Also after the end of its conference.
   */
  | { readonly type: 'leg-dialog-ended'; readonly at: number; readonly legId: LegId }
  /**
   * A trunk asks to connect the conferences of two of its legs, which are one telephone, and to end both legs
   * (RFC 5589, 7.3). It waits for `completeTransfer` or `refuseTransfer` of `legId`.
   */
  | {
      readonly type: 'attended-transfer-requested'
      readonly at: number
      readonly trunkId: TrunkId
      readonly legId: LegId
      readonly otherLegId: LegId
    }
  | {
      readonly type: 'trunk-state'
      readonly at: number
      readonly trunkId: TrunkId
      /** Of the configuration to which the state belongs. */
      readonly revision?: string
      readonly state: TrunkState
    }
  /**
   * The hosts of a trunk with `grantedAddresses` resolve to these addresses. The trunk waits for
   * `grantTrunkAddresses`, and uses the addresses that were granted before until then. Emitted when the trunk starts,
   * when the addresses have changed, and regularly while no grant arrives or some of them are not granted.
   */
  | {
      readonly type: 'trunk-addresses-found'
      readonly at: number
      readonly trunkId: TrunkId
      readonly lookupId: string
      /** In canonical form. */
      readonly addresses: readonly string[]
    }
