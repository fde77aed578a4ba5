import type { ResponseOf } from '@parley/contract'
import type { modelProviders } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findProvider, type StoredProvider } from './records/index.ts'

type GetProviders = typeof modelProviders.getModelProviders

export async function getModelProviders(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetProviders>,
): Promise<ResponseOf<GetProviders>> {
  const find = async (purpose: modelProviders.ProviderPurpose) => {
    const stored = await findProvider(database, user.workspaceId, purpose)
    return stored && serializeProvider(stored)
  }
  return { transcription: await find('transcription'), analysis: await find('analysis') }
}

/** Serializes a provider without its key. */
export function serializeProvider(stored: StoredProvider): modelProviders.ModelProvider {
  const { baseUrl, apiKey, model, language, automaticSince } = stored
  return {
    baseUrl,
    host: toProviderHost(baseUrl),
    hasApiKey: apiKey !== null,
    apiKeyLastFour: apiKey?.lastFour ?? null,
    model,
    language,
    isAutomatic: automaticSince !== null,
  }
}

/** Returns the host to which the requests of a provider go, with its port if that is not the usual one. */
export function toProviderHost(baseUrl: string): string {
  return new URL(baseUrl).host
}
