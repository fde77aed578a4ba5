// @vitest-environment jsdom
import type { live } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveSocket, type LiveSocket } from './live-socket.ts'

class TestWebSocket extends EventTarget {
  static readonly OPEN = 1
  static created: TestWebSocket[] = []
  readyState = 0
  readonly sent: live.ClientMessage[] = []

  constructor() {
    super()
    TestWebSocket.created.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {}
}

let socket: LiveSocket

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', TestWebSocket)
  TestWebSocket.created = []
})

afterEach(() => {
  socket.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/**
 * Opens the live connection of a user whose access token is being refreshed, and returns what ends the
 * refresh.
 */
function openDuringRefresh(): () => Promise<void> {
  const refresh = Promise.withResolvers<string>()
  const accessToken = () => refresh.promise
  socket = createLiveSocket({ accessToken, handsetId: 'handset', deviceId: 'device', url: 'ws://phone' })
  return async () => {
    refresh.resolve('token')
    await vi.advanceTimersByTimeAsync(60_000)
  }
}

/** Guarantee: a page has one connection, because the service closes a connection that sends `hello` twice. */
test('reconnecting while the access token is refreshed opens no second connection', async () => {
  const endRefresh = openDuringRefresh()

  socket.reconnectNow()
  window.dispatchEvent(new Event('online'))
  await endRefresh()

  expect(TestWebSocket.created).toHaveLength(1)
})

test('losing the network while the access token is refreshed leaves one connection', async () => {
  const endRefresh = openDuringRefresh()

  window.dispatchEvent(new Event('offline'))
  await endRefresh()

  expect(TestWebSocket.created).toHaveLength(1)
})

test('a page that is closed while the access token is refreshed does not connect', async () => {
  const endRefresh = openDuringRefresh()

  socket.close()
  await endRefresh()

  expect(TestWebSocket.created).toEqual([])
})

/**
 * Guarantee (AV2): a user with too many tabs sees why the phone is offline, and it connects when others are
 * closed.
 */
test('AV2: a connection beyond the limit is reported as such and tried again', async () => {
  await openDuringRefresh()()
  const refused = TestWebSocket.created.length

  TestWebSocket.created.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 4430 }))

  expect(socket.get()).toEqual({ phase: 'offline', reason: 'too-many-connections' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(TestWebSocket.created.length).toBe(refused + 1)
})

/** Guarantee: the timer of a call does not jump when the network is slow for a moment. */
test('a slow round trip does not change the estimate of the clock, and a clock that was set does', async () => {
  await openDuringRefresh()()
  const opened = required(TestWebSocket.created[0], 'the connection')
  opened.readyState = TestWebSocket.OPEN
  const receive = (message: object) =>
    opened.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  /** Lets the service respond to the last ping with its clock, some time after it was sent. */
  const respond = async (roundTripMs: number, aheadMs: number) => {
    const serverTime = Date.now() + aheadMs
    await vi.advanceTimersByTimeAsync(roundTripMs)
    const { nonce } = opened.sent.findLast(({ type }) => type === 'ping') as { nonce: number }
    receive({ type: 'pong', nonce, serverTime })
    return (socket.get() as { clockOffsetMs: number }).clockOffsetMs
  }
  receive({ type: 'ready', tokenExpiresAt: Date.now() + 3_600_000, serverTime: Date.now() })

  expect(await respond(10, 1_005)).toBe(1_000)
  await vi.advanceTimersToNextTimerAsync()
  expect(await respond(4_000, 1_000)).toBe(1_000)
  await vi.advanceTimersToNextTimerAsync()
  expect(await respond(4_000, 61_000)).toBe(59_000)
})

/** Guarantee: a service that does not respond is tried ever more rarely, at a random time of each delay. */
test('NR9: the limit of the random delay doubles with each attempt, up to 16 s', async () => {
  const measureDelays = async (random: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const setTimer = vi.spyOn(globalThis, 'setTimeout')
    const accessToken = () => Promise.reject(new Error('No network'))
    socket = createLiveSocket({ accessToken, handsetId: 'handset', deviceId: 'device', url: 'ws://phone' })
    await vi.advanceTimersByTimeAsync(60_000)
    socket.close()
    const delays = setTimer.mock.calls.map(([, delayMs]) => delayMs)
    vi.restoreAllMocks()
    return delays.slice(0, 6)
  }

  expect(await measureDelays(1)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000])
  expect(await measureDelays(0.5)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000])
})

