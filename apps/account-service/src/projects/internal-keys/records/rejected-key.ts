import { withRejectedKey } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { findKeySetId, type KeyAccessType } from './key-sets.ts'

interface RejectedKey {
  readonly projectId: string
  readonly accessType: KeyAccessType
  readonly plaintext: string
}

/** Attaches the key set, if the key belongs to one, to the error of a rejected key, for the audit log. */
export async function withRejectedKeySet<Refusal extends Error>(
  database: Database,
  { projectId, accessType, plaintext: text }: RejectedKey,
  refusal: Refusal,
): Promise<Refusal> {
  const id = await findKeySetId(database, projectId, accessType, text)
  return id === null ? refusal : withRejectedKey(refusal, { projectId, type: 'key_set', id })
}
