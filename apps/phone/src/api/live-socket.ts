import type { live } from '@parley/contract/phone'
import { createStore, type Store } from '../shell/hooks/store.ts'

type ClientMessage = live.ClientMessage
export type ServerMessage = live.ServerMessage

const path: typeof live.livePath = '/api/v1/live'
const closeCodes = { unauthorized: 4401, forbidden: 4403, wrongOrigin: 4404 } as const satisfies Partial<
  typeof live.liveCloseCodes
>

const pingIntervalMs = 5_000
/** Without a pong for this long, the connection counts as lost, whatever the browser reports. */
const silenceTimeoutMs = 12_000
const renewTokenBeforeMs = 60_000
const retryDelaysMs = [250, 500, 1_000, 2_000, 4_000, 8_000]

/**
 * The state of the live connection. `ready` means that a round trip has succeeded.
 *
 * - `signed-out`, `not-a-member`, `wrong-origin`: permanent; retrying does not help.
 */
export type LiveConnectionState =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'ready'; readonly roundTripMs: number; readonly clockOffsetMs: number }
  | { readonly phase: 'offline'; readonly because: 'no-network' | 'no-answer' }
  | { readonly phase: 'refused'; readonly because: 'signed-out' | 'not-a-member' | 'wrong-origin' }

export interface LiveSocket extends Store<LiveConnectionState> {
  send(message: ClientMessage): void
  /** Returns a function that unsubscribes. */
  onMessage(listener: (message: ServerMessage) => void): () => void
  /** Reconnects immediately instead of after the retry delay. */
  reconnectNow(): void
  close(): void
}

export interface LiveSocketOptions {
  readonly accessToken: () => Promise<string | null>
  /** The id of this page load. */
  readonly handsetId: string
  /** The id of this browser, shared by its tabs. */
  readonly deviceId: string
  readonly url?: string
}

/** Maintains one connection to the service while the page is open. */
export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const state = createStore<LiveConnectionState>({ phase: 'connecting' })
  const listeners = new Set<(message: ServerMessage) => void>()
  const url = options.url ?? `${location.origin.replace(/^http/, 'ws')}${path}`
  let socket: WebSocket | null = null
  let isClosed = false
  let attempt = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setInterval> | undefined
  let renewTimer: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0
  let wasReady = false
  let pinged = { nonce: 0, at: 0 }

  const send = (message: ClientMessage) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  const ping = () => {
    if (performance.now() - heardAt > silenceTimeoutMs) {
      lose('no-answer')
      return
    }
    pinged = { nonce: pinged.nonce + 1, at: performance.now() }
    send({ type: 'ping', nonce: pinged.nonce })
  }

  const renewToken = async () => {
    const accessToken = await options.accessToken().catch(() => null)
    if (accessToken) send({ type: 'token', accessToken })
  }

  const take = (message: ServerMessage) => {
    heardAt = performance.now()
    if (message.type === 'ready') {
      attempt = 0
      wasReady = true
      clearInterval(pingTimer)
      pingTimer = setInterval(ping, pingIntervalMs)
      ping()
      const livesMs = message.tokenExpiresAt - message.serverTime
      renewTimer = setInterval(() => void renewToken(), Math.max(20_000, livesMs - renewTokenBeforeMs))
      if (document.visibilityState === 'visible') send({ type: 'focused' })
    }
    if (message.type === 'pong' && message.nonce === pinged.nonce) {
      const roundTripMs = Math.max(1, Math.round(performance.now() - pinged.at))
      const clockOffsetMs = message.serverTime + roundTripMs / 2 - Date.now()
      state.set({ phase: 'ready', roundTripMs, clockOffsetMs })
    }
    for (const listener of [...listeners]) listener(message)
  }

  const stop = () => {
    clearTimeout(retryTimer)
    clearInterval(pingTimer)
    clearInterval(renewTimer)
    const closing = socket
    socket = null
    closing?.close()
  }

  const lose = (because: 'no-network' | 'no-answer') => {
    stop()
    if (isClosed) return
    if (attempt > 0) state.set({ phase: 'offline', because: navigator.onLine ? because : 'no-network' })
    else state.set({ phase: 'connecting' })
    const pauseMs = retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 8_000
    attempt += 1
    retryTimer = setTimeout(() => void connect(), pauseMs)
  }

  const ended = (code: number) => {
    const because = toPermanentFailure(code)
    // After sleep, the token may have expired although the user is signed in; a new token decides.
    const mayBeStale = because === 'signed-out' && wasReady
    wasReady = false
    if (because === null || mayBeStale) return lose('no-answer')
    stop()
    state.set({ phase: 'refused', because })
  }

  const connect = async () => {
    clearTimeout(retryTimer)
    const accessToken = await options.accessToken().catch(() => undefined)
    if (isClosed) return
    if (accessToken === undefined) return lose('no-answer')
    if (accessToken === null) return state.set({ phase: 'refused', because: 'signed-out' })

    const opened = new WebSocket(url)
    socket = opened
    heardAt = performance.now()
    opened.addEventListener('open', () =>
      send({ type: 'hello', accessToken, handsetId: options.handsetId, deviceId: options.deviceId }),
    )
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened && typeof data === 'string') take(JSON.parse(data) as ServerMessage)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket === opened) ended(code)
    })
  }

  const reconnectNow = () => {
    if (isClosed || socket) return
    void connect()
  }
  const noticeFocus = () => document.visibilityState === 'visible' && send({ type: 'focused' })
  const noticeOffline = () => lose('no-network')
  window.addEventListener('online', reconnectNow)
  window.addEventListener('offline', noticeOffline)
  window.addEventListener('focus', noticeFocus)
  document.addEventListener('visibilitychange', noticeFocus)
  void connect()

  return {
    get: state.get,
    subscribe: state.subscribe,
    send,
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reconnectNow,
    close() {
      isClosed = true
      window.removeEventListener('online', reconnectNow)
      window.removeEventListener('offline', noticeOffline)
      window.removeEventListener('focus', noticeFocus)
      document.removeEventListener('visibilitychange', noticeFocus)
      stop()
    },
  }
}

function toPermanentFailure(code: number): 'signed-out' | 'not-a-member' | 'wrong-origin' | null {
  if (code === closeCodes.unauthorized) return 'signed-out'
  if (code === closeCodes.forbidden) return 'not-a-member'
  return code === closeCodes.wrongOrigin ? 'wrong-origin' : null
}