/** Guarantee: a restart of the service is not followed by the connections of all tabs at the same time. */
test.each([
  ['that is lost', 1006, 1_000, 120],
  ['that the service closes because it stops', 4503, 4_000, 40],
])(
  'NR9: of a thousand tabs with a connection %s, no more than their share reconnects in any 100 ms',
  async (_, code, withinMs, limit) => {
    const tabCount = 1_000
    let calls = 0
    vi.spyOn(Math, 'random').mockImplementation(() => (calls++ % tabCount) / tabCount)
    const accessToken = () => Promise.resolve('token')
    const sockets = Array.from({ length: tabCount }, (_value, index) =>
      createLiveSocket({ accessToken, handsetId: `${index}`, deviceId: 'device', url: 'ws://phone' }),
    )
    socket = required(sockets[0], 'a socket')
    await vi.advanceTimersByTimeAsync(0)
    const opened = TestWebSocket.created.splice(0)
    expect(opened).toHaveLength(tabCount)

    for (const each of opened) each.dispatchEvent(new CloseEvent('close', { code }))

    const counts: number[] = []
    for (let elapsedMs = 0; elapsedMs < withinMs; elapsedMs += 100) {
      await vi.advanceTimersByTimeAsync(100)
      counts.push(TestWebSocket.created.splice(0).length)
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(limit)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(tabCount)
    for (const each of sockets) each.close()
    vi.restoreAllMocks()
  },
)

/** Opens the connection that was created last, and receives messages. Returns the messages that were sent. */
function openLatest(messages: readonly object[]): readonly live.ClientMessage[] {
  const latest = required(TestWebSocket.created.at(-1), 'a connection')
  latest.readyState = TestWebSocket.OPEN
  latest.dispatchEvent(new Event('open'))
  for (const message of messages)
    latest.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  return latest.sent
}

const ready = { type: 'ready', serverTime: 1_000_000, tokenExpiresAt: 2_000_000, isResumed: false }
const update = (id: string, version: number, parts: object = {}) => ({
  type: 'call.updated',
  call: { id, version, phase: 'talking', endedAt: null, ...parts },
})

/** Guarantee: a tab that was disconnected neither misses a change of a call nor fetches all of them. */
test('ZR114: a tab reconnects with the versions of its calls and the time of the service', async () => {
  await openDuringRefresh()()
  const ended = { phase: 'ended', endedAt: 999_000 }
  const longAgo = { phase: 'ended', endedAt: 100_000 }
  const messages = [ready, update('a', 1), update('b', 7), update('a', 2), update('c', 4, ended)]
  const first = openLatest([...messages, update('d', 4, longAgo)])
  TestWebSocket.created.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 1006 }))
  await vi.advanceTimersByTimeAsync(10_000)
  const second = openLatest([])

  expect(first[0]).not.toHaveProperty('resume')
  expect(second[0]).toMatchObject({
    type: 'hello',
    resume: {
      since: 1_000_000,
      calls: [
        { id: 'b', version: 7 },
        { id: 'a', version: 2 },
        { id: 'c', version: 4 },
      ],
    },
  })
})

/** Guarantee (ZR401): the ringtone plays where the user is, and a page without input sends nothing for it. */
test('ZR401: focus is reported each time, input every 30 s, and nothing without either', async () => {
  await openDuringRefresh()()
  const sent = openLatest([ready])
  const pong = JSON.stringify({ type: 'pong', nonce: 0, serverTime: 1_000_000 })
  const connection = TestWebSocket.created.at(-1)
  setInterval(() => connection?.dispatchEvent(new MessageEvent('message', { data: pong })), 5_000)
  const countReports = () => sent.filter(({ type }) => type === 'focused').length
  const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  document.dispatchEvent(new Event('visibilitychange'))
  hasFocus.mockRestore()
  expect(sent.filter(({ type }) => type !== 'ping').map(({ type }) => type)).toEqual(['hello'])

  for (let second = 0; second < 60; second += 1) {
    press()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(countReports()).toBe(2)
  for (const type of ['pointerdown', 'pointermove', 'wheel']) {
    window.dispatchEvent(new Event(type))
    await vi.advanceTimersByTimeAsync(30_000)
  }
  expect(countReports()).toBe(5)

  for (let count = 0; count < 2; count += 1) window.dispatchEvent(new Event('focus'))
  expect(countReports()).toBe(7)
  // The user may have used another computer since the last report.
  for (let count = 0; count < 2; count += 1) press()
  expect(countReports()).toBe(8)
})

test('ZR401: a page that connects tells the service when it was used last, also if it is visible', async () => {
  await openDuringRefresh()()
  openLatest([ready])
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(20_000)
  window.dispatchEvent(new Event('pointerdown'))
  const usedAt = Date.now()
  await vi.advanceTimersByTimeAsync(60_000)

  TestWebSocket.created.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 1006 }))
  await vi.advanceTimersByTimeAsync(10_000)
  const sent = openLatest([ready])

  expect(sent[0]).toMatchObject({ type: 'hello', focusedAgoMs: Date.now() - usedAt })
  expect(sent.map(({ type }) => type)).not.toContain('focused')
})

/** Guarantee (ZR402): a call rings and notifies in a hidden tab, whose timers Chromium runs once a minute. */
test('ZR402: a page whose timers run once a minute stays connected, and one whose pings get no answer does not', async () => {
  await openDuringRefresh()()
  const sent = openLatest([ready])
  const connection = TestWebSocket.created.at(-1)
  const now = vi.spyOn(performance, 'now')
  const pass = async (ms: number) => {
    const { nonce } = required(
      sent.findLast((message) => message.type === 'ping'),
      'a ping',
    )
    const data = JSON.stringify({ type: 'pong', nonce, serverTime: 1_000_000 })
    connection?.dispatchEvent(new MessageEvent('message', { data }))
    now.mockReturnValue(performance.now() + ms)
    await vi.advanceTimersByTimeAsync(5_000)
  }

  for (let minute = 0; minute < 3; minute += 1) await pass(60_000)
  expect(socket.get().phase).toBe('ready')
  expect(sent.filter(({ type }) => type === 'ping')).toHaveLength(4)

  for (let ping = 0; ping < 2; ping += 1) {
    now.mockReturnValue(performance.now() + 5_000)
    await vi.advanceTimersByTimeAsync(5_000)
  }
  now.mockRestore()
  expect(socket.get().phase).toBe('connecting')
})

test('ZR114: of two states of a call, the older one is ignored, and so is any after its end', async () => {
  await openDuringRefresh()()
  const received: [string, number][] = []
  socket.onMessage((message) => {
    if (message.type === 'call.updated') received.push([message.call.phase, message.call.version])
  })

  openLatest([
    ready,
    update('a', 3),
    update('a', 2),
    update('a', 3),
    // The node that could not store version 3 has died, and another one has ended the call.
    update('a', 2, { phase: 'ended', endedAt: 1 }),
    update('a', 4),
  ])

  expect(received).toEqual([
    ['talking', 3],
    ['talking', 3],
    ['ended', 2],
  ])
})
