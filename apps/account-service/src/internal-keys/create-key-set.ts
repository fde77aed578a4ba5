import { randomUUID } from 'node:crypto'
import { randomToken } from '@parley/server'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { insertKeySet, type KeyTexts } from './key-sets.ts'

export interface KeySetOrder {
  readonly projectId: string
  readonly description: string
  readonly expiresAt: Date
}

/** Creates a key set of all three kinds and answers its texts, which nobody can be told again. */
export async function createKeySet(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { projectId, description, expiresAt }: KeySetOrder,
): Promise<Required<KeyTexts>> {
  const id = randomUUID()
  const texts = {
    publishableClientKey: `pck_${randomToken(45)}`,
    secretServerKey: `ssk_${randomToken(45)}`,
    superSecretAdminKey: `sak_${randomToken(45)}`,
  }
  await database.transaction().execute(async (transaction) => {
    await insertKeySet(transaction, { id, projectId, description, expiresAt, texts }, now())
    await recordAudit(transaction, {
      projectId,
      actor: { type: 'service', id: null },
      action: 'key_set.created',
      subject: { type: 'key_set', id },
      details: { description, expiresAt: expiresAt.toISOString() },
      at: now(),
    })
  })
  return texts
}
