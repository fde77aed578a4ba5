import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { createSerialQueue, sleep } from '@parley/primitives'

/** Both ends included; 0 to 0 for any free port. */
export interface PortRange {
  readonly min: number
  readonly max: number
}

/**
 * The ports of a process that are reserved for emergency calls: 5 % of them, and at least five, but at most a fifth. One
 * workspace has 20 emergency calls at the same time, each with two ports for a moment.
 */
const reservedPart = 0.05
const minReservedPorts = 5
const maxReservedPart = 0.2

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
  #next = 0

  constructor(range: PortRange, address: string | null) {
    this.#range = range
    this.#address = address
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
  async open<T>(connect: () => Promise<T>, isEmergency: boolean): Promise<T> {
    for (let waitedMs = 0; ; waitedMs += pollMs) {
      const opened = await this.#opening.run(async () =>
        (await this.#hasPort(isEmergency)) ? { connection: await connect() } : null,
      )
      if (opened) return opened.connection
      if (this.#closing.size === 0 || waitedMs >= releaseTimeoutMs) throw this.#createError()
      // Not in the sequence, in which emergency calls would wait too.
      await sleep(pollMs)
    }
  }

  /** Returns whether a port is free, as far as the connections of this process have them. */
  hasFreePort(isEmergency: boolean): boolean {
    const { min, max } = this.#range
    if (max === 0) return true
    const size = max - min + 1
    return size - this.#used.size > (isEmergency ? 0 : countReserved(size))
  }

  /** Records that a connection has a port until `closed` resolves. */
  use(port: number, closed: Promise<void>): void {
    this.#used.add(port)
    void closed.then(() => this.#used.delete(port))
  }

  /** Connections wait for the port of one that is closing when no other is free. */
  awaitRelease(closed: Promise<void>): void {
    this.#closing.add(closed)
    void closed.then(() => sleep(socketTimeoutMs)).then(() => this.#closing.delete(closed))
  }

  /** @throws {Error} no port is free, or the address is not local. */
  async requireFreePort(): Promise<void> {
    if (!(await this.#hasPort(true))) throw this.#createError()
  }

  async #hasPort(isEmergency: boolean): Promise<boolean> {
    return this.hasFreePort(isEmergency) && (await this.#findFreePort())
  }

  #createError(): Error {
    const { min, max } = this.#range
    return new Error(`No UDP port between ${min} and ${max} is free for a WebRTC connection.`)
  }

  async #findFreePort(): Promise<boolean> {
    const { min, max } = this.#range
    const size = max - min + 1
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

function countReserved(size: number): number {
  const reserved = Math.max(minReservedPorts, size * reservedPart)
  return Math.floor(Math.min(reserved, size * maxReservedPart))
}
