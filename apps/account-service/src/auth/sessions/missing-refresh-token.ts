import { KnownError } from '@parley/contract'
import { apiBase, describeProblems, type RequestInfo } from '@parley/server/http'

/** Creates the error for a request without the header x-stack-refresh-token. */
export function missingRefreshToken({ method }: RequestInfo, operation: 'refresh' | 'rotate'): KnownError {
  return new KnownError('SCHEMA_ERROR', {
    message: describeProblems(method, `${apiBase}/auth/sessions/current/${operation}`, [
      'header x-stack-refresh-token: is required',
    ]),
  })
}
