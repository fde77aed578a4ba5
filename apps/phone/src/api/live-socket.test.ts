// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveSocket, type LiveSocket } from './live-socket.ts'

class TestWebSocket extends EventTarget {
  static readonly OPEN = 1
  static created: TestWebSocket[] = []
  readonly readyState = 0

  constructor() {
    super()
    TestWebSocket.created.push(this)
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

  expect(socket.get()).toEqual({ phase: 'offline', because: 'too-many-connections' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(TestWebSocket.created.length).toBe(refused + 1)
})

/** Guarantee: after a restart of the service, not all pages reconnect at the same time. */
test('NR9: the delay of a reconnection is between a half and the whole of its step, at random', async () => {
  const measureDelays = async (random: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const setTimer = vi.spyOn(globalThis, 'setTimeout')
    const accessToken = () => Promise.reject(new Error('No network'))
    socket = createLiveSocket({ accessToken, handsetId: 'handset', deviceId: 'device', url: 'ws://phone' })
    await vi.advanceTimersByTimeAsync(1_000)
    socket.close()
    const delays = setTimer.mock.calls.map(([, delayMs]) => delayMs)
    vi.restoreAllMocks()
    return delays.slice(0, 2)
  }

  expect(await measureDelays(0)).toEqual([250, 500])
  expect(await measureDelays(0.5)).toEqual([187.5, 375])
  expect(await measureDelays(1)).toEqual([125, 250])
})
