import { refusedWith } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { findKeySetOf, type KeyAccessType } from './key-sets.ts'

interface RefusedKey {
  readonly projectId: string
  readonly accessType: KeyAccessType
  readonly text: string
}

/** Attaches the key set, if the key belongs to one, to the error of a rejected key, for the audit log. */
export async function refusalOfKey<Refusal extends Error>(
  database: Database,
  { projectId, accessType, text }: RefusedKey,
  refusal: Refusal,
): Promise<Refusal> {
  const id = await findKeySetOf(database, projectId, accessType, text)
  return id === null ? refusal : refusedWith(refusal, { projectId, type: 'key_set', id })
}
