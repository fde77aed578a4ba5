import type { JsonValue } from '@parley/call-engine'
import type { Log, Secrets } from '@parley/server'
import { createClient } from '@redis/client'
import type { Bus, BusListener } from './bus.ts'

const connectTimeoutMs = 2_000
const pingIntervalMs = 2_000
/** A connection on which not even the replies to pings arrive is replaced. */
const socketTimeoutMs = 6_000
const maxReconnectDelayMs = 2_000
const disconnected = 'This server is not connected to Redis: users at other servers are not reached.'

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
  /** The client subscribes to them again after each interruption. */
  readonly #subscribedTopics = new Set<string>()
  readonly #reconnectListeners: (() => void)[] = []
  #lastError: string | null = null
  #wasConnected = false

  constructor(options: RedisBusOptions) {
    this.#options = options
    const { log } = options
    this.#client = openClient(options.url)
    this.#client.on('error', (error: Error) => this.#onError(error))
    this.#client.on('ready', () => {
      this.#onReady().catch((error) => log.error('bus.subscribe_failed', { error }))
    })
    this.#client.connect().catch((error) => log.error('bus.disconnected', { error }))
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
    return this.#client.isReady ? null : disconnected
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
    const isReconnected = this.#wasConnected
    this.#wasConnected = true
    await this.#subscribeAll()
    if (isReconnected) for (const listener of this.#reconnectListeners) listener()
  }

  async #subscribeAll(): Promise<void> {
    const missing = [...this.#listeners.keys()].filter((topic) => !this.#subscribedTopics.has(topic))
    if (missing.length === 0) return
    for (const topic of missing) this.#subscribedTopics.add(topic)
    await this.#client
      .subscribe(missing, (sealed, topic) => this.#receive(sealed, topic))
      .catch((error) => {
        for (const topic of missing) this.#subscribedTopics.delete(topic)
        throw error
      })
  }

  #receive(sealed: string, topic: string): void {
    try {
      const message = JSON.parse(this.#options.secrets.open(sealed, getPurpose(topic)))
      for (const listener of this.#listeners.get(topic) ?? []) listener(message)
    } catch (error) {
      // No node of this installation has sent it, or a listener has failed.
      this.#options.log.error('bus.message_failed', { topic, error })
    }
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
