import type { AccountEndpointDefinition } from '@parley/contract/account'
import { PlainTextError, type RequestInfo } from '@parley/server/http'
import type { AuthContext } from './auth-context.ts'

export interface DatabaseDiskService {
  /** Returns whether the disk of the embedded database has less free space than the operator has set. */
  readonly isDatabaseDiskFull: () => Promise<boolean>
}

/** A request with a larger body may add much data. Those that sign in, sign out or change a password are smaller. */
const largeBodyBytes = 8 * 1024

/**
 * Requires free space on the disk of the embedded database, before a request stores much data. A small change of
 * a user or team does too, because it is published with all their metadata.
 *
 * @throws {PlainTextError} 503
 */
export async function requireDiskSpace(
  { isDatabaseDiskFull }: DatabaseDiskService,
  { access }: AuthContext,
  { method }: AccountEndpointDefinition,
  { headers }: RequestInfo,
): Promise<void> {
  const isChangeByClient = method === 'PATCH' && access?.accessType === 'client'
  if (!isChangeByClient && !isLarge(headers)) return
  if (await isDatabaseDiskFull())
    throw new PlainTextError(503, 'Not saved: the disk of this server is almost full. Tell its operator.')
}

/** A body without a length is sent in chunks. */
function isLarge(headers: RequestInfo['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBodyBytes
}
