import type { Call, live } from '@parley/contract/phone'

const maxCalls: typeof live.maxResumedCalls = 100
/** The service does not send a call that ended earlier again. */
const endedCallMs = 60_000

type ReceivedCall = Pick<Call, 'id' | 'version' | 'phase' | 'endedAt'>

/**
 * Returns whether a newer state of a call is known. A call that has ended is newer than any before, because a node
 * that dies may have sent versions that it could not store.
 */
export function isOutdated(
  call: Pick<ReceivedCall, 'version' | 'phase'>,
  known: Pick<ReceivedCall, 'version' | 'phase'>,
): boolean {
  if (call.phase === 'ended') return false
  return known.phase === 'ended' || known.version > call.version
}

/** The versions of the calls that this tab has received last, with which it reconnects. */
export class ReceivedCalls {
  readonly #calls = new Map<string, ReceivedCall>()
  /** The server time of the last message that had one; null before the first connection. */
  #serverTime: number | null = null

  receive(message: live.ServerMessage): 'current' | 'outdated' {
    if ('serverTime' in message) this.#serverTime = message.serverTime
    if (!('call' in message)) return 'current'
    const { id, version, phase, endedAt } = message.call
    const known = this.#calls.get(id)
    if (known && isOutdated(message.call, known)) return 'outdated'
    this.#calls.delete(id)
    this.#calls.set(id, { id, version, phase, endedAt })
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > maxCalls && oldest !== undefined) this.#calls.delete(oldest)
    return 'current'
  }

  /** Returns the state from which the service continues; undefined before the first connection. */
  createResume(): Extract<live.ClientMessage, { type: 'hello' }>['resume'] {
    const since = this.#serverTime
    if (since === null) return undefined
    const calls = [...this.#calls.values()]
      .filter(({ endedAt }) => endedAt === null || endedAt > since - endedCallMs)
      .map(({ id, version }) => ({ id, version }))
    return { since, calls }
  }
}
