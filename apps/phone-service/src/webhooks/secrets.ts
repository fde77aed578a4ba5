import type { Services } from '../services.ts'
import { UnreadableSecretError } from './deliver/to-problem.ts'

interface WebhookKey {
  readonly workspaceId: string
  readonly id: string
}

export function encryptSecret(
  { secrets }: Pick<Services, 'secrets'>,
  key: WebhookKey,
  secret: string,
): string {
  return secrets.seal(secret, toPurpose(key))
}

/** @throws {UnreadableSecretError} */
export function decryptSecret(
  { secrets }: Pick<Services, 'secrets'>,
  key: WebhookKey,
  encrypted: string,
): string {
  try {
    return secrets.open(encrypted, toPurpose(key))
  } catch {
    throw new UnreadableSecretError('The secret of a webhook cannot be decrypted.')
  }
}

function toPurpose({ workspaceId, id }: WebhookKey): string {
  return `webhook_endpoints.secret ${workspaceId} ${id}`
}
