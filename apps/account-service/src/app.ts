import { serveDocs } from '@parley/server/api-docs'
import { createHttpApp, type HttpAppOptions, type ServeOptions, serveHealth } from '@parley/server/http'
import { servePageFonts } from '@parley/server/pages'
import type { FastifyInstance } from 'fastify'
import { type Caller, type Serve, serveAccount } from './access/index.ts'
import { serveAiChat } from './ai-chat/index.ts'
import { serveAnonymous } from './anonymous/index.ts'
import { serveApiKeys } from './api-keys/index.ts'
import { serveCli } from './cli/index.ts'
import { serveConnectedAccounts } from './connected-accounts/index.ts'
import { serveContactChannels } from './contact-channels/index.ts'
import { describeApi } from './describe-api.ts'
import { serveEmailTemplates } from './email-templates/index.ts'
import { serveEmailThemes } from './email-themes/index.ts'
import { serveEmails } from './emails/index.ts'
import { serveImages } from './images/index.ts'
import { serveInternalKeys } from './internal-keys/index.ts'
import { serveMetrics } from './metrics/index.ts'
import { serveMfa } from './mfa/index.ts'
import { serveNotifications } from './notifications/index.ts'
import { serveOauth } from './oauth/index.ts'
import { serveOauthProviders } from './oauth-providers/index.ts'
import { serveOtp } from './otp/index.ts'
import { servePasskeys } from './passkeys/index.ts'
import { servePassword } from './password/index.ts'
import { servePermissionDefinitions } from './permission-definitions/index.ts'
import { servePermissionGrants } from './permission-grants/index.ts'
import { serveProjects } from './projects/index.ts'
import type { Services } from './services.ts'
import { serveSessions } from './sessions/index.ts'
import { serveSetUp } from './set-up/index.ts'
import { serveTeamInvitations } from './team-invitations/index.ts'
import { serveTeamMemberships } from './team-memberships/index.ts'
import { serveTeams } from './teams/index.ts'
import { serveUsers } from './users/index.ts'
import { serveWebhookEndpoints } from './webhook-endpoints/index.ts'
import { serveWebhooks } from './webhooks/index.ts'

/** Registers every module. A module that is missing here is not served. */
const features: readonly ((serve: Serve, services: Services) => void)[] = [
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
  readonly http?: Pick<HttpAppOptions, 'clientAddress'>
  /** Called when an operation throws an error that its endpoint does not declare; logged by default. */
  readonly onUndeclared?: ServeOptions<Caller>['onUndeclared']
}

export function createApp(services: Services, { http, onUndeclared }: AppOptions = {}): FastifyInstance {
  const app = createHttpApp({ ...http, log: services.log })
  const serve = serveAccount(app, services, onUndeclared)
  for (const serveFeature of features) serveFeature(serve, services)
  serveSetUp(app, services)
  serveImages(app, services)
  servePageFonts(app)
  serveDocs(app, describeApi(services.options))
  app.get('/', async (_request, reply) => reply.redirect('/docs', 303))
  serveHealth(app, services.findDatabaseProblem)
  return app
}
