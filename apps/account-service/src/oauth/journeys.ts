import { hashToken } from '@parley/server'
import { z } from 'zod'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'

/** What is remembered of somebody who is on their way to a provider. */
const remembered = z.object({
  /** RFC 7636, towards the provider. */
  verifier: z.string(),
  nonce: z.string(),
  /** What the provider was asked for. */
  scopes: z.array(z.string()),
  /** The session in which somebody asked to link an account; null where they sign in. */
  linkingSessionId: z.string().nullable(),
  /** From here on what the application said. Where to go back to, without a hash. */
  redirectUri: z.string(),
  outerState: z.string(),
  /** RFC 7636, from the application. */
  codeChallenge: z.string(),
  errorRedirectUrl: z.string().nullable(),
  afterCallbackRedirectUrl: z.string().nullable(),
})

export interface Journey extends z.infer<typeof remembered> {
  readonly projectId: string
  readonly providerId: string
  /** Whose account is linked; null where somebody signs in. */
  readonly linkingUserId: string | null
  readonly expiresAt: Date
}

const purpose = 'journey to a provider'

type Needs = Pick<Services, 'database' | 'secrets' | 'now'>

/** Remembers a journey under its state, of which only the hash is kept. */
export async function insertJourney(
  { database, secrets, now }: Needs,
  state: string,
  { projectId, providerId, linkingUserId, expiresAt, ...rest }: Journey,
): Promise<void> {
  await database
    .insertInto('oauth_journeys')
    .values({
      state_hash: hashToken(state),
      project_id: projectId,
      user_id: linkingUserId,
      provider_id: providerId,
      sealed_journey: secrets.seal(JSON.stringify(rest), purpose),
      created_at: now(),
      expires_at: expiresAt,
    })
    .execute()
}

/** Ends the journey of a state: of many who come back with it, one gets it, expired or not. Null for the others. */
export async function takeJourney(
  { database, secrets }: Pick<Services, 'database' | 'secrets'>,
  state: string,
): Promise<Journey | null> {
  const row = await database
    .deleteFrom('oauth_journeys')
    .where('state_hash', '=', hashToken(state))
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  return {
    ...remembered.parse(JSON.parse(secrets.open(row.sealed_journey, purpose))),
    projectId: row.project_id,
    providerId: row.provider_id,
    linkingUserId: row.user_id,
    expiresAt: row.expires_at,
  }
}

/** Removes journeys that nobody came back from. */
export async function deleteJourneysExpiredBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('oauth_journeys').where('expires_at', '<', moment).execute()
}
