import { fork } from 'node:child_process'
import type { Carrier, CarrierOptions } from './carrier.ts'

const stopAfterMs = 3_000

type Said =
  | { readonly type: 'started'; readonly port: number }
  | { readonly type: 'failed'; readonly message: string }

/** Starts the network in a process of its own, which ends with this one. Rejects when its port is taken. */
export async function forkCarrier(options: CarrierOptions): Promise<Carrier> {
  const child = fork(new URL('./main.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const said = new Promise<Said>((resolve) => child.once('message', (message) => resolve(message as Said)))
  child.send(options)

  const close = async () => {
    if (child.connected) child.disconnect()
    const timer = setTimeout(() => child.kill('SIGKILL'), stopAfterMs)
    await exited
    clearTimeout(timer)
  }
  const gone = exited.then(
    (): Said => ({ type: 'failed', message: 'The carrier ended before it had started.' }),
  )
  const first = await Promise.race([said, gone])
  if (first.type === 'failed') {
    await close()
    throw new Error(first.message)
  }
  return { host: options.host, port: first.port, [Symbol.asyncDispose]: close }
}
