import type { CallEngine, Conference } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'

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

  async open({ isEmergency }: { readonly isEmergency: boolean }): Promise<Conference> {
    this.#current = await this.#engine.openConference({ id: this.#callId, isEmergency })
    return this.#current
  }

  /** Called after the last event of the conference. */
  clear(): void {
    this.#current = null
  }
}
