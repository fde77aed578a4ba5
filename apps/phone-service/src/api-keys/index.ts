import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listKeyScopes, replaceKeyScopes } from './key-scopes.ts'

export const apiKeyHandlers = {
  'GET /api-keys': listKeyScopes,
  'PUT /api-keys/{key}/scopes': replaceKeyScopes,
} satisfies Partial<PhoneHandlers<Services & AuthenticationService>>
