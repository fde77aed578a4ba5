export { ApiError, type DetailsArgument } from './api-error.ts'
export {
  type AnyEndpoint,
  type BodyInputOf,
  type BodyOf,
  createEndpointDefiner,
  defaultMaxBodyBytes,
  type EndpointDefinition,
  type EndpointKey,
  type EndpointMap,
  type EndpointSchemas,
  type Method,
  type ParamsOf,
  type QueryInputOf,
  type QueryOf,
  type ResponseOf,
  toEndpointKey,
} from './endpoint.ts'
export { type KnownErrorCode, knownErrors } from './error-table.ts'
export { errorDetails, KnownError, type KnownErrorDetails } from './errors.ts'
