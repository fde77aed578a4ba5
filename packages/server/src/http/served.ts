import type { AnyEndpoint } from '@parley/contract'
import type { FastifyInstance } from 'fastify'

interface ServedEndpoint {
  readonly endpoint: AnyEndpoint
  readonly address: RegExp
}

const servedByApp = new WeakMap<FastifyInstance, ServedEndpoint[]>()

/** Remembers that `app` answers `endpoint` under `base`. */
export function noteServed(app: FastifyInstance, base: string, endpoint: AnyEndpoint): void {
  const served = servedByApp.get(app) ?? []
  const pattern = `${base}${endpoint.path === '/' ? '' : endpoint.path}`
    .split(/\{\w+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+')
  servedByApp.set(app, [...served, { endpoint, address: new RegExp(`^${pattern}$`) }])
}

/** Every endpoint that is bound to `app`, in the order of binding. */
export function servedBy(app: FastifyInstance): readonly AnyEndpoint[] {
  return (servedByApp.get(app) ?? []).map(({ endpoint }) => endpoint)
}

/** The methods that an address knows; none where nothing is. */
export function methodsServedAt(app: FastifyInstance, path: string): readonly string[] {
  const served = servedByApp.get(app) ?? []
  return served.filter(({ address }) => address.test(path)).map(({ endpoint }) => endpoint.method)
}
