import { createHash } from 'node:crypto'
import { mkdir, realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Takes a data directory for this process, and makes it when it is not there (mode 0700).
 *
 * @throws {Error} with a sentence for the terminal when another process has it.
 */
export async function lockDataDirectory(directory: string): Promise<AsyncDisposable> {
  await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `The data directory ${directory} cannot be made (${error.code}). Set PARLEY_DATA to another directory.`,
    )
  })
  const lock = await lockDirectory(directory)
  if (lock) return lock
  throw new Error(
    `The data directory ${await realpath(directory)} is in use by another Parley. Stop that one, or set PARLEY_DATA to another directory.`,
  )
}

/**
 * Takes a directory for this process; null when another process has it.
 *
 * The lock is a listening socket in Linux's abstract namespace: the kernel gives it to one process and takes it back
 * however that process ends, so there is nothing to clean up and no stale lock.
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
