import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface WaitingProxy extends AsyncDisposable {
  readonly port: number
}

interface ProxyOptions {
  /** On 127.0.0.1; 0 for any. */
  readonly port: number
  readonly target: { readonly host: string; readonly port: number }
  /** Resolves when the target accepts connections. */
  readonly ready: () => Promise<void>
}

/** Forwards TCP connections to a server. While the server restarts, connections wait instead of failing. */
export async function startWaitingProxy({ port, target, ready }: ProxyOptions): Promise<WaitingProxy> {
  const sockets = new Set<Socket>()
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Clients that give up are normal.
    socket.on('error', () => socket.destroy())
    void ready().then(() => forward(socket, target))
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

function forward(socket: Socket, target: ProxyOptions['target']): void {
  if (socket.destroyed) return
  const upstream = connect(target)
  upstream.on('error', () => socket.destroy())
  socket.on('error', () => upstream.destroy())
  socket.pipe(upstream).pipe(socket)
}
