import { createNetworkError, readFailedResponse } from './failed-response.ts'

export type ExportFormat = 'csv' | 'vcard'

/** Returns all contacts that the user can see, or those of a search, as a file. */
export type ExportContacts = (format: ExportFormat, search: string) => Promise<Blob>

export function createContactExport(accessToken: () => Promise<string | null>): ExportContacts {
  return async (format, search) => {
    const token = await accessToken()
    const url = `/api/v1/contact-exports/${format}`
    const response = await fetch(`${url}?search=${encodeURIComponent(search)}`, {
      headers: token === null ? {} : { 'x-stack-access-token': token },
    }).catch((cause: unknown) => {
      throw createNetworkError('GET', url, cause)
    })
    if (response.ok) return await response.blob()
    throw readFailedResponse(response.status, await response.text(), response.headers.get('retry-after'))
  }
}
