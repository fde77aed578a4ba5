import type { ResponseOf } from '@parley/contract'
import { type modelProviders, PhoneError } from '@parley/contract/phone'
import { BlockedHostError, resolveAllowedAddress } from '@parley/server'
import { connectionChanges, limitConnectionTest } from '../connection-tests/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { encryptKey, requireStoredKey } from './provider-key.ts'
import { serializeProvider, toProviderHost } from './read-providers.ts'
import { deleteProvider, findProvider, type StoredProvider, saveProvider } from './records/index.ts'

type SaveProvider = typeof modelProviders.saveModelProvider
type DeleteProvider = typeof modelProviders.deleteModelProvider

export async function saveModelProvider(
  services: Pick<Services, 'database' | 'rateLimits' | 'secrets' | 'settings' | 'now'>,
  { user, params, body, transaction }: PhoneRequest<SaveProvider>,
): Promise<ResponseOf<SaveProvider>> {
  const { workspaceId } = user
  const { purpose } = params
  const { baseUrl, apiKey, model, language, isAutomatic } = body
  requireLanguageOfPurpose(purpose, language)
  await checkProviderHost(services, baseUrl)
  const present = await findProvider(services.database, workspaceId, purpose)
  if (apiKey !== undefined || present?.baseUrl !== baseUrl)
    await limitConnectionTest(services, user, {
      host: new URL(baseUrl).hostname,
      perWorkspace: connectionChanges,
    })
  return await transaction(async (changes) => {
    const stored = await findProvider(changes, workspaceId, purpose)
    const now = services.now()
    const provider: StoredProvider = {
      workspaceId,
      purpose,
      baseUrl,
      apiKey:
        apiKey === undefined
          ? requireStoredKey(stored, baseUrl)
          : apiKey === null
            ? null
            : encryptKey(services, { workspaceId, purpose, baseUrl }, apiKey),
      model,
      language,
      // Calls that ended before are not sent, whose processing would cost without warning.
      automaticSince: isAutomatic ? (stored?.automaticSince ?? now) : null,
    }
    await saveProvider(changes, provider, { now, byUserId: user.userId })
    await changes.audit(
      'model_provider.saved',
      { type: 'workspace', id: workspaceId },
      { purpose, baseUrl, model, language, isAutomatic, keyChanged: apiKey !== undefined },
    )
    return serializeProvider(provider)
  })
}

export async function deleteModelProvider(
  _services: Services,
  { user, params, transaction }: PhoneRequest<DeleteProvider>,
): Promise<ResponseOf<DeleteProvider>> {
  const { workspaceId } = user
  const { purpose } = params
  await transaction(async (changes) => {
    if (!(await deleteProvider(changes, workspaceId, purpose))) throw new PhoneError('PROVIDER_NOT_FOUND')
    await changes.audit('model_provider.deleted', { type: 'workspace', id: workspaceId }, { purpose })
  })
  return { success: true }
}

/** @throws {PhoneError} `SCHEMA_ERROR` when a language is set for text */
function requireLanguageOfPurpose(purpose: modelProviders.ProviderPurpose, language: string | null): void {
  if (purpose !== 'transcription' && language !== null)
    throw new PhoneError('SCHEMA_ERROR', { message: 'body.language: for transcription only.' })
}

/** @throws {PhoneError} `PROVIDER_HOST_NOT_FOUND`, `PROVIDER_HOST_NOT_ALLOWED` */
async function checkProviderHost({ settings }: Pick<Services, 'settings'>, baseUrl: string): Promise<void> {
  try {
    const { hostname } = new URL(baseUrl)
    await resolveAllowedAddress(hostname, { allowedNetworks: settings.outboundNetworks })
  } catch (error) {
    if (!(error instanceof BlockedHostError)) throw error
    const host = toProviderHost(baseUrl)
    if (error.reason === 'not-found') throw new PhoneError('PROVIDER_HOST_NOT_FOUND', { host })
    throw new PhoneError('PROVIDER_HOST_NOT_ALLOWED', { host })
  }
}
