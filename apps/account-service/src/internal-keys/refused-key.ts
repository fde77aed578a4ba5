import { refusedWith } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { findKeySetOf, type KeyAccessType } from './key-sets.ts'

interface RefusedKey {
  readonly projectId: string
  readonly accessType: KeyAccessType
  readonly text: string
}

/** Answers the refusal of a key that opens nothing, and names its set for the audit log where it was one of the project. */
export async function refusalOfKey<Refusal extends Error>(
  database: Database,
  { projectId, accessType, text }: RefusedKey,
  refusal: Refusal,
): Promise<Refusal> {
  const id = await findKeySetOf(database, projectId, accessType, text)
  return id === null ? refusal : refusedWith(refusal, { projectId, type: 'key_set', id })
}
