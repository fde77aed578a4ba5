export { apiBase, createHttpApp, type HttpAppOptions } from './app.ts'
export { serveHealth } from './health.ts'
export { readBody, UnreadableBodyError } from './read-body.ts'
export { type RawBody, CustomResponse } from './custom-response.ts'
export {
  type HandlerResponse,
  toRequestInfo,
  type RequestInfo,
  logUndeclaredErrors,
  type RawParts,
  type Router,
  type EndpointRequestParts,
  type EndpointRequest,
  type RouterOptions,
  createRouter,
} from './router.ts'
export { type RegisteredRoute, listRoutes } from './registered-routes.ts'
export { PlainTextError, tooManyRequests } from './plain-text-error.ts'
export { describeProblems, validate } from './validate.ts'
