import type { Bus, BusListener } from './bus.ts'

/** Creates the bus of an installation with one node, or of several nodes in one process. */
export function createInProcessBus(): Bus {
  const topics = new Map<string, BusListener[]>()
  return {
    async publish(topic, message) {
      const serialized = JSON.stringify(message)
      const count = topics.get(topic)?.length ?? 0
      // Later, as through a network: a listener never runs inside of its publisher.
      queueMicrotask(() => {
        for (const listener of topics.get(topic) ?? []) listener(JSON.parse(serialized))
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
