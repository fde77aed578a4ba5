import type { FastifyInstance } from 'fastify'

export interface RegisteredRoute {
  readonly method: string
  /** Full path with parameters in braces, for example `/api/v1/notes/{note}`. */
  readonly path: string
}

const registeredRoutes = new WeakMap<FastifyInstance, RegisteredRoute[]>()

/** Records every route that is registered on `app`. Call before the first registration. */
export function trackRoutes(app: FastifyInstance): void {
  const routes: RegisteredRoute[] = []
  registeredRoutes.set(app, routes)
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    for (const each of [method].flat()) routes.push({ method: each, path })
  })
}

/**
 * Returns every route of `app` in order of registration, without the HEAD routes that belong to GET routes.
 */
export function listRoutes(app: FastifyInstance): readonly RegisteredRoute[] {
  const routes = registeredRoutes.get(app) ?? []
  const isHeadOfGet = ({ method, path }: RegisteredRoute) =>
    method === 'HEAD' && routes.some((other) => other.method === 'GET' && other.path === path)
  return routes.filter((route) => !isHeadOfGet(route))
}

/** Returns the methods of a path; empty when it does not exist. Wildcard routes are ignored. */
export function listMethods(app: FastifyInstance, path: string): readonly string[] {
  return listRoutes(app)
    .filter((route) => !route.path.includes('*') && matches(route.path, path))
    .map(({ method }) => method)
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern
    .split(/\{\w+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+')
  return new RegExp(`^${expected}$`).test(path)
}
