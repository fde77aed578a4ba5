import { PhoneError } from '@parley/contract/phone'
import { isDiskFull } from '@parley/server'
import type { Services } from './services.ts'

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
