import { type AnyEndpoint, ApiError, type EndpointKey, toEndpointKey } from '@parley/contract'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log/log.ts'
import type { ApiOptions, OnUndeclaredError } from './api-options.ts'
import { type ContextsOf, type Handlers, toContextKind } from './handlers.ts'
import { addRoute } from './route/add-route.ts'

/** Creates an `onUndeclaredError` that logs the error, for production. */
export function logUndeclaredErrors(log: Log): OnUndeclaredError {
  return (endpoint, error) =>
    log.error('undeclared_error.returned', {
      endpoint: toEndpointKey(endpoint),
      refusal: error instanceof ApiError ? error.code : error.status,
    })
}

/** No handler that is not one of an endpoint. */
type NoOther<Given, Endpoint extends AnyEndpoint> = {
  readonly [Key in Exclude<keyof Given, EndpointKey<Endpoint>>]: never
}

interface ServedContract<Endpoint extends AnyEndpoint, Given, Services, Api> {
  readonly endpoints: readonly Endpoint[]
  readonly handlers: Given & NoOther<Given, Endpoint>
  readonly services: Services
  readonly api: Api
  /** Returns what runs in place of a handler, such as the handler itself. */
  readonly wrapHandler?: WrapHandler
}

type RunHandler = (request: object) => Promise<unknown>
export type WrapHandler = (key: string, run: RunHandler) => RunHandler

/**
 * Serves every endpoint of a contract below `/api/v1`. Does not compile when an endpoint has no handler, or a
 * handler no endpoint.
 */
export function serveContract<
  Definition extends AnyEndpoint,
  Endpoint extends Definition,
  Services,
  Auth,
  Contexts extends ContextsOf<Endpoint>,
  Given extends Handlers<Endpoint, Services, Contexts>,
>(
  app: FastifyInstance,
  {
    endpoints,
    handlers,
    services,
    api,
    wrapHandler = (_key, run) => run,
  }: ServedContract<Endpoint, Given, Services, ApiOptions<Definition, Auth, Contexts>>,
): void {
  for (const endpoint of endpoints) {
    // `Handlers` relates each handler to its endpoint. From here on, all endpoints are treated alike.
    const key = toEndpointKey(endpoint)
    const handler = (handlers as Record<string, unknown>)[key] as UntypedHandler
    const operate = wrapHandler(key, (request) => handler(services, request))
    const createContext = api.contexts[toContextKind(endpoint)]
    addRoute(app, endpoint, api, { createContext, operate })
  }
}

type UntypedHandler = (services: unknown, request: object) => Promise<unknown>
