import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { internalKeys } from '@parley/contract/account'
import { randomToken } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import { insertKeySet, type KeySetRecord, type KeyTexts } from './key-sets.ts'

type Create = typeof internalKeys.createKeySet

export interface KeySetOrder {
  readonly projectId: string
  readonly description: string
  readonly expiresAt: Date
}

interface By {
  readonly actor: Actor
  readonly call?: HttpCall
}

/**
 * Creates a key set with all three keys within the caller's transaction. Returns the plaintext keys, which cannot
 * be retrieved later.
 */
export async function makeKeySet(
  database: Database,
  order: KeySetOrder,
  now: Date,
): Promise<Required<KeyTexts>> {
  const texts = {
    publishableClientKey: newKey('pck'),
    secretServerKey: newKey('ssk'),
    superSecretAdminKey: newKey('sak'),
  }
  await storeKeySet(database, order, texts, { actor: { type: 'service', id: null } }, now)
  return texts
}

export async function createKeySet(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, body, call }: ServedRequest<Create>,
): Promise<ResponseOf<Create>> {
  const order = {
    projectId: project.id,
    description: body.description,
    expiresAt: new Date(body.expires_at_millis),
  }
  const texts = {
    ...(body.has_publishable_client_key && { publishableClientKey: newKey('pck') }),
    ...(body.has_secret_server_key && { secretServerKey: newKey('ssk') }),
    ...(body.has_super_secret_admin_key && { superSecretAdminKey: newKey('sak') }),
  }
  const stored = await database
    .transaction()
    .execute((transaction) => storeKeySet(transaction, order, texts, { actor, call }, now()))
  return {
    id: stored.id,
    description: stored.description,
    created_at_millis: stored.created_at.getTime(),
    expires_at_millis: stored.expires_at.getTime(),
    publishable_client_key: texts.publishableClientKey,
    secret_server_key: texts.secretServerKey,
    super_secret_admin_key: texts.superSecretAdminKey,
  }
}

async function storeKeySet(
  database: Database,
  { projectId, description, expiresAt }: KeySetOrder,
  texts: KeyTexts,
  { actor, call }: By,
  at: Date,
): Promise<Pick<KeySetRecord, 'id' | 'description' | 'created_at' | 'expires_at'>> {
  const id = randomUUID()
  await insertKeySet(database, { id, projectId, description, expiresAt, texts }, at)
  await recordAudit(database, {
    projectId,
    actor,
    action: 'key_set.created',
    subject: { type: 'key_set', id },
    details: { description, expiresAt: expiresAt.toISOString() },
    call,
    at,
  })
  return { id, description, created_at: at, expires_at: expiresAt }
}

function newKey(prefix: 'pck' | 'ssk' | 'sak'): string {
  return `${prefix}_${randomToken(45)}`
}
