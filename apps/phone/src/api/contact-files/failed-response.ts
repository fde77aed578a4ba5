import { type ApiError, NetworkError, TooManyRequestsError, UnexpectedResponseError } from '@parley/client'
import { parseJson } from '@parley/primitives'
import { createPhoneApiError, isPhoneErrorCode } from '../errors.ts'

const notTried = { kind: 'not-tried' } as const

/** Creates the error of a request of a file that has got no response. */
export function createNetworkError(method: string, url: string, cause?: unknown): NetworkError {
  const diagnostics = { method, url, isOnline: navigator.onLine, health: notTried, api: notTried }
  return new NetworkError('phone service', diagnostics, { cause })
}

/** Returns the error of a failed response to a request of a file, as those of all other requests. */
export function readFailedResponse(
  status: number,
  text: string,
  retryAfter: string | null,
): ApiError | TooManyRequestsError | UnexpectedResponseError {
  if (status === 429)
    return new TooManyRequestsError(retryAfter === null ? null : Number(retryAfter) * 1_000 || null)
  const body = parseJson(text) as { code?: unknown; details?: unknown } | null | undefined
  if (isPhoneErrorCode(body?.code)) return createPhoneApiError(body.code, body.details as never)
  const message = `The phone service responded with status ${status}.`
  return new UnexpectedResponseError({ message, status, text, requestId: null })
}
