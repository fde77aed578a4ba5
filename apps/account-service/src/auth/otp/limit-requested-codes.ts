import { limitCodeEmails } from '../../email/delivery/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findCredentials } from '../password/hashes/index.ts'
import { isKnownDevice } from '../sessions/index.ts'

/**
 * Limits the codes that anyone can request for an e-mail, so that one stranger locks out its user on no device, and
 * many strangers not on known ones.
 *
 * @throws {PlainTextError} 429
 */
export async function limitRequestedCodes(
  services: Pick<Services, 'database' | 'rateLimits' | 'findOwnerId' | 'now'>,
  request: Pick<Access, 'project' | 'info' | 'accessType'>,
  email: string,
): Promise<void> {
  const { database, now } = services
  await limitCodeEmails(services, request, email, async () => {
    const found = await findCredentials(database, request.project.id, email)
    const { userId = null, password } = found ?? {}
    const { info } = request
    return await isKnownDevice(database, { userId, since: password?.changedAt, info, now: now() })
  })
}
