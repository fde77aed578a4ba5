import type { Socket } from 'node:net'
import type { Clock } from '@parley/primitives'
import { canonicalIp } from '@parley/primitives/node'
import type { Flow, Protocol, RemoteEndpoint } from './flow.ts'
import { MessageFramer } from './framing.ts'
import type { Limits } from './limits.ts'
import { localHostFor } from './local-host.ts'
import type { PeerGroup, Turns } from './turns.ts'

export interface ConnectionOptions {
  readonly socket: Socket
  readonly protocol: Protocol
  /** Whether we opened the connection: then we send the keep-alives. */
  readonly opener: 'us' | 'peer'
  /** See {@link Flow.serverName}. */
  readonly serverName: string | null
  /** Port of our listener; null when there is none, then the local port of the connection is used. */
  readonly listeningPort: number | null
  readonly publicHost: string | null
  readonly limits: Limits
  readonly clock: Clock
  readonly turns: Turns
  /** Returns the group of a known peer, or null. */
  readonly findPeerGroup: (address: string) => PeerGroup
  readonly onMessage: (bytes: Uint8Array, flow: Flow) => void
  readonly onClosed: (connection: Connection) => void
  /** Whether the peer is known from the start; {@link Flow.markKnown} makes it known later. */
  readonly isKnown: boolean
  readonly onKnown: () => void
}

const ping = Buffer.from('\r\n\r\n')
const pong = Buffer.from('\r\n')
/** Time limit for the pong of a peer that answers pings; RFC 5626, 4.4.1. */
const pongTimeoutMs = 10_000

/** A TCP or TLS connection. */
export class Connection implements Flow {
  readonly protocol: Protocol
  readonly reliable = true
  readonly remote: RemoteEndpoint
  readonly local: { readonly host: string; readonly port: number }
  readonly opener: 'us' | 'peer'
  readonly serverName: string | null
  readonly #options: ConnectionOptions
  readonly #framer: MessageFramer
  /** Whether received bytes wait for their turn. */
  #isWaiting = false
  readonly #closedListeners = new Set<() => void>()
  #cancelPartial: (() => void) | null = null
  #cancelIdle: () => void = () => {}
  #cancelPing: () => void = () => {}
  #cancelPong: (() => void) | null = null
  #cancelUnknown: (() => void) | null = null
  #answersPings = false
  #open = true

  constructor(options: ConnectionOptions) {
    const { socket, protocol, publicHost, listeningPort } = options
    this.#options = options
    this.#framer = new MessageFramer(options.limits.messageBytes)
    this.protocol = protocol
    this.opener = options.opener
    this.serverName = options.serverName
    this.remote = {
      protocol,
      address: canonicalIp(socket.remoteAddress ?? ''),
      port: socket.remotePort ?? 0,
    }
    const localAddress = canonicalIp(socket.localAddress ?? '')
    this.local = {
      host: localHostFor(localAddress, this.remote.address, publicHost),
      port: listeningPort ?? socket.localPort ?? 0,
    }
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', () => this.close())
    socket.on('close', () => this.close())
    socket.on('end', () => this.close())
    this.#watchIdle()
    if (options.opener === 'us') this.#schedulePing()
    if (!options.isKnown)
      this.#cancelUnknown = options.clock.after(options.limits.unknownConnectionMs, () => this.close())
  }

  get open(): boolean {
    return this.#open
  }

  get isKnown(): boolean {
    return this.#cancelUnknown === null
  }

  onClosed(listener: () => void): () => void {
    this.#closedListeners.add(listener)
    return () => this.#closedListeners.delete(listener)
  }

  withPort(): Flow {
    return this
  }

  markKnown(): void {
    if (!this.#cancelUnknown || !this.#open) return
    this.#cancelUnknown()
    this.#cancelUnknown = null
    this.#options.onKnown()
  }

  send(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.#open) return reject(new Error('The connection is closed'))
      this.#write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    const timers = [
      this.#cancelPartial,
      this.#cancelIdle,
      this.#cancelPing,
      this.#cancelPong,
      this.#cancelUnknown,
    ]
    for (const cancel of timers) cancel?.()
    this.#options.socket.destroy()
    this.#options.onClosed(this)
    for (const listener of [...this.#closedListeners]) listener()
  }

  /**
   * Closes the connection to a peer that sends without reading, because what it does not read is kept in
   * memory.
   */
  #write(bytes: Uint8Array, onWritten?: (error?: Error | null) => void): void {
    const { socket, limits } = this.#options
    socket.write(bytes, onWritten)
    if (socket.writableLength > limits.unreadBytes) this.close()
  }

  #receive(chunk: Buffer): void {
    if (!this.#open) return
    this.#watchIdle()
    this.#framer.push(chunk)
    if (this.#isWaiting) return
    this.#isWaiting = true
    // Nothing more is read until the messages in these bytes are handled.
    this.#options.socket.pause()
    this.#options.turns.run(this.#findGroup(), () => this.#handleNext())
  }

  #findGroup(): PeerGroup {
    const { address } = this.remote
    return this.isKnown ? (this.#options.findPeerGroup(address) ?? address) : null
  }

  /** Handles one frame. Returns whether there may be further ones. */
  #handleNext(): boolean {
    if (!this.#open) return false
    const frame = this.#framer.next()
    if (!frame) {
      this.#isWaiting = false
      this.#watchPartial()
      this.#options.socket.resume()
      return false
    }
    this.#cancelPartial?.()
    this.#cancelPartial = null
    if (frame.type === 'ping') {
      if (this.isKnown) this.#write(pong)
    } else if (frame.type === 'pong') this.#receivePong()
    else this.#options.onMessage(frame.bytes, this)
    if (frame.type !== 'unframed' && frame.type !== 'too-long') return true
    this.#closeAfterResponse()
    return false
  }

  /**
   * Stops reading after a message that cannot be framed, and closes once the response had time to be sent.
   */
  #closeAfterResponse(): void {
    this.#options.socket.pause()
    this.#cancelIdle()
    this.#cancelIdle = this.#options.clock.after(1_000, () => this.close())
  }

  #watchIdle(): void {
    this.#cancelIdle()
    this.#cancelIdle = this.#options.clock.after(this.#options.limits.idleMs, () => this.close())
  }

  /** Closes the connection when a message does not arrive completely in time. */
  #watchPartial(): void {
    if (this.#framer.partial)
      this.#cancelPartial ??= this.#options.clock.after(this.#options.limits.messageMs, () => this.close())
  }

  #schedulePing(): void {
    this.#cancelPing = this.#options.clock.after(this.#options.limits.keepAliveMs, () => {
      this.#options.socket.write(ping)
      if (this.#answersPings) this.#cancelPong = this.#options.clock.after(pongTimeoutMs, () => this.close())
      this.#schedulePing()
    })
  }

  #receivePong(): void {
    this.#answersPings = true
    this.#cancelPong?.()
    this.#cancelPong = null
  }
}
