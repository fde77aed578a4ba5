import { availableParallelism } from 'node:os'

interface PortSettings {
  readonly PARLEY_MEDIA_PORT: number
  readonly PARLEY_MEDIA_PORTS: number
  readonly PARLEY_SIP_PORT: number
  readonly PARLEY_CARRIER_PORT: number
}

const maxPort = 65_535

/**
 * Reads the UDP ports of browsers. `processes` is the number of media processes, one per core.
 *
 * @throws {Error} with a sentence that names the settings that do not fit.
 */
export function parseMediaPorts(settings: PortSettings, processes = availableParallelism()) {
  const { PARLEY_MEDIA_PORT: port, PARLEY_MEDIA_PORTS: portsPerProcess } = settings
  const max = port + processes * portsPerProcess - 1
  const range = `PARLEY_MEDIA_PORT and PARLEY_MEDIA_PORTS are the UDP ports ${port} to ${max} (${portsPerProcess} for each of ${processes} processor cores)`
  if (port !== 0 && max > maxPort) throw new Error(`${range}, but the highest port is ${maxPort}.`)
  for (const name of ['PARLEY_SIP_PORT', 'PARLEY_CARRIER_PORT'] as const)
    if (port !== 0 && settings[name] >= port && settings[name] <= max)
      throw new Error(`${range}, but ${name} is one of them.`)
  return { port, portsPerProcess }
}
