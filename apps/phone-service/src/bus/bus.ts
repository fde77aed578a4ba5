import type { JsonValue } from '@parley/call-engine'

/** Runs after the message was published. A failure is logged, and concerns no other listener. */
export type BusListener = (message: JsonValue) => void

/**
 * Carries small messages between the nodes of an installation. conformance.ts defines what every
 * implementation guarantees.
 *
 * A message is delivered at most once, in the order of its sender. Messages are lost while the connection is
 * interrupted; the database has everything that must not be lost.
 */
export interface Bus extends AsyncDisposable {
  /**
   * Sends a message to all subscribers of a topic, also on this node. Returns how many nodes receive it.
   *
   * @throws {Error} when the bus is not connected.
   */
  publish(topic: string, message: JsonValue): Promise<number>
  /**
   * Receives the messages of a topic until the bus is disposed. Resolves when messages that are published from
   * now on arrive, or immediately while the bus is not connected.
   */
  subscribe(topic: string, listener: BusListener): Promise<void>
  /** Calls the listener after each interruption, because messages may have been lost. */
  addReconnectListener(listener: () => void): void
  /** Returns a sentence about why the bus does not work, or null when it does. */
  findProblem(): string | null
}

/** The dependencies of operations that reach other nodes. */
export interface BusService {
  readonly bus: Bus
}
