import type { Turns } from './turns.ts'

/** Further messages are discarded, as the kernel does when the receive buffer of a socket is full. */
const maxWaitingBytes = 1 << 20

interface Received {
  readonly bytes: Uint8Array
}

/**
 * Returns a function that passes messages to `handle` in the order of their arrival, in turns with other
 * work. Node reads up to 32 datagrams in one iteration of the event loop; those for which no time is left
 * wait for the next one.
 */
export function limitTurns<T extends Received>(
  turns: Turns,
  handle: (message: T) => void,
): (message: T) => void {
  const waiting: T[] = []
  let waitingBytes = 0

  function handleNext(): boolean {
    const message = waiting.shift()
    if (!message) return false
    waitingBytes -= message.bytes.length
    handle(message)
    return waiting.length > 0
  }

  return (message) => {
    if (waitingBytes >= maxWaitingBytes) return
    waiting.push(message)
    waitingBytes += message.bytes.length
    if (waiting.length === 1) turns.run(handleNext)
  }
}
