import { type EndpointMap, listEndpoints } from '../endpoint.ts'
import * as modules from './modules.ts'

export { type ApiKeyScope, apiKeyScopes } from './access/api-key-scopes.ts'
export * as accountEvents from './account-events.ts'
export * from './call.ts'
export * from './calls/call-transfer.ts'
export * from './define-endpoint.ts'
export { commonPhoneErrors, type NextStep, type PhoneErrorCode, phoneErrors } from './error-table.ts'
export { PhoneError, type PhoneErrorDetails, phoneErrorDetails } from './errors.ts'
export * as fields from './fields.ts'
export * as live from './live.ts'
export * from './modules.ts'

/** Every endpoint of the phone API, relative to `/api/v1` of its origin. */
export const phoneEndpoints = listEndpoints(modules)

export type PhoneEndpoint = (typeof phoneEndpoints)[number]

/** The endpoints of the phone API by key: `PhoneEndpointMap['GET /me']`. */
export type PhoneEndpointMap = EndpointMap<typeof phoneEndpoints>

export type PhoneEndpointKey = keyof PhoneEndpointMap
