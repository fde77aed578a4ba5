import { KnownError } from '@parley/contract'
import { commonErrors } from '@parley/contract/account'
import { logUndeclared, type ServeOptions, serveOn } from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { admit, replaceMe } from './admit.ts'
import { identify } from './identify.ts'
import type { Caller, Serve } from './identity.ts'
import { limitNetwork } from './limits.ts'
import { noteAdmin } from './note-admin.ts'
import { noteRefusal } from './note-refusal.ts'

/** Creates the function with which modules bind their operations to endpoints. */
export function serveAccount(
  app: FastifyInstance,
  services: Services,
  onUndeclared: ServeOptions<Caller>['onUndeclared'] = (endpoint, refusal) =>
    logUndeclared(services.log)(endpoint, refusal),
): Serve {
  // `authorize` guarantees what `ServedRequest` states about each endpoint.
  return serveOn<Caller>(app, {
    identify: (call) => identify(services, call),
    admit,
    beforeParsing: replaceMe,
    beforeOperation: async (caller, endpoint, call) => {
      await limitNetwork(services, caller, endpoint, call)
      await noteAdmin(services, caller, endpoint, call)
    },
    onRefused: (caller, endpoint, refusal, call) => noteRefusal(services, caller, endpoint, refusal, call),
    hasServerShape: ({ accessType }) => accessType === 'server' || accessType === 'admin',
    malformed: (code, message) => new KnownError(code, { message }),
    commonErrors,
    onUndeclared,
  }) as Serve
}
