import { KnownError } from '@parley/contract'
import { z } from 'zod'
import { findSession } from '../auth/sessions/records/index.ts'
import type { RequestContext } from '../platform/request-context/index.ts'
import type { ServiceTransaction } from '../platform/service-context/index.ts'
import type { Services } from '../services.ts'
import { lockUser } from '../users/records/index.ts'
import { storeTokens } from './connections/index.ts'
import { findOrCreateUser, isConflict } from './find-or-create-user.ts'

/**
 * A provider account that is linked when the client that started the authorization request exchanges its
 * code.
 */
const pendingLink = z.object({
  /** The session that started the authorization request. */
  sessionId: z.string(),
  profile: z.object({
    accountId: z.string(),
    email: z.string().nullable(),
    isEmailVerified: z.boolean(),
    displayName: z.string().nullable(),
    imageUrl: z.string().nullable(),
  }),
  tokens: z.object({
    accessToken: z.string(),
    accessExpiresAt: z.coerce.date().nullable(),
    refreshToken: z.string().nullable(),
    scopes: z.array(z.string()),
    issuedTo: z.string(),
  }),
})

type PendingLink = z.infer<typeof pendingLink>

const purpose = 'provider account to link'

export function sealPendingLink({ secrets }: Pick<Services, 'secrets'>, link: PendingLink): string {
  return secrets.seal(JSON.stringify(link), purpose)
}

interface LinkConfirmation {
  readonly sealedLink: string
  readonly userId: string
  readonly providerId: string
}

/**
 * Links the provider account of a redeemed authorization code, within the given transaction. Only the client
 * that started the request can redeem the code, because the code is bound to its PKCE challenge.
 *
 * @throws {KnownError} INVALID_AUTHORIZATION_CODE if the session that started the request has ended;
 * OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER, USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION
 */
export async function confirmLink(
  services: Pick<Services, 'jobs' | 'secrets' | 'options' | 'now'>,
  transaction: ServiceTransaction,
  { project, info }: RequestContext,
  { sealedLink, userId, providerId }: LinkConfirmation,
): Promise<void> {
  const { sessionId, profile, tokens } = pendingLink.parse(
    JSON.parse(services.secrets.open(sealedLink, purpose)),
  )
  // The claim of an account ends its sessions and removes its connections under the same lock.
  await lockUser(transaction, userId)
  const session = await findSession(transaction, project.id, sessionId, services.now())
  if (session?.userId !== userId) throw new KnownError('INVALID_AUTHORIZATION_CODE')

  const login = { project, providerId, linkingUserId: userId, profile, info }
  try {
    const { connectionId } = await findOrCreateUser(services, transaction, login)
    await storeTokens(services, transaction, connectionId, tokens)
  } catch (error) {
    if (!isConflict(error)) throw error
    throw new KnownError('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  }
}
