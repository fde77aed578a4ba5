import { KnownError } from '@parley/contract'
import type { RequestInfo } from '@parley/server/http'

/** Creates the error for a request without the header x-stack-refresh-token. */
export function missingRefreshToken({ method }: RequestInfo, operation: 'refresh' | 'rotate'): KnownError {
  return new KnownError('SCHEMA_ERROR', {
    message: `The request ${method} /api/v1/auth/sessions/current/${operation} is malformed:\n  - header x-stack-refresh-token: is required`,
  })
}
