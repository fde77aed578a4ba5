import { statfs } from 'node:fs/promises'

export const defaultMinFreeDiskBytes = 1_000_000_000

/** Returns whether less space than `minFreeBytes` is left on the disk of a directory; false if there is none. */
export async function isDiskFull(directory: string, minFreeBytes: number): Promise<boolean> {
  const disk = await statfs(directory).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize < minFreeBytes
}
