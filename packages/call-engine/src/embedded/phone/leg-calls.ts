import type { Call } from '@parley/sip'
import type { EngineEvent } from '../../engine-event.ts'
import type { LegId } from '../../identifiers.ts'
import type { TrunkId } from '../../trunk.ts'

interface LegOfCall {
  readonly legId: LegId
  readonly trunkId: TrunkId
}

/** The SIP calls of the telephone legs of all conferences. */
export class LegCalls {
  readonly #legs = new WeakMap<Call, LegOfCall>()
  readonly #emit: (event: EngineEvent) => void

  constructor(emit: (event: EngineEvent) => void) {
    this.#emit = emit
  }

  add(call: Call, leg: LegOfCall): void {
    this.#legs.set(call, leg)
  }

  /** Returns the leg of a call through a trunk, or null: the calls of other trunks do not exist for it. */
  findLeg(call: Call, trunkId: TrunkId): LegId | null {
    const leg = this.#legs.get(call)
    return leg?.trunkId === trunkId ? leg.legId : null
  }

  /** Reports that the far end of a leg has confirmed the end of its call, or has not confirmed it in time. */
  reportDialogEnd(legId: LegId): void {
    this.#emit({ type: 'leg-dialog-ended', at: Date.now(), legId })
  }

  /** Reports that the trunk of two legs asks to connect their conferences. */
  requestTransfer(trunkId: TrunkId, legId: LegId, otherLegId: LegId): void {
    this.#emit({ type: 'attended-transfer-requested', at: Date.now(), trunkId, legId, otherLegId })
  }
}
