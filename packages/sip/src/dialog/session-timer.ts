import type { Clock } from '@parley/primitives'
import { parseInteger } from '../message/grammar.ts'
import type { SipHeaders } from '../message/headers.ts'

/** Value of Session-Expires; RFC 4028, section 4. */
export interface SessionExpires {
  readonly seconds: number
  readonly refresher: 'uac' | 'uas' | null
}

export function parseSessionExpires(headers: SipHeaders): SessionExpires | null {
  const [value = '', ...parameters] = (headers.get('Session-Expires') ?? '').split(';')
  const seconds = parseInteger(value.trim(), 0x7fff_ffff)
  if (seconds === null || seconds === 0) return null
  const named = parameters.map((text) => /^\s*refresher\s*=\s*(uac|uas)\s*$/i.exec(text)?.[1]?.toLowerCase())
  const refresher = named.find((role) => role === 'uac' || role === 'uas')
  return { seconds, refresher: refresher ?? null }
}

interface SessionTimerHandlers {
  /**
   * Refreshes the session. Resolves to the delay after which a refresh that has failed is to be repeated, in ms;
   * otherwise to null.
   */
  readonly refresh: () => Promise<number | null>
  readonly expired: () => void
}

/** Refreshes the session when that is our part, and detects that the peer does not; RFC 4028, section 10. */
export class SessionTimer {
  readonly #clock: Clock
  readonly #on: SessionTimerHandlers
  #cancel: () => void = () => {}

  constructor(clock: Clock, on: SessionTimerHandlers) {
    this.#clock = clock
    this.#on = on
  }

  /** Starts or restarts the timer; called after each refresh. */
  start(seconds: number, refresher: 'us' | 'peer'): void {
    this.stop()
    if (refresher === 'us') this.#refreshAfter(seconds * 500, this.#clock.now() + seconds * 1000)
    else this.#cancel = this.#clock.after((seconds - Math.min(32, seconds / 3)) * 1000, this.#on.expired)
  }

  stop(): void {
    this.#cancel()
    this.#cancel = () => {}
  }

  #refreshAfter(delayMs: number, expiresAt: number): void {
    if (this.#clock.now() + delayMs >= expiresAt) return
    const cancel = this.#clock.after(delayMs, () => void this.#refresh(cancel, expiresAt))
    this.#cancel = cancel
  }

  async #refresh(cancel: () => void, expiresAt: number): Promise<void> {
    const retryMs = await this.#on.refresh()
    // Another refresh may have restarted the timer meanwhile.
    if (retryMs !== null && this.#cancel === cancel) this.#refreshAfter(retryMs, expiresAt)
  }
}
