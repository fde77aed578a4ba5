export { CodedError, type DetailsArgument } from './coded-error.ts'
export {
  type AnyEndpoint,
  type BodyOf,
  type CallsOf,
  type EndpointDescription,
  type EndpointShapes,
  endpointsOf,
  type KeyOf,
  type Method,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type SentBodyOf,
  type SentQueryOf,
} from './endpoint.ts'
export { type KnownErrorCode, knownErrors } from './error-table.ts'
export { errorDetails, KnownError, type KnownErrorDetails } from './errors.ts'
