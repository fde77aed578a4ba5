import type { FastifyInstance } from 'fastify'

export interface ServedRoute {
  readonly method: string
  /** From the root, with parameters in braces: `/api/v1/notes/{note}`. */
  readonly path: string
}

const routesOf = new WeakMap<FastifyInstance, ServedRoute[]>()

/** Remembers every route that is bound to `app`, whoever binds it and by whatever means. To be called before the first. */
export function watchRoutes(app: FastifyInstance): void {
  const routes: ServedRoute[] = []
  routesOf.set(app, routes)
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    for (const each of [method].flat()) routes.push({ method: each, path })
  })
}

/** Every route that `app` holds, in the order of binding; the HEAD that comes with each GET is left out. */
export function servedBy(app: FastifyInstance): readonly ServedRoute[] {
  const routes = routesOf.get(app) ?? []
  const isTwin = ({ method, path }: ServedRoute) =>
    method === 'HEAD' && routes.some((other) => other.method === 'GET' && other.path === path)
  return routes.filter((route) => !isTwin(route))
}

/** The methods that an address knows; none where nothing is. What answers at any address is not counted. */
export function methodsServedAt(app: FastifyInstance, path: string): readonly string[] {
  return servedBy(app)
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
