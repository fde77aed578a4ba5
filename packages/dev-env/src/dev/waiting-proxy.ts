import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { sleep } from '@parley/primitives'

export interface WaitingProxy extends AsyncDisposable {
  readonly port: number
}

interface ProxyOptions {
  /** On 127.0.0.1; 0 for any. */
  readonly port: number
  readonly target: { readonly host: string; readonly port: number }
}

/** A server that does not come back is not waited for any longer. */
const maxWaitMs = 30_000
const retryMs = 20

/** Forwards TCP connections to a server. While the server restarts, connections wait instead of failing. */
export async function startWaitingProxy({ port, target }: ProxyOptions): Promise<WaitingProxy> {
  const sockets = new Set<Socket>()
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Clients that give up are normal.
    socket.on('error', () => socket.destroy())
    void forward(socket, target)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function forward(socket: Socket, target: ProxyOptions['target']): Promise<void> {
  const until = Date.now() + maxWaitMs
  while (!socket.destroyed && Date.now() < until) {
    const upstream = await tryConnect(target)
    if (!upstream) {
      await sleep(retryMs)
      continue
    }
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
    socket.pipe(upstream).pipe(socket)
    return
  }
  socket.destroy()
}

async function tryConnect({ host, port }: ProxyOptions['target']): Promise<Socket | null> {
  const upstream = connect({ host, port })
  return await new Promise((resolve) => {
    upstream.once('connect', () => resolve(upstream))
    upstream.once('error', () => resolve(null))
  })
}
