export type { ApiOptions, OnUndeclaredError, RawParts } from './api-options.ts'
export { apiBase, createHttpApp, type HttpAppOptions } from './app.ts'
export { findComplexityProblem } from './body/body-complexity.ts'
export { readBody, receiveBody, UnreadableBodyError } from './body/read-body.ts'
export { CustomResponse, type RawBody } from './custom-response.ts'
export type {
  ContextKind,
  ContextsOf,
  EndpointRequestParts,
  Handler,
  HandlerResponse,
  Handlers,
} from './handlers.ts'
export { type StrictTransport, toStringHeaders } from './headers.ts'
export { serveHealth } from './health.ts'
export { defaultHttpLimits, type HttpLimits } from './limits/http-limits.ts'
export {
  ClientDisconnectedError,
  PlainTextError,
  tooManyRequests,
  withErrorHeaders,
} from './plain-text-error.ts'
export { listRoutes, type RegisteredRoute } from './registered-routes.ts'
export { type RequestInfo, toRequestInfo } from './request-info.ts'
export { logUndeclaredErrors, serveContract, type WrapHandler } from './serve-contract.ts'
export { describeProblems, validate } from './validate.ts'
