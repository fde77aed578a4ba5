import type { JsonValue } from '@parley/call-engine'
import { createRepeatedWarning, type Log, type RepeatedWarning, type Secrets } from '@parley/server'
import { createClient } from '@redis/client'
import type { Bus, BusListener } from './bus.ts'
import { callListeners } from './call-listeners.ts'
import { MessageSeal } from './message-seal.ts'

const connectTimeoutMs = 2_000
const pingIntervalMs = 2_000
/** A connection on which not even the reply to a ping arrives in this time is replaced. */
const replyTimeoutMs = 6_000
const maxReconnectDelayMs = 2_000
const subscribeRetryMs = 1_000
const warningIntervalMs = 60_000
const disconnected = 'This server is not connected to Redis: users at other servers are not reached.'
const notSubscribed =
  'Redis rejects the subscriptions of this server: users at other servers are not reached.'

interface RedisBusOptions {
  readonly url: string
  /** Messages are encrypted with a key derived from them. */
  readonly secrets: Secrets
  readonly log: Log
  /** Default: one minute. */
  readonly warningIntervalMs?: number
}

/**
 * Creates a bus over the Redis server at `url`. Its connection is replaced when it fails, with delays that
 * differ between nodes. Does not wait for the first connection: a node starts while Redis is down.
 */
export function createRedisBus(options: RedisBusOptions): Bus {
  return new RedisBus(options)
}

class RedisBus implements Bus {
  readonly #options: RedisBusOptions
  readonly #client: ReturnType<typeof createRedisClient>
  readonly #seal: MessageSeal
  readonly #pings: NodeJS.Timeout
  readonly #rejections: RepeatedWarning
  readonly #listeners = new Map<string, BusListener[]>()
  /** Resolve when Redis has confirmed the topic. The client subscribes again after each interruption. */
  readonly #subscriptions = new Map<string, Promise<void>>()
  readonly #reconnectListeners: (() => void)[] = []
  #lastError: string | null = null
  #wasConnected = false
  #areMessagesMissed = false
  #replyTimer: NodeJS.Timeout | null = null

  constructor(options: RedisBusOptions) {
    this.#options = options
    this.#seal = new MessageSeal(options.secrets)
    this.#rejections = createRepeatedWarning(options.log, {
      event: 'bus.message_failed',
      countField: 'messages',
      intervalMs: options.warningIntervalMs ?? warningIntervalMs,
    })
    this.#client = createRedisClient(options.url)
    this.#client.on('error', (error: Error) => this.#onError(error))
    this.#client.on('ready', () => void this.#onReady())
    this.#connect()
    this.#pings = setInterval(() => this.#ping(), pingIntervalMs).unref()
  }

  async publish(topic: string, message: JsonValue): Promise<number> {
    if (!this.#client.isReady) throw new Error(disconnected)
    return await this.#client.publish(topic, this.#seal.seal(topic, message))
  }

  async subscribe(topic: string, listener: BusListener): Promise<void> {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener])
    if (this.#client.isReady) await this.#subscribeAll()
  }

  addReconnectListener(listener: () => void): void {
    this.#reconnectListeners.push(listener)
  }

  findProblem(): string | null {
    if (!this.#client.isReady) return disconnected
    return this.#areMessagesMissed ? notSubscribed : null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#pings)
    this.#clearReplyTimer()
    this.#rejections[Symbol.dispose]()
    this.#listeners.clear()
    this.#client.removeAllListeners('ready')
    this.#client.destroy()
  }

  #connect(): void {
    this.#client.connect().catch((error) => this.#onError(error))
  }

  /** The client itself would not notice: it takes what it sends for activity of the connection. */
  #ping(): void {
    if (!this.#client.isReady || this.#replyTimer) return
    this.#replyTimer = setTimeout(() => this.#replaceConnection(), replyTimeoutMs).unref()
    this.#client
      .ping()
      // A connection that has ended is replaced by the client.
      .catch(() => {})
      .finally(() => this.#clearReplyTimer())
  }

  #replaceConnection(): void {
    this.#clearReplyTimer()
    this.#onError(new Error('Redis does not respond.'))
    this.#client.destroy()
    this.#subscriptions.clear()
    this.#connect()
  }

  #clearReplyTimer(): void {
    if (this.#replyTimer) clearTimeout(this.#replyTimer)
    this.#replyTimer = null
  }

  /** Logs the cause of an interruption once. */
  #onError(error: Error): void {
    if (this.#lastError !== error.message) this.#options.log.error('bus.disconnected', { error })
    this.#lastError = error.message
  }

  async #onReady(): Promise<void> {
    if (this.#lastError !== null) this.#options.log.warn('bus.connected')
    this.#lastError = null
    if (this.#wasConnected) this.#areMessagesMissed = true
    this.#wasConnected = true
    await this.#subscribeAll()
  }

  /** Resolves when Redis has confirmed all topics. A failure is logged, and followed by another attempt. */
  async #subscribeAll(): Promise<void> {
    const topics = [...this.#listeners.keys()]
    const missing = topics.filter((topic) => !this.#subscriptions.has(topic))
    if (missing.length > 0) {
      const confirmed = this.#client
        .subscribe(missing, this.#onMessage)
        .catch((error) => this.#onSubscribeFailure(missing, error))
      for (const topic of missing) this.#subscriptions.set(topic, confirmed)
    }
    await Promise.all(this.#subscriptions.values())
    if (!this.#areMessagesMissed || topics.some((topic) => !this.#subscriptions.has(topic))) return
    this.#areMessagesMissed = false
    for (const listener of this.#reconnectListeners) listener()
  }

  #onSubscribeFailure(topics: readonly string[], error: unknown): void {
    for (const topic of topics) this.#subscriptions.delete(topic)
    this.#areMessagesMissed = true
    this.#options.log.error('bus.subscribe_failed', { error })
    setTimeout(() => {
      // A new connection subscribes by itself.
      if (this.#client.isReady) void this.#subscribeAll()
    }, subscribeRetryMs).unref()
  }

  /** Always the same function, which the client calls once for each message. */
  readonly #onMessage = (sealed: string, topic: string): void => {
    const { log } = this.#options
    let message: JsonValue
    try {
      message = this.#seal.open(topic, sealed)
    } catch (error) {
      // No node of this installation has sent it, or not now.
      this.#rejections.warn(topic, { topic, error })
      return
    }
    callListeners(this.#listeners.get(topic) ?? [], { topic, message, log })
  }
}

function createRedisClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    // Otherwise a server could name an address to connect to from now on.
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: connectTimeoutMs,
      // While the connection is being opened, before it is pinged.
      socketTimeout: replyTimeoutMs,
      reconnectStrategy: (attempts) =>
        Math.random() * Math.min(maxReconnectDelayMs, 100 * 2 ** Math.min(attempts, 10)),
    },
  })
}
