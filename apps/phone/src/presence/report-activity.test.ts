// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeSocket } from '../phone.fixture.ts'
import { reportActivity } from './report-activity.ts'

const id = '00000000-0000-4000-8000-00000000000a'
const times = { serverTime: 0, tokenExpiresAt: 0 }
const ready = { type: 'ready', userId: id, workspaceId: id, ...times, isResumed: false } as const
const minuteMs = 60_000

let stop = () => {}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Opens the phone in a visible tab. Returns what is sent from its connection on. */
function openPhone() {
  const sent: object[] = []
  const send = vi.fn((message: object) => void sent.push(message))
  const socket = { ...createFakeSocket(), send }
  stop = reportActivity(socket)
  send.mockClear()
  sent.splice(0)
  socket.receive(ready)
  return { socket, sent }
}

const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
const active = { type: 'activity', state: 'active' }
const idle = { type: 'activity', state: 'idle' }

test('ZR128: a page that opens is active, and input is reported once a minute at most', () => {
  const { sent } = openPhone()
  expect(sent).toEqual([active])

  for (let second = 0; second < 120; second += 1) {
    press()
    vi.advanceTimersByTime(1_000)
  }

  expect(sent).toEqual([active, active, active])
})

test('the last input within a minute is reported at its end', () => {
  const { sent } = openPhone()
  vi.advanceTimersByTime(minuteMs / 2)
  press()
  expect(sent).toEqual([active])

  vi.advanceTimersByTime(minuteMs / 2)

  expect(sent).toEqual([active, active])
})

test('ZR128: five minutes after the last input the tab is idle, and the next input makes it active', () => {
  const { sent } = openPhone()
  vi.advanceTimersByTime(minuteMs / 2)
  press()
  vi.advanceTimersByTime(5 * minuteMs - 1)
  expect(sent).toEqual([active, active])

  vi.advanceTimersByTime(1)
  expect(sent).toEqual([active, active, idle])
  vi.advanceTimersByTime(60 * minuteMs)
  expect(sent).toHaveLength(3)
  press()

  expect(sent).toEqual([active, active, idle, active])
})

test('a new connection learns of recent input, and not of that of more than five minutes ago', () => {
  const { socket, sent } = openPhone()
  vi.advanceTimersByTime(4 * minuteMs)
  socket.receive(ready)
  expect(sent).toEqual([active, active])

  vi.advanceTimersByTime(2 * minuteMs)
  socket.receive(ready)

  expect(sent).toEqual([active, active, idle])
})

test('ZR128: what is typed is not sent, and a closed phone reports nothing', () => {
  const { sent } = openPhone()
  vi.advanceTimersByTime(2 * minuteMs)
  press()
  expect(sent.every((message) => Object.keys(message).join() === 'type,state')).toBe(true)

  stop()
  vi.advanceTimersByTime(10 * minuteMs)
  press()

  expect(sent).toEqual([active, active])
})
