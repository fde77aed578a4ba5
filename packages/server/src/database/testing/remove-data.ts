import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const stopTimeoutMs = 10_000

/**
 * Removes a data directory of a test with its external database, and stops a database server that still runs
 * on it.
 */
export async function removeData(dataDirectory: string): Promise<void> {
  const pointer = (await readFile(join(dataDirectory, 'postgresql-is-at'), 'utf8').catch(() => '')).trim()
  await stopServer(pointer || join(dataDirectory, 'postgresql'))
  if (pointer) await rm(dirname(pointer), { recursive: true, force: true })
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

async function stopServer(files: string): Promise<void> {
  const text = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  const until = Date.now() + stopTimeoutMs
  while (pid > 1 && Date.now() < until) {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!commandLine.split('\0').includes(files)) return
    // It may exit before the signal is sent.
    try {
      process.kill(pid, 'SIGQUIT')
    } catch {
      return
    }
    await wait(20)
  }
}
