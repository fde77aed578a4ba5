import { KnownError } from '@parley/contract'
import { apiBase } from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { unsupportedFeatures } from './unsupported-features.ts'

/**
 * Rejects the calls of features that the service does not have. The public clients show the message of a
 * known error; they would repeat a call that fails in another way, or report it without a reason.
 */
export function serveUnsupportedFeatures(app: FastifyInstance): void {
  for (const { name, paths } of unsupportedFeatures)
    for (const path of paths)
      app.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url: `${apiBase}${path}`,
        handler: async () => {
          throw new KnownError('SCHEMA_ERROR', { message: `${name} are not supported by this server.` })
        },
      })
}
