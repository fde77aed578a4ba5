import { createNetworkError, readFailedResponse } from './contact-files/failed-response.ts'
import type { CallListRequest } from './query-keys.ts'

/** Returns the calls of a list as CSV. */
export type ExportCalls = (request: CallListRequest) => Promise<Blob>

export function createCallExport(accessToken: () => Promise<string | null>): ExportCalls {
  return async ({ scope, filter, search, tag }) => {
    const token = await accessToken()
    const headers: Record<string, string> = token === null ? {} : { 'x-stack-access-token': token }
    const path = '/api/v1/calls/csv'
    const query = new URLSearchParams({ scope, filter, search, ...(tag === undefined ? {} : { tag }) })
    const response = await fetch(`${path}?${query}`, { headers }).catch((cause: unknown) => {
      throw createNetworkError('GET', path, cause)
    })
    if (response.ok) return await response.blob()
    throw readFailedResponse(response.status, await response.text(), response.headers.get('retry-after'))
  }
}
