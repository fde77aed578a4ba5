import { ApiError, isKnownErrorCode, UnexpectedResponseError } from './errors.ts'

export type ApiResponse =
  | { readonly ok: true; readonly status: number; readonly data: unknown }
  | { readonly ok: false; readonly error: ApiError }

/** Returns the actual status. Errors are sent with status 200 if the client requested the override. */
export function actualStatus(response: Response): number {
  const overridden = response.headers.get('x-stack-actual-status')
  return overridden ? Number(overridden) : response.status
}

/**
 * Parses a final response.
 *
 * @throws {UnexpectedResponseError} if a failure has no error code, or header and body have different codes.
 */
export function parseResponse(response: Response, text: string): ApiResponse {
  const status = actualStatus(response)
  if (status >= 200 && status < 300) return { ok: true, status, data: parseData(response, status, text) }

  const announced = response.headers.get('x-stack-known-error')
  const requestId = response.headers.get('x-stack-request-id')
  if (!announced) throw new UnexpectedResponseError({ status, text, requestId })

  const body = parseObject(text)
  if (body?.code !== announced) {
    const reason = `The response header has the error code ${announced}, the body has ${String(body?.code)}.`
    throw new UnexpectedResponseError({ status, text, requestId, reason })
  }

  if (!isKnownErrorCode(announced)) {
    return { ok: false, error: new ApiError('UNSUPPORTED_ERROR', { originalErrorCode: announced }) }
  }
  // Not validated: the service is tested against the contract, and browsers should not load zod.
  return { ok: false, error: new ApiError(announced, body.details as never) }
}

function parseData(response: Response, status: number, text: string): unknown {
  const type = response.headers.get('content-type')?.split(';')[0]
  if (type !== 'application/json') return text
  try {
    return JSON.parse(text)
  } catch {
    const requestId = response.headers.get('x-stack-request-id')
    throw new UnexpectedResponseError({
      status,
      text,
      requestId,
      reason: 'The response of the account service is not valid JSON.',
    })
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
