import { readFileSync } from 'node:fs'
import type { CodecName } from '@parley/rtp'

/** What is compared: something that joins telephones in conferences of two. */
export interface Bridge extends AsyncDisposable {
  readonly name: string
  readonly pid: number
  /**
   * Makes a conference of two telephones.
   *
   * @param ports where the telephones listen on loopback
   * @returns where the bridge listens for each of them
   */
  join(codec: CodecName, ports: readonly [number, number]): Promise<readonly [number, number]>
}

export const payloadTypes: Readonly<Record<CodecName, number>> = { PCMU: 0, PCMA: 8, G722: 9, opus: 111 }

/** CPU time that a process has used so far, in milliseconds, all its threads together. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticksPerSecond = 100
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
