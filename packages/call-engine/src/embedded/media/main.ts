import { constants, setPriority } from 'node:os'
import { createMediaServer } from './media-server.ts'
import { checkRequest, type MediaEvent, type MediaReply } from './protocol.ts'

/** A media process. It is forked by the control side, does what that says over IPC, and ends with it. */

const send = (message: MediaReply | MediaEvent) => {
  // The other end may be gone already; `disconnect` follows.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
const server = createMediaServer(send)

try {
  // A frame that waits for a web page is heard as a click. Only some may say so; the others take their turn.
  setPriority(constants.priority.PRIORITY_HIGH)
} catch {
  // Without the right to, the process runs as any other.
}

process.on('message', (message: unknown) => void answer(message))
process.on('disconnect', () => void end())
// Ctrl-C and a service that is stopped reach the whole process group; the control side decides when calls end.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

async function answer(message: unknown): Promise<void> {
  const requestId = requestIdOf(message)
  if (requestId === null) return
  try {
    const result = await server.handle(checkRequest(message))
    send({ requestId, ok: true, result })
  } catch (error) {
    send({ requestId, ok: false, message: error instanceof Error ? error.message : String(error) })
  }
}

function requestIdOf(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('requestId' in message)) return null
  return Number.isInteger(message.requestId) ? (message.requestId as number) : null
}

/** The control side is gone. */
async function end(): Promise<void> {
  try {
    await server.close()
  } finally {
    // Not by an exit: that runs the destructors of native libraries, and a thread of theirs that is still about to end
    // takes memory from under them.
    process.kill(process.pid, 'SIGKILL')
  }
}
