// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeSocket } from '../../phone.fixture.ts'
import { callFixture, ownLeg } from '../call.fixture.ts'
import { trackCallLevels } from './call-levels.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Guarantee: an administrator, who receives the ends of all calls, sees the levels of the own call. */
test('the end of a call removes the levels of its legs only', () => {
  const socket = createFakeSocket()
  const levels = trackCallLevels(socket)
  const ended = { ...callFixture, id: 'ended' }
  socket.receive({ type: 'leg.levels', callId: 'active', levels: { other: 0.5, [ownLeg.id]: 0.2 } })
  vi.advanceTimersByTime(1_000)

  socket.receive({ type: 'call.ended', call: ended })

  expect(ended.legs.map(({ id }) => id)).toContain(ownLeg.id)
  expect(levels.get()).toEqual({ other: [0.5] })
  levels.close()
})
