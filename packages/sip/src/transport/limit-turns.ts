/** Time for which messages are handled before other events of the process get their turn. */
const maxTurnMs = 1
/** Further messages are discarded, as the kernel does when the receive buffer of a socket is full. */
const maxWaitingBytes = 1 << 20

interface Received {
  readonly bytes: Uint8Array
}

/**
 * Returns a function that passes messages to `handle` in the order of their arrival, for a limited time in
 * each iteration of the event loop. Node reads up to 32 datagrams in one iteration; those for which no time
 * is left wait for the next one.
 */
export function limitTurns<T extends Received>(handle: (message: T) => void): (message: T) => void {
  const waiting: T[] = []
  let waitingBytes = 0
  let usedMs = 0
  let isScheduled = false

  function handleNow(message: T): void {
    const startedAt = performance.now()
    handle(message)
    usedMs += performance.now() - startedAt
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(runTurn)
  }

  function runTurn(): void {
    isScheduled = false
    usedMs = 0
    while (usedMs < maxTurnMs) {
      const message = waiting.shift()
      if (!message) break
      waitingBytes -= message.bytes.length
      handleNow(message)
    }
    if (usedMs > 0) schedule()
  }

  return (message) => {
    if (waiting.length === 0 && usedMs < maxTurnMs) handleNow(message)
    else if (waitingBytes < maxWaitingBytes) {
      waiting.push(message)
      waitingBytes += message.bytes.length
    }
    schedule()
  }
}
