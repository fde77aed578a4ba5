import { createNetworkError, readFailedResponse } from '../contact-files/failed-response.ts'
import type { LedgerFilter } from './data-protection-queries.ts'

/** Returns the announcements of recordings as CSV. */
export type ExportLedger = (filter: LedgerFilter) => Promise<Blob>

export function createLedgerExport(accessToken: () => Promise<string | null>): ExportLedger {
  return async (filter) => {
    const token = await accessToken()
    const headers: Record<string, string> = token === null ? {} : { 'x-stack-access-token': token }
    const path = '/api/v1/recording-announcements/csv'
    const set = Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const response = await fetch(`${path}?${new URLSearchParams(set)}`, { headers }).catch(
      (cause: unknown) => {
        throw createNetworkError('GET', path, cause)
      },
    )
    if (response.ok) return await response.blob()
    throw readFailedResponse(response.status, await response.text(), response.headers.get('retry-after'))
  }
}
