export { ApiError, type DetailsArgument } from './api-error.ts'
export {
  type AnyEndpoint,
  type BodyOf,
  type EndpointMap,
  type EndpointDefinition,
  type EndpointSchemas,
  createEndpointDefiner,
  type EndpointKey,
  type Method,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type BodyInputOf,
  type QueryInputOf,
} from './endpoint.ts'
export { type KnownErrorCode, knownErrors } from './error-table.ts'
export { errorDetails, KnownError, type KnownErrorDetails } from './errors.ts'
