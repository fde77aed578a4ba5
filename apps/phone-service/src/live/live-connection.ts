import { randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import { live, PhoneError } from '@parley/contract/phone'
import { createSerialQueue } from '@parley/primitives'
import { type AuthenticationService, authenticate, type CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { closeWithoutReading } from './close-socket.ts'
import type { Handset, LiveService } from './hub.ts'
import type { ClientMessage, ServerMessage } from './messages.ts'
import { TabChanges } from './tab-changes.ts'

const helloTimeoutMs = 10_000
/** The clock may be a little behind that of the account service. */
const minExpiryMs = 1_000
/** A timer with a longer delay ends immediately. */
const maxTimerMs = 2 ** 31 - 1
const maxMessagesPerWindow = 60
const windowMs = 10_000
/** A connection on which nothing is received for this many windows, 20 to 30 s, has been lost. */
const maxSilentWindows = 2
/** A client sends its token before it is known. */
const maxBytesBeforeReady = 32 * 1024
/** A tab that was disconnected for longer fetches its calls. */
const maxResumeMs = 5 * 60_000
/** Slow consumers are disconnected above this buffer size. */
const maxBufferedBytes = 1024 * 1024

type Deps = Pick<Services, 'log' | 'now' | 'settings'> & AuthenticationService & LiveService
type Hello = Extract<ClientMessage, { type: 'hello' }>

/**
 * Serves one connection of the live socket, from its first message, which must carry a token, until it
 * closes.
 */
export function serveLiveConnection(deps: Deps, socket: WebSocket): void {
  const connection = new LiveConnection(deps, socket)
  // A message is a Buffer, as `binaryType` is the default.
  socket.on('message', (data: Buffer, isBinary: boolean) => connection.receive(data, isBinary))
  socket.on('pong', () => connection.receivePong())
  socket.on('close', () => connection.end())
  // A close event follows every error.
  socket.on('error', () => {})
}

/** After them, a client may ignore the close frame and continue to send. Others learn immediately that they are closed. */
const hostileCodes: ReadonlySet<number> = new Set([
  live.liveCloseCodes.malformed,
  live.liveCloseCodes.tooMany,
  live.liveCloseCodes.tooManyConnections,
])

/** The properties of a tab that change while it is connected. */
interface Changeable {
  sessionId: string
  focusedAt: number
  isPhoneAdmin: boolean
  seesColleagues: boolean
  isActive: boolean
  workspaceIds: readonly string[]
}

class LiveConnection {
  readonly #deps: Deps
  readonly #socket: WebSocket
  readonly #timers = new Set<NodeJS.Timeout>()
  #credentials: { accessToken: string; workspaceId: string | null } | null = null
  #tokenExpiresAt = 0
  #handset: (Handset & Changeable) | null = null
  #disconnect: () => void = () => {}
  #idleTimer: NodeJS.Timeout | null = null
  #expiryTimer: NodeJS.Timeout | null = null
  #changes: TabChanges | null = null
  #receivedInWindow = 0
  #silentWindows = 0
  #bytesBeforeReady = 0
  /** A client may send more until it has confirmed the close. */
  #isClosed = false
  /** Messages are handled in order, also while a token is being verified. */
  readonly #queue = createSerialQueue()

  constructor(deps: Deps, socket: WebSocket) {
    this.#deps = deps
    this.#socket = socket
    const helloTimeout = setTimeout(() => this.#onHelloTimeout(), helloTimeoutMs)
    const window = setInterval(() => this.#handleWindowEnd(), windowMs)
    for (const timer of [helloTimeout, window]) this.#timers.add(timer.unref())
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (this.#isClosed) return
    this.#receivedInWindow += 1
    if (!this.#handset) this.#bytesBeforeReady += data.length
    if (this.#receivedInWindow > maxMessagesPerWindow) this.#close(live.liveCloseCodes.tooMany)
    else if (this.#bytesBeforeReady > maxBytesBeforeReady) this.#close(live.liveCloseCodes.tooMany)
    else this.#read(isBinary ? null : parseMessage(String(data)))
  }

  receivePong(): void {
    this.#silentWindows = 0
  }

  /** A browser may suspend the timers of a page, which then sends nothing, but answers pings itself. */
  #handleWindowEnd(): void {
    this.#silentWindows = this.#receivedInWindow === 0 ? this.#silentWindows + 1 : 0
    this.#receivedInWindow = 0
    if (this.#silentWindows >= maxSilentWindows) this.#socket.terminate()
    else if (this.#silentWindows > 0) this.#socket.ping()
  }

  #read(message: ClientMessage | null): void {
    if (message) this.#enqueue(() => this.#handle(message))
    else this.#close(live.liveCloseCodes.malformed)
  }

  end(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#changes?.[Symbol.dispose]()
    this.#disconnect()
    this.#disconnect = () => {}
    this.#handset = null
  }

  #enqueue(action: () => Promise<void>): void {
    const run = async () => {
      if (!this.#isClosed) await action()
    }
    this.#queue.run(run).catch((error) => {
      this.#deps.log.error('live_connection.failed', { error })
      this.#close(live.liveCloseCodes.stopping)
    })
  }

  async #handle(message: ClientMessage): Promise<void> {
    if (message.type === 'hello') return await this.#onHello(message)
    const handset = this.#handset
    if (!handset) return this.#close(live.liveCloseCodes.malformed)

    switch (message.type) {
      case 'token':
        this.#credentials = { accessToken: message.accessToken, workspaceId: handset.workspaceId }
        return await this.#recheck()
      case 'ping':
        return this.#send({ type: 'pong', nonce: message.nonce, serverTime: this.#deps.now().getTime() })
      case 'focused':
        handset.focusedAt = this.#deps.now().getTime()
        return this.#changes?.publish('focus')
      case 'activity':
        return this.#setActivity(handset, message.state)
      case 'heartbeat':
        return this.#deps.live.receive(handset, message)
    }
  }

  async #onHello(hello: Hello): Promise<void> {
    const { accessToken, workspace, handsetId, deviceId } = hello
    if (this.#handset) return this.#close(live.liveCloseCodes.malformed)
    this.#credentials = { accessToken, workspaceId: workspace ?? null }
    const user = await this.#authenticate()
    if (!user) return

    const { workspaceId, userId, sessionId } = user
    if (this.#deps.live.countTabs(userId) >= this.#deps.settings.maxLiveConnectionsPerUser)
      return this.#close(live.liveCloseCodes.tooManyConnections, 'Too many connections of this user.')

    if (!this.#deps.live.accepts(user)) return this.#close(live.liveCloseCodes.stopping)

    const serverTime = this.#deps.now().getTime()
    const handset = {
      connectionId: randomUUID(),
      workspaceId,
      userId,
      sessionId,
      workspaceIds: listWorkspaceIds(user),
      isPhoneAdmin: user.isPhoneAdmin,
      seesColleagues: user.canReadMembers,
      isActive: false,
      handsetId,
      deviceId,
      focusedAt: serverTime - (hello.focusedAgoMs ?? 0),
      resume: hello.resume && serverTime - hello.resume.since < maxResumeMs ? hello.resume : null,
      send: (message: ServerMessage) => this.#send(message),
      recheck: () => this.#enqueue(() => this.#recheck()),
      leave: () => this.#close(live.liveCloseCodes.stopping),
    }
    this.#handset = handset
    this.#changes = new TabChanges((change) => this.#deps.live.update(handset, change))
    this.#credentials = { accessToken, workspaceId }
    const isResumed = handset.resume !== null
    const tokenExpiresAt = this.#tokenExpiresAt
    this.#send({ type: 'ready', userId, workspaceId, serverTime, tokenExpiresAt, isResumed })
    if (this.#socket.readyState === this.#socket.OPEN) this.#disconnect = this.#deps.live.connect(handset)
  }

  /**
   * Closes the connection when the user has signed out or left the workspace or the token has expired, and updates
   * the rights and workspaces of the user.
   */
  async #recheck(): Promise<void> {
    const handset = this.#handset
    const user = handset && (await this.#authenticate())
    if (!user) return
    if (user.userId !== handset.userId) return this.#close(live.liveCloseCodes.unauthorized)
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const workspaceIds = listWorkspaceIds(user)
    const { isPhoneAdmin, canReadMembers } = user
    const areRightsSame = handset.isPhoneAdmin === isPhoneAdmin && handset.seesColleagues === canReadMembers
    handset.sessionId = user.sessionId
    handset.isPhoneAdmin = isPhoneAdmin
    handset.seesColleagues = canReadMembers
    if (workspaceIds.join() !== handset.workspaceIds.join()) {
      this.#disconnect()
      handset.workspaceIds = workspaceIds
      this.#disconnect = this.#deps.live.connect(handset)
    } else if (!areRightsSame) this.#deps.live.update(handset, 'rights')
  }

  /** The tab becomes idle without a message, too: the page may be suspended. */
  #setActivity(handset: Handset & Changeable, state: 'active' | 'idle'): void {
    this.#clearTimer(this.#idleTimer)
    const { idleAfterMs } = this.#deps.settings
    this.#idleTimer =
      state === 'active' ? this.#startTimer(() => this.#setActivity(handset, 'idle'), idleAfterMs) : null
    if (handset.isActive === (state === 'active')) return
    handset.isActive = state === 'active'
    this.#changes?.publish('activity')
  }

  async #authenticate(): Promise<CurrentUser | null> {
    if (!this.#credentials) return null
    try {
      const user = await authenticate(this.#deps.authentication, this.#credentials)
      this.#setExpiry(user.tokenExpiresAt)
      return user
    } catch (error) {
      if (!(error instanceof PhoneError)) throw error
      // A short outage of the account service must not disconnect users whose token is still valid.
      if (
        error.code === 'ACCOUNTS_UNREACHABLE' &&
        this.#handset &&
        this.#tokenExpiresAt > this.#deps.now().getTime()
      ) {
        return null
      }
      const isOutside = error.code === 'WORKSPACE_NOT_FOUND' || error.code === 'NO_WORKSPACE'
      this.#close(isOutside ? live.liveCloseCodes.forbidden : live.liveCloseCodes.unauthorized)
      return null
    }
  }

  /** A tab whose token expires before it sends another one is disconnected. */
  #setExpiry(tokenExpiresAt: number): void {
    this.#tokenExpiresAt = tokenExpiresAt
    this.#clearTimer(this.#expiryTimer)
    if (this.#isClosed) return
    const delayMs = Math.min(Math.max(tokenExpiresAt - this.#deps.now().getTime(), minExpiryMs), maxTimerMs)
    this.#expiryTimer = this.#startTimer(() => this.#enqueue(() => this.#recheck()), delayMs)
  }

  #startTimer(onTimeout: () => void, delayMs: number): NodeJS.Timeout {
    const timer = setTimeout(onTimeout, delayMs).unref()
    this.#timers.add(timer)
    return timer
  }

  #clearTimer(timer: NodeJS.Timeout | null): void {
    if (!timer) return
    clearTimeout(timer)
    this.#timers.delete(timer)
  }

  #onHelloTimeout(): void {
    if (!this.#handset) this.#close(live.liveCloseCodes.unauthorized)
  }

  #send(message: ServerMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#socket.terminate()
    else this.#socket.send(JSON.stringify(message))
  }

  #close(code: number, reason?: string): void {
    this.end()
    if (hostileCodes.has(code)) closeWithoutReading(this.#socket, code, reason)
    else this.#socket.close(code, reason)
  }
}

function listWorkspaceIds({ workspaces }: CurrentUser): string[] {
  return workspaces.map(({ id }) => id).toSorted()
}

function parseMessage(text: string): ClientMessage | null {
  try {
    const parsed = live.clientMessage.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
