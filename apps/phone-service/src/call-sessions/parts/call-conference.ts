import type { CallEngine, Conference } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import type { Log } from '@parley/server'
import { type CallState, hasEmergencyService } from '../../call-state/index.ts'

/** The conference of a call session; none before it is opened and after it has closed. */
export class CallConference {
  readonly #engine: CallEngine
  readonly #callId: string
  #current: Conference | null = null

  constructor(engine: CallEngine, callId: string) {
    this.#engine = engine
    this.#callId = callId
  }

  get current(): Conference | null {
    return this.#current
  }

  /** @throws {PhoneError} `CALL_ENDED` */
  require(): Conference {
    if (!this.#current) throw new PhoneError('CALL_ENDED', { callId: this.#callId })
    return this.#current
  }

  async open(call: { readonly isEmergency: boolean; readonly ownerId: string }): Promise<Conference> {
    this.#current = await this.#engine.openConference({ id: this.#callId, ...call })
    return this.#current
  }

  /** Lets the browsers have reserved ports while an emergency service takes part in the call, and no longer. */
  async updateEmergency(state: Pick<CallState, 'legs'>, log: Log): Promise<void> {
    await this.#current?.setEmergency(hasEmergencyService(state)).catch((error) => {
      log.error('call.emergency_failed', { callId: this.#callId, error })
    })
  }

  /** Called after the last event of the conference. */
  clear(): void {
    this.#current = null
  }
}
