import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Answers with the port to use: the one asked for when it is free, any free one for 0.
 *
 * @throws {Error} a sentence naming the setting when the port is taken or not ours to take.
 */
export async function claimPort(setting: string, host: string, port: number): Promise<number> {
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
    throw new Error(explain(setting, host, port, (error as NodeJS.ErrnoException).code))
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/**
 * The same for a port on which SIP is spoken, over UDP and TCP.
 *
 * @throws {Error} a sentence naming the setting.
 */
export async function claimSipPort(setting: string, host: string, port: number): Promise<number> {
  const claimed = await claimPort(setting, host, port)
  const socket = createSocket('udp4')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind({ address: host, port: claimed, exclusive: true }, resolve)
    })
    return claimed
  } catch (error) {
    // Any free port was asked for, and this one is free for TCP alone.
    if (port === 0) return await claimSipPort(setting, host, port)
    throw new Error(explain(setting, host, port, (error as NodeJS.ErrnoException).code))
  } finally {
    socket.close()
  }
}

function explain(setting: string, host: string, port: number, code: string | undefined): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop it, or set ${setting} to another port.`
    case 'EACCES':
      return `Port ${port} is reserved for the system. Set ${setting} to a port above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Set PARLEY_HOST to one that is.`
    default:
      return `Port ${port} cannot be used (${code}). Set ${setting} to another port.`
  }
}
