import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { RunAs } from './binaries.ts'

/**
 * Returns the user that runs the database when this process runs as root, as whom PostgreSQL refuses to run:
 * `parley`, or `nobody`, as whom other services may run too. Null when this process does not run as root.
 *
 * @throws {Error} with a message for the terminal when there is neither.
 */
export async function findRunAsUser(onProgress: (sentence: string) => void): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const own = users.find(([name]) => name === 'parley')
  const entry = own ?? users.find(([name]) => name === 'nobody')
  if (!entry) {
    throw new Error(
      'The database cannot run as root. Add a user "parley" to this machine or set DATABASE_URL.',
    )
  }
  if (!own)
    onProgress(
      'The database runs as nobody, and other services that run as nobody can read its files. Give it a separate user, and start again: useradd --system --no-create-home --shell /usr/sbin/nologin parley',
    )
  return { name: entry[0] ?? '', uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** Gives the files of a stopped database to the user that runs it from now on. */
export async function giveFilesTo({ uid, gid }: RunAs, directory: string): Promise<void> {
  if ((await stat(directory)).uid === uid) return
  await promisify(execFile)('chown', ['-R', '--no-dereference', `${uid}:${gid}`, directory])
}
