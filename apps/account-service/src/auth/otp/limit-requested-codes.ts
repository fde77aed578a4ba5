import { limitCodeEmails } from '../../email/delivery/index.ts'
import type { RequestContext } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findSignInChannel } from '../../users/contact-channels/index.ts'
import { isKnownDevice } from '../sessions/index.ts'

/**
 * Limits the codes that anyone can request for an e-mail, without locking out its user on known devices.
 *
 * @throws {PlainTextError} 429
 */
export async function limitRequestedCodes(
  services: Pick<Services, 'database' | 'rateLimits' | 'now'>,
  { project, info }: RequestContext,
  email: string,
): Promise<void> {
  const { database, now } = services
  await limitCodeEmails(services, project.id, email, async () => {
    const channel = await findSignInChannel(database, project.id, email)
    return await isKnownDevice(database, { userId: channel?.userId ?? null, info, now: now() })
  })
}
