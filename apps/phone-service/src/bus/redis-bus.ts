import type { JsonValue } from '@parley/call-engine'
import type { Log, Secrets } from '@parley/server'
import { createClient } from '@redis/client'
import type { Bus, BusListener } from './bus.ts'
import { callListeners } from './call-listeners.ts'

const connectTimeoutMs = 2_000
const pingIntervalMs = 2_000
/** A connection on which not even the replies to pings arrive is replaced. */
const socketTimeoutMs = 6_000
const maxReconnectDelayMs = 2_000
const subscribeRetryMs = 1_000
const disconnected = 'This server is not connected to Redis: users at other servers are not reached.'
const notSubscribed =
  'Redis rejects the subscriptions of this server: users at other servers are not reached.'

interface RedisBusOptions {
  readonly url: string
  /** Messages are encrypted, so that access to Redis alone neither reveals nor forges one. */
  readonly secrets: Secrets
  readonly log: Log
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
  readonly #client: ReturnType<typeof openClient>
  readonly #listeners = new Map<string, BusListener[]>()
  /** Resolve when Redis has confirmed the topic. The client subscribes again after each interruption. */
  readonly #subscriptions = new Map<string, Promise<void>>()
  readonly #reconnectListeners: (() => void)[] = []
  #lastError: string | null = null
  #wasConnected = false
  #areMessagesMissed = false

  constructor(options: RedisBusOptions) {
    this.#options = options
    this.#client = openClient(options.url)
    this.#client.on('error', (error: Error) => this.#onError(error))
    this.#client.on('ready', () => void this.#onReady())
    this.#client.connect().catch((error) => options.log.error('bus.disconnected', { error }))
  }

  async publish(topic: string, message: JsonValue): Promise<number> {
    if (!this.#client.isReady) throw new Error(disconnected)
    const sealed = this.#options.secrets.seal(JSON.stringify(message), getPurpose(topic))
    return await this.#client.publish(topic, sealed)
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
    this.#listeners.clear()
    this.#client.removeAllListeners('ready')
    this.#client.destroy()
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
    const { secrets, log } = this.#options
    let message: JsonValue
    try {
      message = JSON.parse(secrets.open(sealed, getPurpose(topic)))
    } catch (error) {
      // No node of this installation has sent it.
      log.error('bus.message_failed', { topic, error })
      return
    }
    callListeners(this.#listeners.get(topic) ?? [], { topic, message, log })
  }
}

function openClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingIntervalMs,
    socket: {
      connectTimeout: connectTimeoutMs,
      socketTimeout: socketTimeoutMs,
      reconnectStrategy: (attempts) =>
        Math.random() * Math.min(maxReconnectDelayMs, 100 * 2 ** Math.min(attempts, 10)),
    },
  })
}

/** Binds a message to its topic, so that it cannot be sent again to another one. */
function getPurpose(topic: string): string {
  return `bus ${topic}`
}
