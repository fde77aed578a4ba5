import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Returns the requested port if it is free, or any free port for 0.
 *
 * @throws {Error} with a message that names the setting when the port cannot be used.
 */
export async function requireFreePort(setting: string, host: string, port: number): Promise<number> {
  const probe = createServer()
  try {
    return await new Promise<number>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port, exclusive: true }, () => {
        const address = probe.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      })
    })
  } catch (error) {
    throw new Error(describePortError(setting, host, port, (error as NodeJS.ErrnoException).code))
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/**
 * Returns a port that is free for SIP over UDP and TCP.
 *
 * @throws {Error} with a message that names the setting.
 */
export async function requireFreeSipPort(setting: string, host: string, port: number): Promise<number> {
  const claimed = await requireFreePort(setting, host, port)
  const socket = createSocket('udp4')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind({ address: host, port: claimed, exclusive: true }, resolve)
    })
    return claimed
  } catch (error) {
    // The random port is free for TCP only, so try another one.
    if (port === 0) return await requireFreeSipPort(setting, host, port)
    throw new Error(describePortError(setting, host, port, (error as NodeJS.ErrnoException).code))
  } finally {
    socket.close()
  }
}

function describePortError(setting: string, host: string, port: number, code: string | undefined): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is used by another program. Stop it, or set ${setting} to another port.`
    case 'EACCES':
      return `Port ${port} requires root privileges. Set ${setting} to a port above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Change PARLEY_HOST.`
    default:
      return `Port ${port} cannot be used (${code}). Set ${setting} to another port.`
  }
}
