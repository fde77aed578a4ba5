import type { IncomingId, PhoneNumber } from './port.ts'
import type { TrunkId, TrunkState } from './trunk.ts'

/** What happens outside of conferences. Times are epoch milliseconds. */
export type EngineEvent =
  /** A call has come in through a trunk. It waits for `ringIncoming`, `refuseIncoming` or `answerIncoming`. */
  | {
      readonly type: 'incoming'
      readonly at: number
      readonly incomingId: IncomingId
      readonly trunkId: TrunkId
      /** Null when withheld. */
      readonly from: PhoneNumber | null
      readonly displayName: string | null
      /** The number that was called. */
      readonly to: PhoneNumber
    }
  /** It is over without having been answered. */
  | {
      readonly type: 'incoming-ended'
      readonly at: number
      readonly incomingId: IncomingId
      readonly reason: 'caller-gave-up' | 'refused' | 'answered-elsewhere' | 'failed'
    }
  | {
      readonly type: 'trunk-state'
      readonly at: number
      readonly trunkId: TrunkId
      readonly state: TrunkState
    }
