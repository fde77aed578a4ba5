import { isKnownErrorCode, RefusedCall, UnexpectedAnswer } from './errors.ts'

export type Answer =
  | { readonly ok: true; readonly status: number; readonly data: unknown }
  | { readonly ok: false; readonly error: RefusedCall }

/** The status that the service means: an error travels as 200 where the override was asked for. */
export function actualStatus(response: Response): number {
  const overridden = response.headers.get('x-stack-actual-status')
  return overridden ? Number(overridden) : response.status
}

/**
 * Reads an answer whose status is final.
 *
 * @throws {UnexpectedAnswer} when a failure carries no known error, or header and body disagree about it.
 */
export function readAnswer(response: Response, text: string): Answer {
  const status = actualStatus(response)
  if (status >= 200 && status < 300) return { ok: true, status, data: readData(response, status, text) }

  const announced = response.headers.get('x-stack-known-error')
  const requestId = response.headers.get('x-stack-request-id')
  if (!announced) throw new UnexpectedAnswer({ status, text, requestId })

  const body = readObject(text)
  if (body?.code !== announced) {
    const reason = `The answer is announced as ${announced} and says ${String(body?.code)}.`
    throw new UnexpectedAnswer({ status, text, requestId, reason })
  }

  if (!isKnownErrorCode(announced)) {
    return { ok: false, error: new RefusedCall('UNSUPPORTED_ERROR', { originalErrorCode: announced }) }
  }
  // The details are typed by the contract, which the service is tested against; a browser does not check them again.
  return { ok: false, error: new RefusedCall(announced, body.details as never) }
}

function readData(response: Response, status: number, text: string): unknown {
  const type = response.headers.get('content-type')?.split(';')[0]
  if (type !== 'application/json') return text
  try {
    return JSON.parse(text)
  } catch {
    const requestId = response.headers.get('x-stack-request-id')
    throw new UnexpectedAnswer({
      status,
      text,
      requestId,
      reason: 'The answer of the account service is not JSON.',
    })
  }
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
