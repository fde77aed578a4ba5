import type { LiveSocket } from './live-socket.ts'
import { createStore, type Store } from './store.ts'

const stepMs = 1_000
const keptSteps = 60

/** How loud each leg was, second by second, over the last minute; the latest is last. By leg id. */
export type CallLevels = Readonly<Record<string, readonly number[]>>

/** Above this somebody speaks. */
export const speakingLevel = 0.35

export interface CallLevelsStore extends Store<CallLevels> {
  close(): void
}

/** Keeps the loudness of all legs that the service tells of. */
export function followCallLevels(socket: LiveSocket): CallLevelsStore {
  const store = createStore<CallLevels>({})
  let loudest: Record<string, number> = {}

  const stopListening = socket.onMessage((message) => {
    if (message.type === 'call.ended') store.set({})
    if (message.type !== 'leg.levels') return
    for (const [legId, level] of Object.entries(message.levels)) {
      loudest[legId] = Math.max(loudest[legId] ?? 0, level)
    }
  })
  const timer = setInterval(() => {
    const before = store.get()
    const legIds = new Set([...Object.keys(before), ...Object.keys(loudest)])
    if (legIds.size === 0) return
    const next = [...legIds].map((id) => [id, [...(before[id] ?? []), loudest[id] ?? 0].slice(-keptSteps)])
    loudest = {}
    store.set(Object.fromEntries(next) as CallLevels)
  }, stepMs)

  return {
    get: store.get,
    subscribe: store.subscribe,
    close() {
      clearInterval(timer)
      stopListening()
    },
  }
}
