import { hashToken } from '@parley/server'
import type { Database } from '../database/index.ts'

/** The texts of a key set. They are shown once; afterwards only their hashes are known. */
export interface KeyTexts {
  readonly publishableClientKey?: string
  readonly secretServerKey?: string
  readonly superSecretAdminKey?: string
}

export interface KeySetDraft {
  readonly id: string
  readonly projectId: string
  readonly description: string
  readonly expiresAt: Date
  readonly texts: KeyTexts
}

export type KeyAccessType = 'client' | 'server' | 'admin'

const hashColumn = {
  client: 'publishable_hash',
  server: 'secret_hash',
  admin: 'admin_hash',
} as const satisfies Record<KeyAccessType, string>

/** Stores a key set. One of the same id or with the same keys is left as it is. */
export async function insertKeySet(database: Database, draft: KeySetDraft, now: Date): Promise<void> {
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = draft.texts
  await database
    .insertInto('project_key_sets')
    .values({
      id: draft.id,
      project_id: draft.projectId,
      description: draft.description,
      created_at: now,
      expires_at: draft.expiresAt,
      revoked_at: null,
      ...hashed('publishable', publishableClientKey),
      ...hashed('secret', secretServerKey),
      ...hashed('admin', superSecretAdminKey),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Tells whether `key` opens `projectId` for `accessType` now: it belongs to it, lives, and is not revoked. */
export async function isValidKey(
  database: Database,
  projectId: string,
  accessType: KeyAccessType,
  key: string,
  now: Date,
): Promise<boolean> {
  const row = await database
    .selectFrom('project_key_sets')
    .select('id')
    .where(hashColumn[accessType], '=', hashToken(key))
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

function hashed<N extends string>(name: N, text: string | undefined) {
  return {
    [`${name}_hash`]: text === undefined ? null : hashToken(text),
    [`${name}_last_four`]: text?.slice(-4) ?? null,
  } as Record<`${N}_hash`, string | null> & Record<`${N}_last_four`, string | null>
}
