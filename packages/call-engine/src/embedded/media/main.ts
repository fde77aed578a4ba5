import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { logUnhandledErrors } from '@parley/primitives/node'
import { createMediaServer } from './media-server.ts'
import { NoFreePortError } from './no-free-port-error.ts'
import { type MediaEvent, type MediaReply, parseRequest } from './protocol.ts'

/**
 * Entry point of a media process. The control side forks it and sends commands by IPC; it exits with the
 * control side.
 */

logUnhandledErrors()

const send = (message: MediaReply | MediaEvent) => {
  // The control side may have exited; `disconnect` follows.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
const server = createMediaServer(send)

try {
  // Late frames are audible as clicks. Raising the priority requires a privilege.
  setPriority(constants.priority.PRIORITY_HIGH)
} catch {
  // Without the privilege the process runs at normal priority.
}

process.on('message', (message: unknown) => void respond(message))
process.on('disconnect', () => void end())
// The process is killed at its end, so the compile cache would not be written then.
flushCompileCache()
// Ctrl-C and service managers signal the whole process group; the control side decides when calls end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

async function respond(message: unknown): Promise<void> {
  const requestId = parseRequestId(message)
  if (requestId === null) return
  try {
    const result = await server.handle(parseRequest(message))
    send({ requestId, ok: true, result })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    send({
      requestId,
      ok: false,
      message,
      ...(error instanceof NoFreePortError ? { code: 'no-free-port' } : {}),
    })
  }
}

function parseRequestId(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('requestId' in message)) return null
  return Number.isInteger(message.requestId) ? (message.requestId as number) : null
}

/** Closes the server after the control side exited. */
async function end(): Promise<void> {
  try {
    await server.close()
  } finally {
    // A regular exit would run the destructors of native libraries while one of their threads may still
    // access the memory they free.
    process.kill(process.pid, 'SIGKILL')
  }
}
