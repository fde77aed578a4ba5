import { createStore, type Store } from '@parley/primitives'
import type { LiveSocket } from '../../api/live/live-socket.ts'

const stepMs = 1_000
const historySteps = 60

/** The audio level of each leg per second over the last minute, newest last. By leg id. */
export type CallLevels = Readonly<Record<string, readonly number[]>>

/** Above this level, a participant counts as speaking. */
export const speakingLevel = 0.35

export interface CallLevelsStore extends Store<CallLevels> {
  close(): void
}

/** Tracks the levels of all legs that the service reports. */
export function trackCallLevels(socket: LiveSocket): CallLevelsStore {
  const store = createStore<CallLevels>({})
  let loudest: Record<string, number> = {}

  const stopListening = socket.onMessage((message) => {
    if (message.type === 'call.ended') {
      const ended = new Set(message.call.legs.map(({ id }) => id))
      loudest = withoutLegs(loudest, ended)
      store.set(withoutLegs(store.get(), ended))
    }
    if (message.type !== 'leg.levels') return
    for (const [legId, level] of Object.entries(message.levels)) {
      loudest[legId] = Math.max(loudest[legId] ?? 0, level)
    }
  })
  const timer = setInterval(() => {
    const before = store.get()
    const legIds = new Set([...Object.keys(before), ...Object.keys(loudest)])
    if (legIds.size === 0) return
    const next = [...legIds].map((id) => [id, [...(before[id] ?? []), loudest[id] ?? 0].slice(-historySteps)])
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

function withoutLegs<Level>(levels: Readonly<Record<string, Level>>, legIds: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(levels).filter(([id]) => !legIds.has(id))) as Record<string, Level>
}
