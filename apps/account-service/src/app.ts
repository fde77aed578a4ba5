import { accountEndpoints } from '@parley/contract/account'
import { serveDocs } from '@parley/server/api-docs'
import {
  createHttpApp,
  type HttpAppOptions,
  type OnUndeclaredError,
  serveContract,
  serveHealth,
} from '@parley/server/http'
import { servePageFonts } from '@parley/server/pages'
import type { FastifyInstance } from 'fastify'
import type { AccountServices } from './account-services.ts'
import { anonymousHandlers } from './auth/anonymous/index.ts'
import { cliHandlers } from './auth/cli/index.ts'
import { mfaHandlers } from './auth/mfa/index.ts'
import { otpHandlers } from './auth/otp/index.ts'
import { passkeyHandlers } from './auth/passkeys/index.ts'
import { passwordHandlers } from './auth/password/index.ts'
import { sessionHandlers } from './auth/sessions/index.ts'
import { describeApi } from './describe-api.ts'
import { aiChatHandlers } from './email/ai-chat/index.ts'
import { emailHandlers } from './email/delivery/index.ts'
import { emailTemplateHandlers } from './email/templates/index.ts'
import { emailThemeHandlers } from './email/themes/index.ts'
import { connectedAccountHandlers } from './oauth/connected-accounts/index.ts'
import { oauthHandlers } from './oauth/index.ts'
import { oauthProviderHandlers } from './oauth/oauth-providers/index.ts'
import { permissionDefinitionHandlers } from './permissions/definitions/index.ts'
import { permissionGrantHandlers } from './permissions/grants/index.ts'
import { metricsHandlers } from './platform/metrics/index.ts'
import { createAccountApi } from './platform/request-context/index.ts'
import { serveUnsupportedFeatures } from './platform/unsupported-features/index.ts'
import { webhookEndpointHandlers } from './platform/webhooks/endpoints/index.ts'
import { apiKeyHandlers } from './projects/api-keys/index.ts'
import { projectHandlers } from './projects/index.ts'
import { internalKeyHandlers } from './projects/internal-keys/index.ts'
import { serveSetUp } from './projects/set-up/index.ts'
import { teamHandlers } from './teams/index.ts'
import { teamInvitationHandlers } from './teams/invitations/index.ts'
import { teamMembershipHandlers } from './teams/memberships/index.ts'
import { contactChannelHandlers } from './users/contact-channels/index.ts'
import { serveImages } from './users/images/index.ts'
import { userHandlers } from './users/index.ts'
import { notificationHandlers } from './users/notifications/index.ts'

/** The handler of every endpoint. */
const handlers = {
  ...projectHandlers,
  ...internalKeyHandlers,
  ...passwordHandlers,
  ...otpHandlers,
  ...oauthHandlers,
  ...connectedAccountHandlers,
  ...oauthProviderHandlers,
  ...sessionHandlers,
  ...mfaHandlers,
  ...passkeyHandlers,
  ...anonymousHandlers,
  ...cliHandlers,
  ...userHandlers,
  ...contactChannelHandlers,
  ...teamHandlers,
  ...teamMembershipHandlers,
  ...permissionGrantHandlers,
  ...permissionDefinitionHandlers,
  ...apiKeyHandlers,
  ...webhookEndpointHandlers,
  ...metricsHandlers,
  ...aiChatHandlers,
  ...teamInvitationHandlers,
  ...notificationHandlers,
  ...emailHandlers,
  ...emailTemplateHandlers,
  ...emailThemeHandlers,
}

export interface AppOptions {
  readonly http?: Omit<HttpAppOptions, 'log'>
  /** Called when an operation throws an error that its endpoint does not declare; logged by default. */
  readonly onUndeclaredError?: OnUndeclaredError
}

export function createApp(
  services: AccountServices,
  { http, onUndeclaredError }: AppOptions = {},
): FastifyInstance {
  const app = createHttpApp({ ...http, log: services.log })
  serveContract(app, {
    endpoints: accountEndpoints,
    handlers,
    services,
    api: createAccountApi(services, onUndeclaredError),
  })
  serveUnsupportedFeatures(app)
  serveSetUp(app, services)
  serveImages(app, services)
  servePageFonts(app)
  serveDocs(app, describeApi(services.options))
  app.get('/', async (_request, reply) => reply.redirect('/docs', 303))
  serveHealth(app, services.findDatabaseProblem)
  return app
}
