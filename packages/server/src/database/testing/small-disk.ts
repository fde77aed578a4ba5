import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { removeData } from './remove-data.ts'

const run = promisify(execFile)

export interface SmallDisk extends AsyncDisposable {
  /** Directory on the disk. */
  readonly path: string
  /** Options for `openDatabase` with a database on the disk. */
  readonly dataDirectory: string
  /** Fills the disk. */
  fill(): Promise<void>
  /** Frees the space that was filled. */
  empty(): Promise<void>
}

/**
 * Mounts a disk of this size with an empty data directory. Disposing removes it with its contents. Requires
 * root.
 */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-disk-'))
  const disk = join(directory, 'disk')
  const dataDirectory = join(directory, 'data')
  const ballast = join(disk, 'ballast')
  await mkdir(disk)
  await mkdir(dataDirectory)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk])
  } catch (cause) {
    await rm(directory, { recursive: true })
    throw new Error('Only root mounts a disk, and in a container only with CAP_SYS_ADMIN.', { cause })
  }
  // The server runs as another user, who needs access to this directory.
  await chmod(directory, 0o755)
  await mkdir(join(disk, 'database'))
  await writeFile(join(dataDirectory, 'postgresql-is-at'), `${join(disk, 'database', 'postgresql')}\n`)
  return {
    path: disk,
    dataDirectory,
    fill: () => writeUntilFull(ballast),
    empty: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      await removeData(dataDirectory)
      await run('umount', ['--lazy', disk])
      await rm(directory, { recursive: true })
    },
  }
}

async function writeUntilFull(path: string): Promise<void> {
  await using file = await open(path, 'a')
  for (let block = Buffer.alloc(1024 * 1024); block.length >= 512; ) {
    try {
      await file.write(block)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      block = block.subarray(block.length / 2)
    }
  }
}
