import { KnownError } from '@parley/contract'
import { commonErrors } from '@parley/contract/account'
import { createRouter, logUndeclaredErrors, type RouterOptions } from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { auditAdminRequest } from './audit-admin-request.ts'
import { auditDenied } from './audit-denied.ts'
import type { AccountRouter, AuthContext } from './auth-context.ts'
import { authenticate } from './authenticate.ts'
import { authorize, resolveMe } from './authorize.ts'
import { enforceNetworkLimit } from './network-limits.ts'

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
    authorize,
    beforeParsing: resolveMe,
    beforeOperation: async (auth, endpoint, info) => {
      await enforceNetworkLimit(services, auth, endpoint, info)
      await auditAdminRequest(auth, endpoint)
    },
    onRejected: (auth, endpoint, refusal, info) => auditDenied(services, auth, endpoint, refusal, info),
    hasServerShape: ({ accessType }) => accessType === 'server' || accessType === 'admin',
    malformed: (code, message) => new KnownError(code, { message }),
    commonErrors,
    onUndeclaredError,
  }) as AccountRouter
}
