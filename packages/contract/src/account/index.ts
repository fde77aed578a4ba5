import { type EndpointMap, listEndpoints } from '../endpoint.ts'
import * as modules from './modules.ts'

export { commonErrors } from '../error-table.ts'
export {
  type AccountAccess,
  type AccountEndpointDefinition,
  type AccountRateLimit,
  defineAccountEndpoint,
} from './define-endpoint.ts'
export * as fields from './fields.ts'
export * from './modules.ts'

/** Every endpoint of the account service, relative to `/api/v1` of its origin. */
export const accountEndpoints = listEndpoints(modules)

export type AccountEndpoint = (typeof accountEndpoints)[number]

/** The endpoints of the account service by key: `AccountEndpointMap['POST /auth/password/sign-in']`. */
export type AccountEndpointMap = EndpointMap<typeof accountEndpoints>

/** `POST /auth/password/sign-in` and the like. */
export type AccountEndpointKey = keyof AccountEndpointMap
