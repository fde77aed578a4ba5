import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface UdpPort {
  readonly port: number
  /** Datagrams that the kernel dropped because the receive buffer was full. */
  readonly dropped: number
}

/**
 * Returns the resident memory of a product, in MiB: its process, media processes and telephone network,
 * without PostgreSQL.
 */
export function measureMemoryMiB(pid: number): number {
  const kibibytes = listProcesses(pid).map((each) =>
    Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${each}/status`))?.[1] ?? 0),
  )
  return kibibytes.reduce((sum, one) => sum + one, 0) / 1_024
}

/** Returns the UDP ports on which the processes of a product receive. */
export function listUdpPorts(pid: number): UdpPort[] {
  const inodes = new Set(listProcesses(pid).flatMap(listSocketInodes))
  const rows = read('/proc/net/udp').trim().split('\n').slice(1)
  return rows.flatMap((row) => {
    const columns = row.trim().split(/\s+/)
    const inode = columns[9] ?? ''
    const port = Number.parseInt(columns[1]?.split(':')[1] ?? '', 16)
    return inodes.has(inode) ? [{ port, dropped: Number(columns.at(-1)) }] : []
  })
}

export function listProcesses(pid: number): number[] {
  const children = listDirectory(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).trim().split(' ').filter(Boolean).map(Number),
  )
  const own = children.filter((child) => !read(`/proc/${child}/cmdline`).includes('postgres'))
  return [pid, ...own.flatMap(listProcesses)]
}

function listSocketInodes(pid: number): string[] {
  return listDirectory(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? []
    } catch {
      // It was closed in the meantime.
      return []
    }
  })
}

/** Processes may end while they are listed. */
function listDirectory(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
