import type { JsonValue } from '@parley/call-engine'
import type { Log } from '@parley/server'
import type { BusListener } from './bus.ts'

/**
 * Calls the listeners of a topic. A failure of one, such as with the message of another version of the
 * program, is logged.
 */
export function callListeners(
  listeners: readonly BusListener[],
  { topic, message, log }: { readonly topic: string; readonly message: JsonValue; readonly log: Log },
): void {
  for (const listener of listeners) {
    try {
      listener(message)
    } catch (error) {
      log.error('bus.listener_failed', { topic, error })
    }
  }
}
