import { createHash } from 'node:crypto'
import { mkdir, realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Locks a data directory for this process. Creates it with mode 0700 when it does not exist.
 *
 * @throws {Error} with a message for the terminal when another process has locked it.
 */
export async function lockDataDirectory(directory: string): Promise<AsyncDisposable> {
  await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `The data directory ${directory} cannot be created (${error.code}). Set PARLEY_DATA to another directory.`,
    )
  })
  const lock = await lockDirectory(directory)
  if (lock) return lock
  throw new Error(
    `The data directory ${await realpath(directory)} is in use by another Parley process. Stop that one, or set PARLEY_DATA to another directory.`,
  )
}

/**
 * Locks a directory for this process. Returns null when another process has locked it.
 *
 * The lock is a listening socket in Linux's abstract namespace. The kernel releases it whenever the process
 * ends, so there are no stale locks.
 */
export async function lockDirectory(directory: string): Promise<AsyncDisposable | null> {
  const { dev, ino } = await stat(directory)
  const name = `parley-data-${dev}-${ino}`
  const path =
    process.platform === 'linux'
      ? `\0${name}`
      : join(tmpdir(), createHash('sha256').update(name).digest('hex').slice(0, 16))

  const server = createServer((socket) => socket.destroy())
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
  server.unref()

  return {
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
