import type { EmbeddedEngineOptions } from '../options.ts'

type PortOptions = Pick<EmbeddedEngineOptions, 'mediaPort' | 'mediaPortsPerProcess'>

/** More than the connections whose audio one process can mix, and than those that are being replaced. */
const defaultMediaPortsPerProcess = 1_000
const maxPort = 65_535
const anyPort = { min: 0, max: 0 }

/** Returns the ports of the media process at a position of the pool; 0 to 0 for any. */
export function selectPorts(
  { mediaPort, mediaPortsPerProcess = defaultMediaPortsPerProcess }: PortOptions,
  index: number,
): { readonly min: number; readonly max: number } {
  if (mediaPort === 0) return anyPort
  const min = mediaPort + index * mediaPortsPerProcess
  return { min, max: min + mediaPortsPerProcess - 1 }
}

/** @throws {RangeError} the ports of all media processes exceed the highest UDP port. */
export function requireValidPorts(options: PortOptions, processes: number): void {
  const { max } = selectPorts(options, processes - 1)
  if (max <= maxPort) return
  throw new RangeError(
    `${processes} media processes need the UDP ports ${options.mediaPort} to ${max}, but the highest port is ${maxPort}.`,
  )
}
