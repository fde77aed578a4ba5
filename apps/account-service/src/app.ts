import { serveDocs } from '@parley/server/api-docs'
import { createHttpApp, type HttpAppOptions, type RouterOptions, serveHealth } from '@parley/server/http'
import { servePageFonts } from '@parley/server/pages'
import type { FastifyInstance } from 'fastify'
import { serveAnonymous } from './auth/anonymous/index.ts'
import { serveCli } from './auth/cli/index.ts'
import { serveMfa } from './auth/mfa/index.ts'
import { serveOtp } from './auth/otp/index.ts'
import { servePasskeys } from './auth/passkeys/index.ts'
import { servePassword } from './auth/password/index.ts'
import { serveSessions } from './auth/sessions/index.ts'
import { serveAiChat } from './email/ai-chat/index.ts'
import { serveEmails } from './email/delivery/index.ts'
import { serveEmailTemplates } from './email/templates/index.ts'
import { serveEmailThemes } from './email/themes/index.ts'
import { serveConnectedAccounts } from './oauth/connected-accounts/index.ts'
import { serveOauth } from './oauth/index.ts'
import { serveOauthProviders } from './oauth/oauth-providers/index.ts'
import { servePermissionDefinitions } from './permissions/definitions/index.ts'
import { servePermissionGrants } from './permissions/grants/index.ts'
import { describeApi } from './platform/describe-api.ts'
import { serveMetrics } from './platform/metrics/index.ts'
import {
  type AccountRouter,
  type AuthContext,
  createAccountRouter,
} from './platform/request-context/index.ts'
import { serveWebhookEndpoints } from './platform/webhooks/endpoints/index.ts'
import { serveWebhooks } from './platform/webhooks/index.ts'
import { serveApiKeys } from './projects/api-keys/index.ts'
import { serveProjects } from './projects/index.ts'
import { serveInternalKeys } from './projects/internal-keys/index.ts'
import { serveSetUp } from './projects/set-up/index.ts'
import type { Services } from './services.ts'
import { serveTeams } from './teams/index.ts'
import { serveTeamInvitations } from './teams/invitations/index.ts'
import { serveTeamMemberships } from './teams/memberships/index.ts'
import { serveContactChannels } from './users/contact-channels/index.ts'
import { serveImages } from './users/images/index.ts'
import { serveUsers } from './users/index.ts'
import { serveNotifications } from './users/notifications/index.ts'

/** Registers every module. A module that is missing here is not served. */
const features: readonly ((serve: AccountRouter, services: Services) => void)[] = [
  serveProjects,
  serveInternalKeys,
  servePassword,
  serveOtp,
  serveOauth,
  serveConnectedAccounts,
  serveOauthProviders,
  serveSessions,
  serveMfa,
  servePasskeys,
  serveAnonymous,
  serveCli,
  serveUsers,
  serveContactChannels,
  serveTeams,
  serveTeamMemberships,
  servePermissionGrants,
  servePermissionDefinitions,
  serveApiKeys,
  serveWebhookEndpoints,
  serveWebhooks,
  serveMetrics,
  serveAiChat,
  serveTeamInvitations,
  serveNotifications,
  serveEmails,
  serveEmailTemplates,
  serveEmailThemes,
]

export interface AppOptions {
  readonly http?: Pick<HttpAppOptions, 'clientIp'>
  /** Called when an operation throws an error that its endpoint does not declare; logged by default. */
  readonly onUndeclaredError?: RouterOptions<AuthContext>['onUndeclaredError']
}

export function createApp(services: Services, { http, onUndeclaredError }: AppOptions = {}): FastifyInstance {
  const app = createHttpApp({ ...http, log: services.log })
  const serve = createAccountRouter(app, services, onUndeclaredError)
  for (const serveFeature of features) serveFeature(serve, services)
  serveSetUp(app, services)
  serveImages(app, services)
  servePageFonts(app)
  serveDocs(app, describeApi(services.options))
  app.get('/', async (_request, reply) => reply.redirect('/docs', 303))
  serveHealth(app, services.findDatabaseProblem)
  return app
}
