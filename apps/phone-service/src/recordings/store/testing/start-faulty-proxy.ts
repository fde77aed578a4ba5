import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * - `none`: passes requests on;
 * - `unavailable`, `full`: responds with 503 or 507;
 * - `maintenance`: responds to an upload or a deletion with a page and the status 200, and passes other requests on;
 * - `reset`: resets the connection after the beginning of the request;
 * - `reset-response`: resets the connection after the first byte of the response;
 * - `short-responses`: resets the connection after 100,000 bytes of the response;
 * - `silent`: never responds;
 * - `endless-response`, `endless-error`: sends a body that never ends, with the status 200 or 503;
 * - `dripping-response`, `dripping-error`: sends such a body byte by byte;
 * - `slow`: passes everything on in small parts with pauses.
 */
export type Fault =
  | 'none'
  | 'unavailable'
  | 'full'
  | 'maintenance'
  | 'reset'
  | 'reset-response'
  | 'short-responses'
  | 'silent'
  | 'endless-response'
  | 'endless-error'
  | 'dripping-response'
  | 'dripping-error'
  | 'slow'

export interface FaultyProxy extends AsyncDisposable {
  readonly url: string
  fault: Fault
  /** Number of requests received. */
  readonly requests: number
}

/** Starts an HTTP proxy to a port of this machine that injects faults. */
export async function startFaultyProxy(port: number): Promise<FaultyProxy> {
  let fault: Fault = 'none'
  let requests = 0
  const server = createServer((incoming, response) => {
    requests += 1
    handle(fault, port, incoming, response).catch(() => incoming.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get fault() {
      return fault
    },
    set fault(next) {
      fault = next
    },
    get requests() {
      return requests
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function handle(
  fault: Fault,
  port: number,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (fault === 'silent') return void incoming.resume()
  if (fault === 'reset') {
    await once(incoming, 'readable')
    incoming.socket.resetAndDestroy()
    return
  }
  if (fault === 'unavailable' || fault === 'full') {
    incoming.resume()
    const [status, code] = fault === 'full' ? [507, 'InsufficientStorage'] : [503, 'SlowDown']
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<Error><Code>${code}</Code><Message>Injected.</Message></Error>`)
    return
  }
  if (fault === 'maintenance' && ['PUT', 'DELETE'].includes(incoming.method ?? '')) {
    incoming.resume()
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<p>Injected.</p>')
    return
  }
  if (fault.startsWith('endless') || fault.startsWith('dripping')) {
    incoming.resume()
    response.writeHead(fault.endsWith('error') ? 503 : 200, { 'content-type': 'application/xml' })
    await sendEndlessBody(response, fault.startsWith('endless') ? 1_000_000 : 1)
    return
  }
  // The signature covers the host that the client has named.
  const { method = 'GET', url = '/', headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers })
  let hasResponse = false
  outgoing.once('response', () => {
    hasResponse = true
  })
  // Swift sends a body after some responses to HEAD, which is an error of the next response.
  outgoing.on('error', () => {
    if (!hasResponse) incoming.socket.destroy()
  })
  void copy(fault, incoming, outgoing)
  const [received] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.writeHead(received.statusCode ?? 502, received.headers)
  if (fault === 'reset-response') await copy(fault, received, response, 1)
  else if (fault === 'short-responses') await copy(fault, received, response, 100_000)
  else await copy(fault, received, response)
}

async function sendEndlessBody(response: ServerResponse, partBytes: number): Promise<void> {
  const part = Buffer.alloc(partBytes, 'a')
  while (!response.destroyed) {
    await new Promise<void>((resolve) => response.write(part, () => resolve()))
    if (partBytes === 1) await wait(50)
  }
}

interface Target {
  readonly socket: Socket | null
  write(chunk: Buffer, written: () => void): boolean
  end(): unknown
}

/** Copies a message. Resets the connection to `to` when it has got `maxBytes`. */
async function copy(
  fault: Fault,
  from: IncomingMessage,
  to: Target,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<void> {
  const partBytes = Math.min(fault === 'slow' ? 16_384 : 65_536, maxBytes)
  let copied = 0
  for await (const chunk of from) {
    for (let at = 0; at < chunk.length; at += partBytes) {
      if (fault === 'slow') await wait(10)
      const part = chunk.subarray(at, at + partBytes)
      await new Promise<void>((resolve) => to.write(part, resolve))
      copied += part.length
      if (copied >= maxBytes) {
        to.socket?.resetAndDestroy()
        return
      }
    }
  }
  to.end()
}
