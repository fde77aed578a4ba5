import { chmod, chown, constants, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

interface Owner {
  readonly uid: number
  readonly gid: number
}

export interface CopyOptions {
  /** Asked for each path below the folder, such as `base/5/1249`; what it refuses is left out with all that lies in it. */
  readonly takes?: (path: string) => boolean
  /** Whose the copy is; the user's that runs us when not said. */
  readonly owner?: Owner
  /** Stops between two files. */
  readonly signal?: AbortSignal
}

/**
 * Copies a folder, also while others write in it, and resolves when all of it is on the disk. What is gone by the time its
 * turn comes, and what is neither file nor folder, is left out. Folders are made 0700, files 0600. Answers the bytes.
 */
export async function copyFolder(from: string, to: string, options: CopyOptions = {}): Promise<number> {
  const { takes = () => true, owner = ourselves(), signal } = options
  const copyBelow = async (folder: string): Promise<number> => {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
    await chown(join(to, folder), owner.uid, owner.gid)
    let bytes = 0
    for (const name of (await unlessGone(readdir(join(from, folder)))) ?? []) {
      signal?.throwIfAborted()
      const path = join(folder, name)
      if (!takes(path)) continue
      // A link is followed: a disk of its own for recordings belongs to the copy.
      const found = await unlessGone(stat(join(from, path)))
      if (found?.isDirectory()) bytes += await copyBelow(path)
      else if (found?.isFile())
        bytes += (await unlessGone(copyOne(join(from, path), join(to, path), owner))) ?? 0
    }
    await syncToDisk(join(to, folder))
    return bytes
  }
  return await copyBelow('')
}

/** Copies a file that is there onto the disk (0600). Answers its bytes. */
export async function copyOne(from: string, to: string, owner = ourselves()): Promise<number> {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  await chmod(to, 0o600)
  // What copies a file for root leaves it to the owner of the other.
  await chown(to, owner.uid, owner.gid)
  await syncToDisk(to)
  return (await stat(to)).size
}

/** Has what was written to a file, or the names in a folder, outlast a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function ourselves(): Owner {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
}

async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  return await asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
