import type { CallEngine, Conference } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import { hasEmergencyService } from '../../call-state/index.ts'
import type { CallParts } from './call-parts.ts'
import { runLogged } from './engine-failures.ts'

/** Lets the browsers of a call have reserved ports while an emergency service takes part in it, and no longer. */
export async function updateEmergency({
  deps,
  record,
  conference,
}: Pick<CallParts, 'deps' | 'record' | 'conference'>): Promise<void> {
  await runLogged({ deps, record }, 'call.emergency_failed', async () =>
    conference.current?.setEmergency(hasEmergencyService(record.state)),
  )
}

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

  /** Called after the last event of the conference. */
  clear(): void {
    this.#current = null
  }
}
