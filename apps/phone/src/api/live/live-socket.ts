import type { live } from '@parley/contract/phone'
import { createStore, type Store } from '@parley/primitives'
import { ReceivedCalls } from '../received-calls.ts'
import { TabUse } from '../tab-use.ts'
import { type ClockEstimate, selectEstimate } from './clock-estimate.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'

type ClientMessage = live.ClientMessage
export type ServerMessage = live.ServerMessage

const path: typeof live.livePath = '/api/v1/live'
const closeCodes = {
  unauthorized: 4401,
  forbidden: 4403,
  wrongOrigin: 4404,
  tooManyConnections: 4430,
  stopping: 4503,
} as const satisfies Partial<typeof live.liveCloseCodes>

const pingIntervalMs = 5_000
/** When a ping gets no answer for this long, the connection counts as lost, even if the browser reports otherwise. */
const answerTimeoutMs = 9_000
const renewTokenBeforeMs = 60_000

/**
 * The state of the live connection. `ready` means that a round trip has succeeded.
 *
 * - `signed-out`, `not-a-member`, `wrong-origin`: permanent; retrying does not help.
 */
export type LiveConnectionState =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'ready'; readonly roundTripMs: number; readonly clockOffsetMs: number }
  | { readonly phase: 'offline'; readonly reason: OfflineReason }
  | { readonly phase: 'refused'; readonly reason: 'signed-out' | 'not-a-member' | 'wrong-origin' }

/** `too-many-connections`: the user or the network has too many open tabs. */
type OfflineReason = 'no-network' | 'no-answer' | 'too-many-connections'

export interface LiveSocket extends Store<LiveConnectionState> {
  send(message: ClientMessage): void
  /** Returns a function that unsubscribes. */
  onMessage(listener: (message: ServerMessage) => void): () => void
  /** Reconnects immediately instead of after the retry delay. */
  reconnectNow(): void
  close(): void
}

interface LiveSocketOptions {
  readonly accessToken: () => Promise<string | null>
  /** The id of this page load. */
  readonly handsetId: string
  /** The id of this browser, shared by its tabs. */
  readonly deviceId: string
  /** Returns the workspace of the connection; null for the one that the user has selected at that time. */
  readonly workspace?: () => string | null
  readonly url?: string
}

/** Creates the live connection of this page. */
export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  return new ReconnectingSocket(options)
}

/** Maintains one connection to the service while the page is open. */
class ReconnectingSocket implements LiveSocket {
  readonly #options: LiveSocketOptions
  readonly #url: string
  readonly #state = createStore<LiveConnectionState>({ phase: 'connecting' })
  readonly #listeners = new Set<(message: ServerMessage) => void>()
  readonly #pageEvents = new AbortController()
  #socket: WebSocket | null = null
  /** The attempt that waits for its token. A newer one, or the end of the connection, supersedes it. */
  #connecting: symbol | null = null
  #isClosed = false
  #attempt = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #pingTimer: ReturnType<typeof setInterval> | undefined
  #renewTimer: ReturnType<typeof setInterval> | undefined
  /** When the first ping since the last message was sent. A hidden page may send one a minute only. */
  #unansweredSince: number | null = null
  #wasReady = false
  #lastPing = { nonce: 0, at: 0 }
  #clock: ClockEstimate | null = null
  readonly #receivedCalls = new ReceivedCalls()
  readonly #tabUse: TabUse

  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe

