import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { createSerialQueue, sleep } from '@parley/primitives'
import { NoFreePortError } from '../no-free-port-error.ts'
import { type PortHolder, PortReserve, type PortUser } from './port-reserve.ts'

/** Both ends included; 0 to 0 for any free port. */
export interface PortRange {
  readonly min: number
  readonly max: number
}

/** Of a connection that may have any free port. */
const anyUser: PortUser = { isEmergency: true, ownerId: null }

/** Limits the wait for sockets of closed connections; they are usually released within a few milliseconds. */
const releaseTimeoutMs = 1_000
/** The library reports that a connection is closed before it closes the socket. */
const socketTimeoutMs = 300
const pollMs = 10

/**
 * The UDP ports of the WebRTC connections of one media process. Each connection has its own: libjuice stores the
 * sources of all requests to a shared port in one table, which it searches while no connection can send, so one
 * user could silence the calls of all others.
 *
 * libdatachannel ends the process when it can bind no port. A connection is therefore opened only after a port was
 * found to be free, and one connection at a time.
 */
export class WebRtcPorts {
  readonly #range: PortRange
  /** Null for all local addresses. */
  readonly #address: string | null
  readonly #opening = createSerialQueue()
  readonly #used = new Set<number>()
  readonly #closing = new Set<Promise<void>>()
  readonly #reserve: PortReserve
  #next = 0

  constructor(range: PortRange, address: string | null) {
    this.#range = range
    this.#address = address
    this.#reserve = new PortReserve(this.#size)
  }

  /** The limits for the library; none for any port. */
  get limits(): { readonly portRangeBegin?: number; readonly portRangeEnd?: number } {
    const { min, max } = this.#range
    return max === 0 ? {} : { portRangeBegin: min, portRangeEnd: max }
  }

  /**
   * Runs `connect`, which binds one port of the range, while at least one is free. Some are free for emergency calls
   * only.
   *
   * @throws {Error} no port is free, or the address is not local.
   */
  async open<T>(connect: () => Promise<T>, getUser: () => PortUser): Promise<T> {
    for (let waitedMs = 0; ; waitedMs += pollMs) {
      const opened = await this.#opening.run(async () =>
        (await this.#hasPort(getUser())) ? { connection: await connect() } : null,
      )
      if (opened) return opened.connection
      if (this.#closing.size === 0 || waitedMs >= releaseTimeoutMs) throw this.#createError()
      // Not in the sequence, in which emergency calls would wait too.
      await sleep(pollMs)
    }
  }

  /** Returns whether a port is free, as far as the connections of this process have them. */
  hasFreePort(user: PortUser): boolean {
    if (this.#hasOrdinaryPort) return true
    return this.#freeCount > 0 && this.#reserve.accepts(user)
  }

  /** Records that a connection has a port until `closed` resolves. */
  use(port: number, holder: PortHolder, closed: Promise<void>): void {
    if (!this.#hasOrdinaryPort) this.#reserve.add(holder)
    this.#used.add(port)
    void closed.then(() => {
      this.#used.delete(port)
      this.#reserve.onReleased(holder, this.#freeCount)
    })
  }

  /**
   * Closes the connections that have a reserved port although their calls are ordinary ones for longer than `timeoutMs`.
   * Call it a few times a second.
   */
  closeOrdinaryReserved(timeoutMs: number): void {
    this.#reserve.closeOrdinary(performance.now(), timeoutMs)
  }

  /** Connections wait for the port of one that is closing when no other is free. */
  awaitRelease(closed: Promise<void>): void {
    this.#closing.add(closed)
    void closed.then(() => sleep(socketTimeoutMs)).then(() => this.#closing.delete(closed))
  }

  /** @throws {Error} no port is free, or the address is not local. */
  async requireFreePort(): Promise<void> {
    if (!(await this.#hasPort(anyUser))) throw this.#createError()
  }

  get #size(): number {
    return this.#range.max - this.#range.min + 1
  }

  get #freeCount(): number {
    return this.#size - this.#used.size
  }

  /** Whether a port is free that is not reserved. */
  get #hasOrdinaryPort(): boolean {
    return this.#range.max === 0 || this.#freeCount > this.#reserve.size
  }

  async #hasPort(user: PortUser): Promise<boolean> {
    return this.hasFreePort(user) && (await this.#findFreePort())
  }

  #createError(): Error {
    const { min, max } = this.#range
    return new NoFreePortError(`No UDP port between ${min} and ${max} is free for a WebRTC connection.`)
  }

  async #findFreePort(): Promise<boolean> {
    const { min } = this.#range
    const size = this.#size
    for (let count = 0; count < size; count++) {
      const port = min + (this.#next++ % size)
      if (!this.#used.has(port) && (await isFree(port, this.#address))) return true
    }
    return false
  }
}

/** The errors of a machine without IPv6. */
const noIPv6Codes: readonly (string | undefined)[] = ['EAFNOSUPPORT', 'EADDRNOTAVAIL']

/** @throws {Error} the port cannot be bound for another reason than that it is taken. */
async function isFree(port: number, address: string | null): Promise<boolean> {
  // Like libjuice, which listens on both versions of IP when it has no address, as far as the machine has them.
  let code = await tryToBind(port, address ?? '::')
  if (address === null && noIPv6Codes.includes(code)) code = await tryToBind(port, '0.0.0.0')
  if (code !== undefined && code !== 'EADDRINUSE')
    throw new Error(`UDP port ${port} cannot be bound (${code}).`)
  return code === undefined
}

/** Binds a port for a moment. Returns the code of the error; undefined when there is none. */
async function tryToBind(port: number, address: string): Promise<string | undefined> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  try {
    return await new Promise((resolve) => {
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      socket.bind({ address, port, exclusive: true }, () => resolve(undefined))
    })
  } finally {
    await new Promise<void>((resolve) => socket.close(() => resolve()))
  }
}
