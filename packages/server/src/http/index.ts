export { apiBase, createHttpApp, type HttpAppOptions } from './app.ts'
export { serveHealth } from './health.ts'
export { readBody, UnreadableBody } from './read-body.ts'
export { type RawBody, Reply } from './reply.ts'
export {
  type Answer,
  callOf,
  type HttpCall,
  logUndeclared,
  type RawParts,
  type Serve,
  type ServedParts,
  type ServedRequest,
  type ServeOptions,
  serveOn,
} from './serve.ts'
export { type ServedRoute, servedBy } from './served.ts'
export { TextError, tooManyRequests } from './text-error.ts'
export { describeProblems, validate } from './validate.ts'
