import type { EndpointMap } from '../endpoint.ts'
import { anonymousEndpoints } from './auth/anonymous.ts'
import { cliEndpoints } from './auth/cli.ts'
import { mfaEndpoints } from './auth/mfa.ts'
import { otpEndpoints } from './auth/otp.ts'
import { passkeyEndpoints } from './auth/passkeys.ts'
import { passwordEndpoints } from './auth/password.ts'
import { sessionEndpoints } from './auth/sessions.ts'
import { aiChatEndpoints } from './email/ai-chat.ts'
import { emailEndpoints } from './email/emails.ts'
import { emailTemplateEndpoints } from './email/templates.ts'
import { oauthEndpoints } from './oauth/authorization.ts'
import { connectedAccountEndpoints } from './oauth/connected-accounts.ts'
import { oauthProviderEndpoints } from './oauth/linked-accounts.ts'
import { permissionDefinitionEndpoints } from './permissions/definitions.ts'
import { permissionEndpoints } from './permissions/grants.ts'
import { metricsEndpoints } from './platform/metrics.ts'
import { webhookEndpoints } from './platform/webhooks.ts'
import { apiKeyEndpoints } from './projects/api-keys.ts'
import { internalKeyEndpoints } from './projects/internal-keys.ts'
import { managedProjectEndpoints } from './projects/managed-projects.ts'
import { projectEndpoints } from './projects/projects.ts'
import { teamInvitationEndpoints } from './teams/invitations.ts'
import { teamMembershipEndpoints } from './teams/memberships.ts'
import { teamEndpoints } from './teams/teams.ts'
import { contactChannelEndpoints } from './users/contact-channels.ts'
import { notificationEndpoints } from './users/notifications.ts'
import { userEndpoints } from './users/users.ts'

export * as anonymous from './auth/anonymous.ts'
export * as cli from './auth/cli.ts'
export * as mfa from './auth/mfa.ts'
export * as otp from './auth/otp.ts'
export * as passkeys from './auth/passkeys.ts'
export * as password from './auth/password.ts'
export * as sessions from './auth/sessions.ts'
export { type AccountAccess, commonErrors, defineAccountEndpoint } from './define-endpoint.ts'
export * as aiChat from './email/ai-chat.ts'
export * as emails from './email/emails.ts'
export * as emailTemplates from './email/templates.ts'
export * as fields from './fields.ts'
export * as oauth from './oauth/authorization.ts'
export * as connectedAccounts from './oauth/connected-accounts.ts'
export * as oauthProviders from './oauth/linked-accounts.ts'
export * as permissionDefinitions from './permissions/definitions.ts'
export * as permissions from './permissions/grants.ts'
export * as metrics from './platform/metrics.ts'
export * as webhooks from './platform/webhooks.ts'
export * as apiKeys from './projects/api-keys.ts'
export * as internalKeys from './projects/internal-keys.ts'
export * as managedProjects from './projects/managed-projects.ts'
export * as projects from './projects/projects.ts'
export * as teamInvitations from './teams/invitations.ts'
export * as teamMemberships from './teams/memberships.ts'
export * as teams from './teams/teams.ts'
export * as contactChannels from './users/contact-channels.ts'
export * as notifications from './users/notifications.ts'
export * as users from './users/users.ts'

/** Every endpoint of the account service, relative to `/api/v1` of its origin. */
export const accountEndpoints = [
  ...projectEndpoints,
  ...managedProjectEndpoints,
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
export type AccountEndpointMap = EndpointMap<typeof accountEndpoints>
