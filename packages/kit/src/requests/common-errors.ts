import { commonErrors as contractErrors } from '@parley/contract/error-table'

/** The errors that every endpoint can return, and an error with an unknown code. They are thrown. */
export const commonErrors: ReadonlySet<string> = new Set([...contractErrors, 'UNSUPPORTED_ERROR'])

/** Common errors that are values, because callers handle them. */
export const declaredCommonErrors: Readonly<Record<string, string>> = {
  'GET /users/me': 'CANNOT_GET_OWN_USER_WITHOUT_USER',
  'DELETE /auth/sessions/current': 'ACCESS_TOKEN_EXPIRED',
}
