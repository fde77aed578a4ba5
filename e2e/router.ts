import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from 'playwright-core'

const host = '127.0.0.1'
/** Requests whose responses contain the ICE candidates of the product: to start, answer and join a call. */
const joinRequests = /\/api\/v1\/calls(\/[^/]+\/(answer|join))?$/

/** Forwards the audio between one browser and the product, like a home router with NAT. */
export interface Router extends AsyncDisposable {
  /** Number of datagrams forwarded in both directions. */
  readonly forwardedCount: number
  /** Drops the datagrams of all current mappings. A new mapping works, and has another port. */
  dropPaths(): void
  /** Disconnects the browser from every network: no datagrams, no responses, and the browser is offline. */
  disconnect(): Promise<void>
  /** Connects it to another network. */
  reconnect(): Promise<void>
}

/**
 * Puts a router between a browser and the product: replaces the product's ICE candidates in responses by
 * ports of the router, so that product and browser run unmodified.
 */
export async function startRouter(context: BrowserContext): Promise<Router> {
  const forwardings = new Map<number, Forwarding>()
  let isDisconnected = false
  let forwardedCount = 0

  const getForwarding = async (productPort: number) => {
    const known = forwardings.get(productPort)
    if (known) return known
    const opened = await openForwarding(productPort, () => {
      if (!isDisconnected) forwardedCount++
      return !isDisconnected
    })
    forwardings.set(productPort, opened)
    return opened
  }

  await context.route(joinRequests, async (route) => {
    if (isDisconnected) return await route.abort('internetdisconnected')
    if (route.request().method() !== 'POST') return await route.continue()
    const response = await route.fetch()
    const body = await response.text()
    let routed = body
    for (const [whole, port] of body.matchAll(/ \S+ (\d+) typ host/g)) {
      routed = routed.replaceAll(whole, ` ${host} ${(await getForwarding(Number(port))).port} typ host`)
    }
    await route.fulfill({ response, body: routed })
  })

  const dropPaths = () => {
    for (const forwarding of forwardings.values()) forwarding.dropPaths()
  }
  return {
    get forwardedCount() {
      return forwardedCount
    },
    dropPaths,
    async disconnect() {
      isDisconnected = true
      await context.setOffline(true)
    },
    async reconnect() {
      dropPaths()
      isDisconnected = false
      await context.setOffline(false)
    },
    async [Symbol.asyncDispose]() {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      for (const forwarding of forwardings.values()) forwarding.close()
    },
  }
}

interface Forwarding {
  readonly port: number
  dropPaths(): void
  close(): void
}

/** Opens a port of the router. Each sender gets a separate port towards the product. */
async function openForwarding(productPort: number, mayForward: () => boolean): Promise<Forwarding> {
  const inside = await bind()
  const outside = new Map<number, Socket>()
  const dropped = new Set<number>()

  inside.on('message', (datagram, from) => {
    if (dropped.has(from.port) || !mayForward()) return
    const known = outside.get(from.port)
    if (known) return known.send(datagram, productPort, host)
    const opened = createSocket('udp4')
    outside.set(from.port, opened)
    opened.on('message', (answer) => {
      if (!dropped.has(from.port) && mayForward()) inside.send(answer, from.port, host)
    })
    opened.send(datagram, productPort, host)
  })

  return {
    port: (inside.address() as AddressInfo).port,
    dropPaths() {
      for (const port of outside.keys()) dropped.add(port)
    },
    close() {
      inside.close()
      for (const socket of outside.values()) socket.close()
    },
  }
}

async function bind(): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, host)
  await once(socket, 'listening')
  return socket
}
