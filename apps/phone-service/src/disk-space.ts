import { statfs } from 'node:fs/promises'
import { PhoneError } from '@parley/contract/phone'
import type { Services } from './services.ts'

export const defaultMinFreeDiskBytes = 1_000_000_000

/** Returns whether less space than `minFreeBytes` is left on the disk of a directory; false if there is none. */
export async function isDiskFull(directory: string, minFreeBytes: number): Promise<boolean> {
  const disk = await statfs(directory).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize < minFreeBytes
}

/**
 * Requires free space on the disk of the embedded database, before a client adds to it.
 *
 * @throws {PhoneError} `DISK_FULL`
 */
export async function requireDatabaseSpace({ settings }: Pick<Services, 'settings'>): Promise<void> {
  const { databaseDirectory, minFreeDiskBytes } = settings
  if (databaseDirectory !== null && (await isDiskFull(databaseDirectory, minFreeDiskBytes)))
    throw new PhoneError('DISK_FULL')
}
