import type { live } from '@parley/contract/phone'
import { createStore, type Store } from '@parley/primitives'
import type { LiveSocket } from '../api/live/live-socket.ts'

export type Presence = live.Presence

/** The colleagues who are not away, by user id. */
export type PresenceByUser = ReadonlyMap<string, Presence>

export interface PresenceStore extends Store<PresenceByUser> {
  close(): void
}

/** Tracks the presence of the colleagues as the service reports it. */
export function trackPresence(socket: LiveSocket): PresenceStore {
  const store = createStore<PresenceByUser>(new Map())
  const stopListening = socket.onMessage((message) => {
    // The list follows, unless all are away.
    if (message.type === 'ready') store.set(new Map())
    if (message.type === 'presence.list')
      store.set(new Map(message.users.map(({ userId, presence }) => [userId, presence])))
    if (message.type === 'presence.changed') {
      const users = new Map(store.get())
      if (message.presence === 'away') users.delete(message.userId)
      else users.set(message.userId, message.presence)
      store.set(users)
    }
  })
  return { get: store.get, subscribe: store.subscribe, close: stopListening }
}
