import { readFileSync } from 'node:fs'
import type { CodecName } from '@parley/rtp'

/** An audio bridge that joins phones in two-party conferences. */
export interface Bridge extends AsyncDisposable {
  readonly name: string
  readonly pid: number
  /**
   * Creates a conference of two phones.
   *
   * @param ports the loopback UDP ports of the phones
   * @returns the UDP ports of the bridge, one per phone
   */
  join(codec: CodecName, ports: readonly [number, number]): Promise<readonly [number, number]>
}

export const payloadTypes: Readonly<Record<CodecName, number>> = { PCMU: 0, PCMA: 8, G722: 9, opus: 111 }

/** Total CPU time of all threads of a process so far, in milliseconds. */
export function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticksPerSecond = 100
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
