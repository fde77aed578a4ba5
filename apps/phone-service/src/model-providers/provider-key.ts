import { PhoneError } from '@parley/contract/phone'
import type { Services } from '../services.ts'
import { ProviderError } from './protocol/provider-error.ts'
import type { StoredKey, StoredProvider } from './records/index.ts'

type KeyOwner = Pick<StoredProvider, 'workspaceId' | 'purpose' | 'baseUrl'>

/** Of a shorter key, the last four characters would reveal too much. */
const minLengthForLastFour = 12

/** Binds an encrypted key to its workspace and base URL, so that it cannot be decrypted for another one. */
function toSealPurpose({ workspaceId, purpose, baseUrl }: KeyOwner): string {
  return `model_providers.api_key ${workspaceId} ${purpose} ${baseUrl}`
}

export function encryptKey({ secrets }: Pick<Services, 'secrets'>, owner: KeyOwner, key: string): StoredKey {
  return {
    encrypted: secrets.seal(key, toSealPurpose(owner)),
    lastFour: key.length >= minLengthForLastFour ? key.slice(-4) : null,
  }
}

/** @throws {ProviderError} `key-unreadable` */
export function decryptKey(
  { secrets }: Pick<Services, 'secrets'>,
  { apiKey, ...owner }: KeyOwner & Pick<StoredProvider, 'apiKey'>,
): string | null {
  if (apiKey === null) return null
  try {
    return secrets.open(apiKey.encrypted, toSealPurpose(owner))
  } catch {
    throw new ProviderError('key-unreadable')
  }
}

/**
 * Returns the stored key of a provider for a base URL, or null when it has none. The key is used only with the base
 * URL that it was saved with, so that no other server receives it.
 *
 * @throws {PhoneError} `PROVIDER_KEY_REQUIRED`
 */
export function requireStoredKey(stored: StoredProvider | null, baseUrl: string): StoredKey | null {
  if (!stored?.apiKey) return null
  if (stored.baseUrl !== baseUrl) throw new PhoneError('PROVIDER_KEY_REQUIRED')
  return stored.apiKey
}
