import type { PeerGroup, Turns } from './turns.ts'

/**
 * Further datagrams of a group are discarded, as the kernel does when the receive buffer of a socket is full.
 */
const maxWaitingBytes = 1 << 20

interface Received {
  readonly bytes: Uint8Array
}

interface WaitingDatagrams<T> {
  readonly datagrams: T[]
  bytes: number
}

/**
 * Returns a function that passes datagrams to `handle`, those of a group in the order of their arrival, in
 * turns with other work. Node reads up to 32 datagrams in one iteration of the event loop; those for which no
 * time is left wait for the next one.
 */
export function createDatagramTurns<T extends Received>(
  turns: Turns,
  handle: (datagram: T) => void,
): (group: PeerGroup, datagram: T) => void {
  const waiting = new Map<PeerGroup, WaitingDatagrams<T>>()

  function handleNext(name: PeerGroup, group: WaitingDatagrams<T>): boolean {
    const datagram = group.datagrams.shift()
    if (datagram) {
      group.bytes -= datagram.bytes.length
      handle(datagram)
    }
    if (group.datagrams.length > 0) return true
    waiting.delete(name)
    return false
  }

  return (name, datagram) => {
    const known = waiting.get(name)
    const group = known ?? { datagrams: [], bytes: 0 }
    if (group.bytes >= maxWaitingBytes) return
    group.datagrams.push(datagram)
    group.bytes += datagram.bytes.length
    if (known) return
    waiting.set(name, group)
    turns.run(name, () => handleNext(name, group))
  }
}
