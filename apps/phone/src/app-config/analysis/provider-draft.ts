import type { modelProviders } from '@parley/contract/phone'

/** The values of the form. */
export interface ProviderDraft {
  readonly baseUrl: string
  /** Null: the stored key. */
  readonly apiKey: string | null
  readonly model: string
  /** Empty: the provider recognizes it. */
  readonly language: string
  readonly isAutomatic: boolean
}

export function createDraft(provider: modelProviders.ModelProvider | null): ProviderDraft {
  return {
    baseUrl: provider?.baseUrl ?? '',
    apiKey: provider?.hasApiKey ? null : '',
    model: provider?.model ?? '',
    language: provider?.language ?? '',
    isAutomatic: provider?.isAutomatic ?? false,
  }
}

/** Returns the settings of a draft as they are sent. */
export function toSettings({ baseUrl, apiKey, model, language }: ProviderDraft) {
  const key = apiKey?.trim()
  return {
    baseUrl: normalizeUrl(baseUrl),
    model: model.trim(),
    language: language === '' ? null : language,
    ...(key === undefined ? {} : { apiKey: key === '' ? null : key }),
  }
}

/** Returns whether a text can be the base URL of a provider. */
export function isBaseUrl(text: string): boolean {
  const url = normalizeUrl(text)
  if (!/^https?:\/\//i.test(url) || /[?#\s\\]/.test(url) || !URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username === '' && password === ''
}

/** Returns the host of a base URL, or null while it is incomplete. */
export function findHost(text: string): string | null {
  return isBaseUrl(text) ? new URL(normalizeUrl(text)).host : null
}

/** Returns whether audio or text, and the key, would be sent without encryption, and not to this machine. */
export function isUnencrypted(text: string): boolean {
  if (!isBaseUrl(text)) return false
  const { protocol, hostname } = new URL(normalizeUrl(text))
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Returns whether the stored key belongs to another base URL than that of the draft. */
export function isKeyOfOther(
  { baseUrl, apiKey }: ProviderDraft,
  provider: modelProviders.ModelProvider | null,
): boolean {
  return apiKey === null && provider !== null && normalizeUrl(baseUrl) !== provider.baseUrl
}

function normalizeUrl(text: string): string {
  return text.trim().replace(/\/+$/, '')
}
