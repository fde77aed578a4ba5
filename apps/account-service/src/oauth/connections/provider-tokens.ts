import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { AccountTables, Database } from '../../platform/database/index.ts'
import type { Services } from '../../services.ts'
import type { ProviderTokens } from '../providers/index.ts'

/** A stored provider token: sealed, with its scopes. */
export interface StoredToken {
  readonly id: string
  readonly connectionId: string
  readonly kind: 'access' | 'refresh'
  readonly sealedToken: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
}

const purpose = 'token of a provider'

/** Decrypts a stored token. */
export function decryptToken({ secrets }: Pick<Services, 'secrets'>, { sealedToken }: StoredToken): string {
  return secrets.open(sealedToken, purpose)
}

/**
 * Stores the tokens of a provider account. Replaces tokens whose scopes are a subset, so that rows do not
 * accumulate with each sign-in; a refresh token is retained if the response has no new one.
 */
export async function storeTokens(
  { secrets, now }: Pick<Services, 'secrets' | 'now'>,
  database: Database,
  connectionId: string,
  { accessToken, accessExpiresAt, refreshToken, scopes, issuedTo }: ProviderTokens,
): Promise<void> {
  const kinds = refreshToken === null ? (['access'] as const) : (['access', 'refresh'] as const)
  await database
    .deleteFrom('oauth_provider_tokens')
    .where('connection_id', '=', connectionId)
    .where('kind', 'in', kinds)
    .where(sql<boolean>`scopes <@ ${[...scopes]}::text[]`)
    .execute()

  const commonColumns = {
    connection_id: connectionId,
    scopes: [...scopes],
    issued_to: issuedTo,
    is_valid: true,
    created_at: now(),
  }
  await database
    .insertInto('oauth_provider_tokens')
    .values([
      {
        ...commonColumns,
        id: randomUUID(),
        kind: 'access',
        sealed_token: secrets.seal(accessToken, purpose),
        expires_at: accessExpiresAt,
      },
      ...(refreshToken === null
        ? []
        : [
            {
              ...commonColumns,
              id: randomUUID(),
              kind: 'refresh' as const,
              sealed_token: secrets.seal(refreshToken, purpose),
              expires_at: null,
            },
          ]),
    ])
    .execute()
}

interface TokenFilter {
  readonly kind: StoredToken['kind']
  readonly scopes: readonly string[]
  /** The credentials that obtained the token. */
  readonly issuedTo: string
}

/** Returns the valid tokens of a kind that include all `scopes`, latest first. */
export async function listTokens(
  database: Database,
  connectionIds: readonly string[],
  { kind, scopes, issuedTo }: TokenFilter,
): Promise<StoredToken[]> {
  if (connectionIds.length === 0) return []
  const rows = await database
    .selectFrom('oauth_provider_tokens')
    .selectAll()
    .where('connection_id', 'in', connectionIds)
    .where('kind', '=', kind)
    .where('issued_to', '=', issuedTo)
    .where('is_valid', '=', true)
    .where(sql<boolean>`scopes @> ${[...scopes]}::text[]`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toStoredToken)
}

/** Claims a refresh token until a point in time. Of concurrent calls one succeeds. */
export async function claimToken(database: Database, id: string, now: Date, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('oauth_provider_tokens')
    .set({ claimed_until: until })
    .where('id', '=', id)
    .where('is_valid', '=', true)
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Releases the claim on a refresh token. */
export async function releaseToken(database: Database, id: string): Promise<void> {
  await database
    .updateTable('oauth_provider_tokens')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .execute()
}

/** Records that the provider rejected a token. */
export async function markTokenInvalid(database: Database, id: string): Promise<void> {
  await database.updateTable('oauth_provider_tokens').set({ is_valid: false }).where('id', '=', id).execute()
}

/** Deletes all tokens of a connection. */
export async function deleteTokens(database: Database, connectionId: string): Promise<void> {
  await database.deleteFrom('oauth_provider_tokens').where('connection_id', '=', connectionId).execute()
}

type TokenRow = Selectable<AccountTables['oauth_provider_tokens']>

function toStoredToken(row: TokenRow): StoredToken {
  return {
    id: row.id,
    connectionId: row.connection_id,
    kind: row.kind,
    sealedToken: row.sealed_token,
    scopes: row.scopes,
    expiresAt: row.expires_at,
  }
}
