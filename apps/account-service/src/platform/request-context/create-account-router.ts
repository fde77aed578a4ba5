import { KnownError } from '@parley/contract'
import { commonErrors } from '@parley/contract/account'
import { logUndeclaredErrors, type RouterOptions, createRouter } from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { authorize, resolveMe } from './authorize.ts'
import { authenticate } from './authenticate.ts'
import type { AuthContext, AccountRouter } from './auth-context.ts'
import { enforceNetworkLimit } from './network-limits.ts'
import { auditAdminRequest } from './audit-admin-request.ts'
import { auditDenied } from './audit-denied.ts'

/** Creates the function with which modules bind their operations to endpoints. */
export function createAccountRouter(
  app: FastifyInstance,
  services: Services,
  onUndeclaredError: RouterOptions<AuthContext>['onUndeclaredError'] = (endpoint, refusal) =>
    logUndeclaredErrors(services.log)(endpoint, refusal),
): AccountRouter {
  // `authorize` guarantees what `EndpointRequest` states about each endpoint.
  return createRouter<AuthContext>(app, {
    authenticate: (info) => authenticate(services, info),
    admit: authorize,
    beforeParsing: resolveMe,
    beforeOperation: async (auth, endpoint, info) => {
      await enforceNetworkLimit(services, auth, endpoint, info)
      await auditAdminRequest(services, auth, endpoint, info)
    },
    onRejected: (auth, endpoint, refusal, info) => auditDenied(services, auth, endpoint, refusal, info),
    hasServerShape: ({ accessType }) => accessType === 'server' || accessType === 'admin',
    malformed: (code, message) => new KnownError(code, { message }),
    commonErrors,
    onUndeclaredError,
  }) as AccountRouter
}
