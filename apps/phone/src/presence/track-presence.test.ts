import { expect, test } from 'vitest'
import { createFakeSocket } from '../phone.fixture.ts'
import { trackPresence } from './track-presence.ts'

const ada = '00000000-0000-4000-8000-00000000000a'
const grace = '00000000-0000-4000-8000-00000000000b'
const times = { serverTime: 0, tokenExpiresAt: 0 }
const ready = { type: 'ready', userId: ada, workspaceId: ada, ...times, isResumed: false } as const

test('the presence of colleagues follows the messages, and begins anew with each connection', () => {
  const socket = createFakeSocket()
  const store = trackPresence(socket)

  socket.receive(ready)
  socket.receive({ type: 'presence.list', users: [{ userId: grace, presence: 'free' }] })
  socket.receive({ type: 'presence.changed', userId: ada, presence: 'in-call' })
  expect([...store.get()]).toEqual([
    [grace, 'free'],
    [ada, 'in-call'],
  ])
  socket.receive({ type: 'presence.changed', userId: grace, presence: 'away' })
  expect([...store.get()]).toEqual([[ada, 'in-call']])

  socket.receive(ready)
  expect(store.get().size).toBe(0)
})
