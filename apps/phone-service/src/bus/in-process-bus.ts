import { createLog } from '@parley/server'
import type { Bus, BusListener } from './bus.ts'
import { callListeners } from './call-listeners.ts'

/** Creates the bus of an installation with one node, or of several nodes in one process. */
export function createInProcessBus(log = createLog({ level: 'silent' })): Bus {
  const topics = new Map<string, BusListener[]>()
  return {
    async publish(topic, message) {
      const serialized = JSON.stringify(message)
      const count = topics.get(topic)?.length ?? 0
      // Later, as through a network: a listener never runs inside of its publisher.
      queueMicrotask(() => {
        callListeners(topics.get(topic) ?? [], { topic, message: JSON.parse(serialized), log })
      })
      return count
    },
    async subscribe(topic, listener) {
      topics.set(topic, [...(topics.get(topic) ?? []), listener])
    },
    addReconnectListener() {},
    findProblem: () => null,
    async [Symbol.asyncDispose]() {
      topics.clear()
    },
  }
}
