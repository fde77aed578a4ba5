import type { CallsOf } from '../endpoint.ts'
import { aiChatEndpoints } from './ai-chat.ts'
import { anonymousEndpoints } from './anonymous.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { cliEndpoints } from './cli.ts'
import { connectedAccountEndpoints } from './connected-accounts.ts'
import { contactChannelEndpoints } from './contact-channels.ts'
import { emailTemplateEndpoints } from './email-templates.ts'
import { emailEndpoints } from './emails.ts'
import { internalKeyEndpoints } from './internal-keys.ts'
import { metricsEndpoints } from './metrics.ts'
import { mfaEndpoints } from './mfa.ts'
import { notificationEndpoints } from './notifications.ts'
import { oauthEndpoints } from './oauth.ts'
import { oauthProviderEndpoints } from './oauth-providers.ts'
import { otpEndpoints } from './otp.ts'
import { ownProjectEndpoints } from './own-projects.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { passwordEndpoints } from './password.ts'
import { permissionDefinitionEndpoints } from './permission-definitions.ts'
import { permissionEndpoints } from './permissions.ts'
import { projectEndpoints } from './projects.ts'
import { sessionEndpoints } from './sessions.ts'
import { teamInvitationEndpoints } from './team-invitations.ts'
import { teamMembershipEndpoints } from './team-memberships.ts'
import { teamEndpoints } from './teams.ts'
import { userEndpoints } from './users.ts'
import { webhookEndpoints } from './webhooks.ts'

export { type AccountAccess, accountEndpoint, commonErrors } from './account-endpoint.ts'
export * as aiChat from './ai-chat.ts'
export * as anonymous from './anonymous.ts'
export * as apiKeys from './api-keys.ts'
export * as cli from './cli.ts'
export * as connectedAccounts from './connected-accounts.ts'
export * as contactChannels from './contact-channels.ts'
export * as emailTemplates from './email-templates.ts'
export * as emails from './emails.ts'
export * as fields from './fields.ts'
export * as internalKeys from './internal-keys.ts'
export * as metrics from './metrics.ts'
export * as mfa from './mfa.ts'
export * as notifications from './notifications.ts'
export * as oauth from './oauth.ts'
export * as oauthProviders from './oauth-providers.ts'
export * as otp from './otp.ts'
export * as ownProjects from './own-projects.ts'
export * as passkeys from './passkeys.ts'
export * as password from './password.ts'
export * as permissionDefinitions from './permission-definitions.ts'
export * as permissions from './permissions.ts'
export * as projects from './projects.ts'
export * as sessions from './sessions.ts'
export * as teamInvitations from './team-invitations.ts'
export * as teamMemberships from './team-memberships.ts'
export * as teams from './teams.ts'
export * as users from './users.ts'
export * as webhooks from './webhooks.ts'

/** Every endpoint of the account service, relative to `/api/v1` of its origin. */
export const accountEndpoints = [
  ...projectEndpoints,
  ...ownProjectEndpoints,
  ...internalKeyEndpoints,
  ...passwordEndpoints,
  ...otpEndpoints,
  ...oauthEndpoints,
  ...connectedAccountEndpoints,
  ...oauthProviderEndpoints,
  ...sessionEndpoints,
  ...mfaEndpoints,
  ...passkeyEndpoints,
  ...anonymousEndpoints,
  ...cliEndpoints,
  ...userEndpoints,
  ...contactChannelEndpoints,
  ...teamEndpoints,
  ...teamMembershipEndpoints,
  ...permissionEndpoints,
  ...permissionDefinitionEndpoints,
  ...apiKeyEndpoints,
  ...webhookEndpoints,
  ...metricsEndpoints,
  ...aiChatEndpoints,
  ...teamInvitationEndpoints,
  ...notificationEndpoints,
  ...emailTemplateEndpoints,
  ...emailEndpoints,
] as const

export type AccountEndpoint = (typeof accountEndpoints)[number]

/** The endpoints of the account service by key: `AccountEndpointMap['POST /auth/password/sign-in']`. */
export type AccountCalls = CallsOf<typeof accountEndpoints>
