import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerConnection } from './server-process.ts'

/**
 * How to reach the embedded server that another process runs on this data directory, or null when none seems to. A second
 * program, such as the command line, works through it instead of starting another.
 */
export async function findRunningCluster(dataDirectory: string): Promise<ServerConnection | null> {
  const elsewhere = await readFile(join(dataDirectory, 'postgresql-is-at'), 'utf8').catch(() => null)
  const directory = elsewhere?.trim() ?? join(dataDirectory, 'postgresql')
  const [password, postmaster] = await Promise.all(
    [join(dataDirectory, 'database-password'), join(directory, 'postmaster.pid')].map((path) =>
      readFile(path, 'utf8').catch(() => null),
    ),
  )
  // Lines of postmaster.pid: process, data directory, start, port, socket directory, address.
  const host = postmaster?.split('\n')[4]?.trim()
  if (!password || !host) return null
  return { host, user: 'parley', password: password.trim(), database: 'parley' }
}
