import { hashToken } from '@parley/server'
import { z } from 'zod'
import type { Database } from '../platform/database/index.ts'
import type { Services } from '../services.ts'

/**
 * Sealed part of a pending authorization request (PKCE verifier, nonce and the parameters of the
 * application).
 */
const sealedParameters = z.object({
  /** PKCE verifier for the provider (RFC 7636). */
  verifier: z.string(),
  nonce: z.string(),
  /** Requested scopes. */
  scopes: z.array(z.string()),
  /** The session that requested to link an account; null for a sign-in. */
  linkingSessionId: z.string().nullable(),
  /** Parameters of the application from here on. Redirect URI without fragment. */
  redirectUri: z.string(),
  outerState: z.string(),
  /** PKCE challenge of the application (RFC 7636). */
  codeChallenge: z.string(),
  errorRedirectUrl: z.string().nullable(),
  afterCallbackRedirectUrl: z.string().nullable(),
})

export interface AuthorizationRequest extends z.infer<typeof sealedParameters> {
  readonly projectId: string
  readonly providerId: string
  /** User to link the account to; null for a sign-in. */
  readonly linkingUserId: string | null
  readonly expiresAt: Date
}

const purpose = 'journey to a provider'

type Deps = Pick<Services, 'database' | 'secrets' | 'now'>

/** Stores a pending authorization request under the hash of its state. */
export async function insertAuthorizationRequest(
  { database, secrets, now }: Deps,
  state: string,
  { projectId, providerId, linkingUserId, expiresAt, ...rest }: AuthorizationRequest,
): Promise<void> {
  await database
    .insertInto('oauth_authorization_requests')
    .values({
      state_hash: hashToken(state),
      project_id: projectId,
      user_id: linkingUserId,
      provider_id: providerId,
      sealed_parameters: secrets.seal(JSON.stringify(rest), purpose),
      created_at: now(),
      expires_at: expiresAt,
    })
    .execute()
}

/**
 * Consumes the pending request of a state, expired or not. Of concurrent calls one gets it, the others null.
 */
export async function consumeAuthorizationRequest(
  { database, secrets }: Pick<Services, 'database' | 'secrets'>,
  state: string,
): Promise<AuthorizationRequest | null> {
  const row = await database
    .deleteFrom('oauth_authorization_requests')
    .where('state_hash', '=', hashToken(state))
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  return {
    ...sealedParameters.parse(JSON.parse(secrets.open(row.sealed_parameters, purpose))),
    projectId: row.project_id,
    providerId: row.provider_id,
    linkingUserId: row.user_id,
    expiresAt: row.expires_at,
  }
}

/** Deletes abandoned authorization requests. */
export async function deleteAuthorizationRequestsExpiredBefore(
  database: Database,
  moment: Date,
): Promise<void> {
  await database.deleteFrom('oauth_authorization_requests').where('expires_at', '<', moment).execute()
}
