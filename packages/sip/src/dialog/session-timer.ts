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

/** Refreshes the session when that is our part, and detects that the peer does not; RFC 4028, section 10. */
export class SessionTimer {
  readonly #clock: Clock
  readonly #onRefresh: () => void
  readonly #onExpired: () => void
  #cancel: () => void = () => {}

  constructor(clock: Clock, on: { readonly refresh: () => void; readonly expired: () => void }) {
    this.#clock = clock
    this.#onRefresh = on.refresh
    this.#onExpired = on.expired
  }

  /** Starts or restarts the timer; called after each refresh. */
  start(seconds: number, refresher: 'us' | 'peer'): void {
    this.stop()
    if (refresher === 'us') this.#cancel = this.#clock.after(seconds * 500, this.#onRefresh)
    else this.#cancel = this.#clock.after((seconds - Math.min(32, seconds / 3)) * 1000, this.#onExpired)
  }

  stop(): void {
    this.#cancel()
  }
}
