import { chmod, chown, constants, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

interface Owner {
  readonly uid: number
  readonly gid: number
}

export interface CopyOptions {
  /**
   * Filter for each path below the folder, such as `base/5/1249`. An excluded directory is skipped with its
   * contents.
   */
  readonly includes?: (path: string) => boolean
  /** Owner of the copy. Default: the user of this process. */
  readonly owner?: Owner
  /** Aborts between two files. */
  readonly signal?: AbortSignal
}

/**
 * Copies a folder, also while it is being written to, and resolves when the copy is synced to disk. Files
 * that have disappeared and special files are skipped. Directories get mode 0700, files 0600. Returns the
 * number of bytes copied.
 */
export async function copyFolder(from: string, to: string, options: CopyOptions = {}): Promise<number> {
  const { includes: takes = () => true, owner = getCurrentOwner(), signal } = options
  const copyBelow = async (folder: string): Promise<number> => {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
    await chown(join(to, folder), owner.uid, owner.gid)
    let bytes = 0
    for (const name of (await ignoreMissing(readdir(join(from, folder)))) ?? []) {
      signal?.throwIfAborted()
      const path = join(folder, name)
      if (!takes(path)) continue
      // Links are followed: recordings on another disk belong to the copy.
      const found = await ignoreMissing(stat(join(from, path)))
      if (found?.isDirectory()) bytes += await copyBelow(path)
      else if (found?.isFile())
        bytes += (await ignoreMissing(copySyncedFile(join(from, path), join(to, path), owner))) ?? 0
    }
    await syncToDisk(join(to, folder))
    return bytes
  }
  return await copyBelow('')
}

/** Copies a file with mode 0600 and syncs it to disk. Returns its size in bytes. */
export async function copySyncedFile(from: string, to: string, owner = getCurrentOwner()): Promise<number> {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  await chmod(to, 0o600)
  // A copy by root may keep the owner of the original.
  await chown(to, owner.uid, owner.gid)
  await syncToDisk(to)
  return (await stat(to)).size
}

/** Syncs a file or the entries of a directory to disk, so that they survive a power loss. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function getCurrentOwner(): Owner {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
}

async function ignoreMissing<T>(operation: Promise<T>): Promise<T | null> {
  return await operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
