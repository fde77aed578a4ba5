import type { PhoneInput } from '../phone-api.ts'
import { createNetworkError, readFailedResponse } from './failed-response.ts'

export type ExportFormat = 'csv' | 'vcard'

export type ContactSelection = PhoneInput<'POST /contact-exports'>['body']['selection']

/** Returns all contacts that the user can see, those of a search, or the selected ones, as a file. */
export type ExportContacts = (format: ExportFormat, contacts: string | ContactSelection) => Promise<Blob>

export function createContactExport(accessToken: () => Promise<string | null>): ExportContacts {
  return async (format, contacts) => {
    const token = await accessToken()
    const headers: Record<string, string> = token === null ? {} : { 'x-stack-access-token': token }
    const isSearch = typeof contacts === 'string'
    const url = isSearch
      ? `/api/v1/contact-exports/${format}?search=${encodeURIComponent(contacts)}`
      : '/api/v1/contact-exports'
    const post = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ format, selection: contacts }),
    }
    const response = await fetch(url, isSearch ? { headers } : post).catch((cause: unknown) => {
      throw createNetworkError(isSearch ? 'GET' : 'POST', url.replace(/\?.*/, ''), cause)
    })
    if (response.ok) return await response.blob()
    throw readFailedResponse(response.status, await response.text(), response.headers.get('retry-after'))
  }
}
