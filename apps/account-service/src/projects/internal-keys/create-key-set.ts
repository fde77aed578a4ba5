import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { internalKeys } from '@parley/contract/account'
import { randomToken } from '@parley/server'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Services } from '../../services.ts'
import { insertKeySet, type KeySet, type PlaintextKeys } from './records/index.ts'

type Create = typeof internalKeys.createKeySet

export interface KeySetInput {
  readonly projectId: string
  readonly description: string
  readonly expiresAt: Date
}

/**
 * Creates a key set with all three keys within the caller's transaction. Returns the plaintext keys, which
 * cannot be retrieved later.
 */
export async function createFullKeySet(
  transaction: ServiceTransaction,
  input: KeySetInput,
  now: Date,
): Promise<Required<PlaintextKeys>> {
  const plaintextKeys = {
    publishableClientKey: generateKey('pck'),
    secretServerKey: generateKey('ssk'),
    superSecretAdminKey: generateKey('sak'),
  }
  await insertAuditedKeySet(transaction, input, plaintextKeys, now)
  return plaintextKeys
}

export async function createKeySet(
  { now }: Pick<Services, 'now'>,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { project, body } = request
  const input = {
    projectId: project.id,
    description: body.description,
    expiresAt: new Date(body.expires_at_millis),
  }
  const plaintextKeys = {
    ...(body.has_publishable_client_key && { publishableClientKey: generateKey('pck') }),
    ...(body.has_secret_server_key && { secretServerKey: generateKey('ssk') }),
    ...(body.has_super_secret_admin_key && { superSecretAdminKey: generateKey('sak') }),
  }
  const stored = await request.transaction((transaction) =>
    insertAuditedKeySet(transaction, input, plaintextKeys, now()),
  )
  return {
    id: stored.id,
    description: stored.description,
    created_at_millis: stored.createdAt.getTime(),
    expires_at_millis: stored.expiresAt.getTime(),
    publishable_client_key: plaintextKeys.publishableClientKey,
    secret_server_key: plaintextKeys.secretServerKey,
    super_secret_admin_key: plaintextKeys.superSecretAdminKey,
  }
}

async function insertAuditedKeySet(
  transaction: ServiceTransaction,
  { projectId, description, expiresAt }: KeySetInput,
  plaintextKeys: PlaintextKeys,
  at: Date,
): Promise<Pick<KeySet, 'id' | 'description' | 'createdAt' | 'expiresAt'>> {
  const id = randomUUID()
  await insertKeySet(transaction, { id, projectId, description, expiresAt, plaintextKeys }, at)
  await transaction.audit(
    'key_set.created',
    { type: 'key_set', id },
    { description, expiresAt: expiresAt.toISOString() },
  )
  return { id, description, createdAt: at, expiresAt }
}

function generateKey(prefix: 'pck' | 'ssk' | 'sak'): string {
  return `${prefix}_${randomToken(45)}`
}
