import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from 'playwright-core'

const host = '127.0.0.1'
/** What is answered with where the audio is: starting, answering and joining a call. */
const asksToJoin = /\/api\/v1\/calls(\/[^/]+\/(answer|join))?$/

/** Stands between one browser and the audio of the house, as the router of a home does: with an address of its own. */
export interface Router extends AsyncDisposable {
  /** Datagrams that it has passed on, both ways. */
  readonly passed: number
  /** Every path that is open is dead from now on; one that is opened later works, and comes from another port. */
  forgetPaths(): void
  /** Takes the browser off every network: no datagram passes, no request is answered, and the browser knows. */
  pullOut(): Promise<void>
  /** Puts it on another network. */
  plugIn(): Promise<void>
}

/**
 * Puts a router before a browser. The addresses at which the house offers its audio are exchanged for the router's own
 * in what the service answers, so product and browser are as they always are.
 */
export async function startRouter(context: BrowserContext): Promise<Router> {
  const doors = new Map<number, Door>()
  let isPulled = false
  let passed = 0

  const doorTo = async (enginePort: number) => {
    const known = doors.get(enginePort)
    if (known) return known
    const opened = await openDoor(enginePort, () => {
      if (!isPulled) passed++
      return !isPulled
    })
    doors.set(enginePort, opened)
    return opened
  }

  await context.route(asksToJoin, async (route) => {
    if (isPulled) return await route.abort('internetdisconnected')
    if (route.request().method() !== 'POST') return await route.continue()
    const response = await route.fetch()
    const body = await response.text()
    let routed = body
    for (const [whole, port] of body.matchAll(/ \S+ (\d+) typ host/g)) {
      routed = routed.replaceAll(whole, ` ${host} ${(await doorTo(Number(port))).port} typ host`)
    }
    await route.fulfill({ response, body: routed })
  })

  const forgetPaths = () => {
    for (const door of doors.values()) door.forgetPaths()
  }
  return {
    get passed() {
      return passed
    },
    forgetPaths,
    async pullOut() {
      isPulled = true
      await context.setOffline(true)
    },
    async plugIn() {
      forgetPaths()
      isPulled = false
      await context.setOffline(false)
    },
    async [Symbol.asyncDispose]() {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      for (const door of doors.values()) door.close()
    },
  }
}

interface Door {
  readonly port: number
  forgetPaths(): void
  close(): void
}

/** One port of the router; each sender before it gets a port of its own behind it. */
async function openDoor(enginePort: number, mayPass: () => boolean): Promise<Door> {
  const inside = await bind()
  const outside = new Map<number, Socket>()
  const dead = new Set<number>()

  inside.on('message', (datagram, from) => {
    if (dead.has(from.port) || !mayPass()) return
    const known = outside.get(from.port)
    if (known) return known.send(datagram, enginePort, host)
    const opened = createSocket('udp4')
    outside.set(from.port, opened)
    opened.on('message', (answer) => {
      if (!dead.has(from.port) && mayPass()) inside.send(answer, from.port, host)
    })
    opened.send(datagram, enginePort, host)
  })

  return {
    port: (inside.address() as AddressInfo).port,
    forgetPaths() {
      for (const port of outside.keys()) dead.add(port)
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
