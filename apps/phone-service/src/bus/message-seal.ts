import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@parley/call-engine'
import type { Secrets } from '@parley/server'
import { z } from 'zod'

/** The maximum difference of the clocks of two nodes, including the time on the way. */
const maxAgeMs = 30_000

const envelope = z.object({
  sender: z.string(),
  number: z.int(),
  /** Epoch milliseconds. */
  at: z.number(),
  message: z.custom<JsonValue>((value) => value !== undefined),
})

/** Thrown for a message that another node of this installation has not just sent for the first time. */
class ReplayedMessageError extends Error {
  override readonly name = 'ReplayedMessageError'
}

/**
 * Encrypts the messages between nodes, so that access to the bus alone neither reveals nor forges one, nor
 * sends one again. Each message is bound to its topic and numbered by its sender; a number that is not higher
 * than the one before was sent again, because the bus preserves the order of a sender.
 */
export class MessageSeal {
  readonly #secrets: Secrets
  readonly #now: () => number
  readonly #sender = randomUUID()
  #sent = 0
  readonly #received = new Map<string, { readonly number: number; readonly at: number }>()

  constructor(secrets: Secrets, now: () => number = Date.now) {
    this.#secrets = secrets
    this.#now = now
  }

  seal(topic: string, message: JsonValue): string {
    this.#sent += 1
    const sealed = { sender: this.#sender, number: this.#sent, at: this.#now(), message }
    return this.#secrets.seal(JSON.stringify(sealed), getPurpose(topic))
  }

  /** @throws {Error} for a message that was not sealed for this topic, is old, or was opened before */
  open(topic: string, sealed: string): JsonValue {
    const { sender, number, at, message } = envelope.parse(
      JSON.parse(this.#secrets.open(sealed, getPurpose(topic))),
    )
    const now = this.#now()
    if (Math.abs(now - at) > maxAgeMs)
      throw new ReplayedMessageError(
        `The message was sent at ${new Date(at).toISOString()}: it is old, or the clocks of the nodes differ.`,
      )
    const last = this.#received.get(sender)
    if (last && number <= last.number)
      throw new ReplayedMessageError('The message, or a later one of its sender, was received before.')
    if (!last) this.#forgetStopped(now)
    this.#received.set(sender, { number, at: now })
    return message
  }

  /** Forgets the nodes whose messages are all too old. */
  #forgetStopped(now: number): void {
    for (const [sender, { at }] of this.#received) if (now - at > 2 * maxAgeMs) this.#received.delete(sender)
  }
}

/** Binds a message to its topic, so that it cannot be sent again to another one. */
function getPurpose(topic: string): string {
  return `bus ${topic}`
}
