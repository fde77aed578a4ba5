import type { PhoneOutput } from '../phone-api.ts'
import { createNetworkError, readFailedResponse } from './failed-response.ts'

export type ContactImport = PhoneOutput<'GET /contact-imports/{import}'>

export interface UploadOptions {
  /** Receives the share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file of contacts as the draft of the user. */
export type UploadContacts = (file: File, options: UploadOptions) => Promise<ContactImport>

const url = '/api/v1/contact-imports'

/** The upload of a file with its progress, which `fetch` does not report. */
export function createContactUpload(accessToken: () => Promise<string | null>): UploadContacts {
  return async (file, { onProgress, signal }) => {
    const token = await accessToken()
    return await new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', `${url}?fileName=${encodeURIComponent(file.name.slice(0, 200))}`)
      request.setRequestHeader('content-type', 'application/octet-stream')
      if (token !== null) request.setRequestHeader('x-stack-access-token', token)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
      request.onload = () => {
        if (request.status === 201) resolve(JSON.parse(request.responseText))
        else
          reject(
            readFailedResponse(
              request.status,
              request.responseText,
              request.getResponseHeader('retry-after'),
            ),
          )
      }
      request.onerror = () => reject(createNetworkError('POST', url))
      request.onabort = () => reject(signal.reason)
      signal.addEventListener('abort', () => request.abort(), { once: true })
      request.send(file)
    })
  }
}
