import { createNetworkError, readFailedResponse } from './contact-files/failed-response.ts'

export type TranscriptFormat = 'txt' | 'vtt' | 'json'

/** Returns the transcript of a call as a file. */
export type ExportTranscript = (callId: string, format: TranscriptFormat) => Promise<Blob>

export function createTranscriptExport(accessToken: () => Promise<string | null>): ExportTranscript {
  return async (callId, format) => {
    const token = await accessToken()
    const headers: Record<string, string> = token === null ? {} : { 'x-stack-access-token': token }
    const path = `/api/v1/calls/${callId}/transcript/export`
    const response = await fetch(`${path}?format=${format}`, { headers }).catch((cause: unknown) => {
      throw createNetworkError('GET', path, cause)
    })
    if (response.ok) return await response.blob()
    throw readFailedResponse(response.status, await response.text(), response.headers.get('retry-after'))
  }
}