  constructor(options: LiveSocketOptions) {
    this.#options = options
    this.#url = options.url ?? `${location.origin.replace(/^http/, 'ws')}${path}`
    const { signal } = this.#pageEvents
    window.addEventListener('online', () => this.reconnectNow(), { signal })
    window.addEventListener('offline', () => this.#lose('no-network'), { signal })
    this.#tabUse = new TabUse(() => this.send({ type: 'focused' }), signal)
    void this.#connect()
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  onMessage(listener: (message: ServerMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  reconnectNow(): void {
    if (!this.#isClosed && !this.#socket) void this.#connect()
  }

  close(): void {
    this.#isClosed = true
    this.#pageEvents.abort()
    this.#stop()
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#retryTimer)
    const { handsetId, deviceId } = this.#options
    const connecting = Symbol('connecting')
    this.#connecting = connecting
    const accessToken = await this.#options.accessToken().catch(() => undefined)
    if (this.#connecting !== connecting) return
    this.#connecting = null
    if (accessToken === undefined) return this.#lose('no-answer')
    if (accessToken === null) return this.#state.set({ phase: 'refused', reason: 'signed-out' })

    const opened = new WebSocket(this.#url)
    this.#socket = opened
    this.#unansweredSince = null
    opened.addEventListener('open', () => {
      const workspace = this.#options.workspace?.() ?? undefined
      const focusedAgoMs = this.#tabUse.agoMs
      const resume = this.#receivedCalls.createResume()
      this.send({ type: 'hello', accessToken, workspace, handsetId, deviceId, focusedAgoMs, resume })
    })
    opened.addEventListener('message', ({ data }) => {
      if (this.#socket === opened && typeof data === 'string')
        this.#receive(JSON.parse(data) as ServerMessage)
    })
    opened.addEventListener('close', ({ code }) => {
      if (this.#socket === opened) this.#handleClose(code)
    })
  }

  #receive(message: ServerMessage): void {
    this.#unansweredSince = null
    if (this.#receivedCalls.receive(message) === 'outdated') return
    if (message.type === 'ready') this.#begin(message)
    if (message.type === 'pong' && message.nonce === this.#lastPing.nonce) {
      const roundTripMs = Math.max(1, Math.round(performance.now() - this.#lastPing.at))
      const offsetMs = message.serverTime + roundTripMs / 2 - Date.now()
      this.#clock = selectEstimate(this.#clock, { offsetMs, roundTripMs })
      this.#state.set({ phase: 'ready', roundTripMs, clockOffsetMs: this.#clock.offsetMs })
    }
    for (const listener of [...this.#listeners]) listener(message)
  }

  #begin({ tokenExpiresAt, serverTime }: Extract<ServerMessage, { type: 'ready' }>): void {
    this.#attempt = 0
    this.#wasReady = true
    clearInterval(this.#pingTimer)
    this.#pingTimer = setInterval(() => this.#ping(), pingIntervalMs)
    this.#ping()
    const livesMs = tokenExpiresAt - serverTime
    clearInterval(this.#renewTimer)
    this.#renewTimer = setInterval(
      () => void this.#renewToken(),
      Math.max(20_000, livesMs - renewTokenBeforeMs),
    )
  }

  #ping(): void {
    const now = performance.now()
    this.#unansweredSince ??= now
    if (now - this.#unansweredSince > answerTimeoutMs) {
      this.#lose('no-answer')
      return
    }
    this.#lastPing = { nonce: this.#lastPing.nonce + 1, at: now }
    this.send({ type: 'ping', nonce: this.#lastPing.nonce })
  }

  async #renewToken(): Promise<void> {
    const accessToken = await this.#options.accessToken().catch(() => null)
    if (accessToken) this.send({ type: 'token', accessToken })
  }

  #handleClose(code: number): void {
    const reason = toPermanentFailure(code)
    // After sleep, the token may have expired although the user is signed in; a new token decides.
    const mayBeStale = reason === 'signed-out' && this.#wasReady
    this.#wasReady = false
    if (reason === null || mayBeStale) {
      const reason = code === closeCodes.tooManyConnections ? 'too-many-connections' : 'no-answer'
      this.#lose(reason, code === closeCodes.stopping ? 'stop' : 'loss')
      return
    }
    this.#stop()
    this.#state.set({ phase: 'refused', reason })
  }

  #lose(reason: OfflineReason, cause: 'loss' | 'stop' = 'loss'): void {
    this.#stop()
    if (this.#isClosed) return
    if (this.#attempt > 0 || reason === 'too-many-connections')
      this.#state.set({ phase: 'offline', reason: navigator.onLine ? reason : 'no-network' })
    else this.#state.set({ phase: 'connecting' })
    const delayMs = reconnectDelayMs(this.#attempt, cause)
    this.#attempt += 1
    this.#retryTimer = setTimeout(() => void this.#connect(), delayMs)
  }

  #stop(): void {
    this.#connecting = null
    clearTimeout(this.#retryTimer)
    clearInterval(this.#pingTimer)
    clearInterval(this.#renewTimer)
    const closing = this.#socket
    this.#socket = null
    closing?.close()
  }
}

function toPermanentFailure(code: number): 'signed-out' | 'not-a-member' | 'wrong-origin' | null {
  if (code === closeCodes.unauthorized) return 'signed-out'
  if (code === closeCodes.forbidden) return 'not-a-member'
  return code === closeCodes.wrongOrigin ? 'wrong-origin' : null
}
