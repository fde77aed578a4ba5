export { apiBase, createHttpApp, type HttpAppOptions } from './app.ts'
export { CustomResponse, type RawBody } from './custom-response.ts'
export { serveHealth } from './health.ts'
export { PlainTextError, tooManyRequests } from './plain-text-error.ts'
export { readBody, UnreadableBodyError } from './read-body.ts'
export { listRoutes, type RegisteredRoute } from './registered-routes.ts'
export {
  createRouter,
  type EndpointRequest,
  type EndpointRequestParts,
  type HandlerResponse,
  logUndeclaredErrors,
  type RawParts,
  type RequestInfo,
  type Router,
  type RouterOptions,
  toRequestInfo,
} from './router.ts'
export { describeProblems, validate } from './validate.ts'
