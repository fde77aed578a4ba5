import { randomToken } from '@parley/server'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../../platform/database/index.ts'
import type { Services } from '../../../services.ts'

/** A key pair of one project. `id` is the `kid` of the tokens it signs. */
export interface SigningKey {
  readonly id: string
  readonly projectId: string
  readonly publicJwk: PublicJwk
  readonly publicKey: CryptoKey
  readonly sealedPrivateJwk: string
  readonly createdAt: Date
}

const publicJwk = z.object({ x: z.string(), y: z.string() })
type PublicJwk = z.infer<typeof publicJwk>

const keyIdPattern = /^[0-9a-z]{12}$/

/** Returns the key with this `kid`, of any project, or null. */
export async function findSigningKey(database: Database, id: string): Promise<SigningKey | null> {
  if (!keyIdPattern.test(id)) return null
  const row = await database.selectFrom('signing_keys').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toSigningKey(row) : null
}

/** Returns the keys of a project, latest first. */
export async function listSigningKeys(database: Database, projectId: string): Promise<SigningKey[]> {
  const rows = await database
    .selectFrom('signing_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return await Promise.all(rows.map(toSigningKey))
}

/** Creates a key for a project. The private key is sealed before it is stored. */
export async function createSigningKey(
  { secrets, now }: Pick<Services, 'secrets' | 'now'>,
  database: Database,
  projectId: string,
): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  await database
    .insertInto('signing_keys')
    .values({
      id: randomToken(45).slice(0, 12),
      project_id: projectId,
      public_jwk: JSON.stringify(publicJwk.parse(await exportJWK(pair.publicKey))),
      sealed_private_jwk: secrets.seal(JSON.stringify(await exportJWK(pair.privateKey)), 'signing-key'),
      created_at: now(),
    })
    .execute()
}

/** Serialises changes of the keys of a project until the transaction ends. */
export async function lockSigningKeys(transaction: Database, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`signing keys of ${projectId}`}))`.execute(transaction)
}

/**
 * Returns the projects with keys to rotate or delete: the latest key was created before `latestBefore`, or a
 * superseded key is followed by one created before `followedBefore`.
 */
export async function listProjectsWithDueKeys(
  database: Database,
  { latestBefore, followedBefore }: { readonly latestBefore: Date; readonly followedBefore: Date },
): Promise<string[]> {
  const rows = await database
    .selectFrom('signing_keys')
    .select('project_id')
    .groupBy('project_id')
    .having(({ eb, fn, or }) =>
      or([
        eb(fn.max('created_at'), '<=', latestBefore),
        eb(
          fn.min('created_at'),
          '<',
          fn.max<Date>('created_at').filterWhere('created_at', '<=', followedBefore),
        ),
      ]),
    )
    .execute()
  return rows.map(({ project_id }) => project_id)
}

/** Deletes retired keys. */
export async function deleteSigningKeys(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await database.deleteFrom('signing_keys').where('id', 'in', ids).execute()
}

/** Decrypts the private key. */
export async function openPrivateKey(
  { secrets }: Pick<Services, 'secrets'>,
  key: SigningKey,
): Promise<CryptoKey> {
  const jwk = JSON.parse(secrets.open(key.sealedPrivateJwk, 'signing-key')) as JWK
  return (await importJWK(jwk, 'ES256')) as CryptoKey
}

async function toSigningKey(row: {
  id: string
  project_id: string
  public_jwk: unknown
  sealed_private_jwk: string
  created_at: Date
}): Promise<SigningKey> {
  const { x, y } = publicJwk.parse(row.public_jwk)
  return {
    id: row.id,
    projectId: row.project_id,
    publicJwk: { x, y },
    publicKey: (await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')) as CryptoKey,
    sealedPrivateJwk: row.sealed_private_jwk,
    createdAt: row.created_at,
  }
}
