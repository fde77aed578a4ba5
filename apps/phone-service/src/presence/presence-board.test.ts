import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveHub, type Handset, type ServerMessage } from '../live/index.ts'
import { PresenceBoard } from './presence-board.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const workspaceId = 'bakery'

/** Connects a tab of Ada, who sees the others. */
function startBoard({ hidden = [] }: { hidden?: readonly string[] } = {}) {
  const live = createLiveHub()
  const board = new PresenceBoard({
    live,
    getSetting: (userId) => (hidden.includes(userId) ? 'hidden' : null),
  })
  const connect = (userId: string) => {
    const received: ServerMessage[] = []
    const handset: Handset & { isActive: boolean } = {
      connectionId: randomUUID(),
      workspaceId,
      workspaceIds: [workspaceId],
      userId,
      handsetId: randomUUID(),
      deviceId: randomUUID(),
      sessionId: null,
      isPhoneAdmin: false,
      seesColleagues: true,
      isActive: false,
      focusedAt: 0,
      resume: null,
      send: (sent) => void received.push(sent),
      recheck: () => {},
      leave: () => {},
    }
    live.connect(handset)
    const setActive = (isActive: boolean) => {
      handset.isActive = isActive
      live.update(handset, 'activity')
    }
    return { received, setActive }
  }
  return { board, connect, received: connect('ada').received }
}

test('changes of a user within half a second are one message, or none when the presence is the same', () => {
  const { board, connect, received } = startBoard()
  using _ = board
  const grace = connect('grace')

  for (const isActive of [true, false, true, false, true]) grace.setActive(isActive)
  expect(received).toEqual([])
  vi.advanceTimersByTime(500)
  expect(received).toEqual([{ type: 'presence.changed', userId: 'grace', presence: 'free' }])

  grace.setActive(false)
  grace.setActive(true)
  vi.advanceTimersByTime(500)
  expect(received).toHaveLength(1)
})

/** Guarantee (ZR124): the time of a message about one user reveals nothing about another one, who is hidden. */
test('ZR124: what a hidden user does has no effect on the time of messages about others', () => {
  const { board, connect, received } = startBoard({ hidden: ['hedy'] })
  using _ = board
  const [grace, hedy] = [connect('grace'), connect('hedy')]
  vi.advanceTimersByTime(500)

  hedy.setActive(true)
  vi.advanceTimersByTime(400)
  grace.setActive(true)
  vi.advanceTimersByTime(499)

  expect(received).toEqual([])
  vi.advanceTimersByTime(1)
  expect(received).toEqual([{ type: 'presence.changed', userId: 'grace', presence: 'free' }])
})
