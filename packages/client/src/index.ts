export {
  type Client,
  type ClientOptions,
  createClient,
  type DataOf,
  type ErrorOf,
  type InputOf,
  type Result,
  unwrap,
} from './client.ts'
export type { ConnectionDiagnostics, ProbeOutcome } from './diagnostics.ts'
export { ApiError, NetworkError, TooManyRequestsError, UnexpectedResponseError } from './errors.ts'
export {
  type Authorization,
  createTransport,
  type Transport,
  type TransportOptions,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts'
