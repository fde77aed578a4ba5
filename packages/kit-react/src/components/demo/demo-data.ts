import type { EndpointData } from '@parley/kit'
import type { MockApiKey, MockSession, Mocks, MockTeam } from './mocks.ts'

type WireUser = EndpointData<'GET /users/me'>
type WireProject = EndpointData<'GET /projects/current'>
type WireTeam = EndpointData<'GET /teams'>['items'][number]
type WireSession = EndpointData<'GET /auth/sessions'>['items'][number]
type WireApiKey = EndpointData<'GET /user-api-keys'>['items'][number]
type WireCategory = EndpointData<'GET /emails/notification-preference/{user}'>['items'][number]

/** The mock data as the account service would send it. Changes of the user last until the page is closed. */
export interface DemoData {
  readonly project: WireProject
  readonly teams: readonly WireTeam[]
  readonly categories: WireCategory[]
  user: WireUser
  sessions: WireSession[]
  apiKeys: WireApiKey[]
}

export const demoUserId = '00000000-0000-4000-8000-000000000000'

export function createDemoData(mocks: Mocks): DemoData {
  const { mockUser = {}, mockApiKeys = [], mockSessions = [defaultSession()] } = mocks
  const selected = mockUser.selectedTeam ?? mockUser.team
  const teams = (mocks.mockTeams ?? (selected ? [selected] : [])).map(toTeam)
  const selectedTeam = selected ? toTeam(selected) : null
  return {
    project: toProject(mocks.mockProject?.config ?? {}),
    teams,
    categories: [
      {
        notification_category_id: 'transactional',
        notification_category_name: 'Transactional',
        enabled: true,
        can_disable: false,
      },
      {
        notification_category_id: 'marketing',
        notification_category_name: 'Marketing',
        enabled: true,
        can_disable: true,
      },
    ],
    user: {
      id: demoUserId,
      display_name: mockUser.displayName ?? null,
      primary_email: mockUser.primaryEmail ?? 'demo@example.com',
      primary_email_verified: true,
      profile_image_url: mockUser.profileImageUrl ?? null,
      signed_up_at_millis: 0,
      client_metadata: null,
      client_read_only_metadata: null,
      has_password: true,
      otp_auth_enabled: false,
      passkey_auth_enabled: false,
      auth_with_email: true,
      requires_totp_mfa: false,
      is_anonymous: false,
      is_restricted: false,
      restricted_reason: null,
      oauth_providers: [],
      selected_team_id: selectedTeam?.id ?? null,
      selected_team: selectedTeam,
    },
    sessions: mockSessions.map(toSession),
    apiKeys: mockApiKeys.map(toApiKey),
  }
}

function toProject(config: NonNullable<Mocks['mockProject']>['config']): WireProject {
  return {
    id: 'demo',
    display_name: 'Demo',
    config: {
      sign_up_enabled: config.signUpEnabled ?? true,
      credential_enabled: config.credentialEnabled ?? true,
      magic_link_enabled: config.magicLinkEnabled ?? false,
      passkey_enabled: config.passkeyEnabled ?? false,
      client_team_creation_enabled: config.clientTeamCreationEnabled ?? false,
      client_user_deletion_enabled: false,
      allow_user_api_keys: config.allowUserApiKeys ?? false,
      allow_team_api_keys: false,
      sign_up_asks_name: false,
      sign_up_mode: 'open',
      password_min_length: 8,
      password_max_length: 70,
      enabled_oauth_providers: [...(config.oauthProviders ?? [])],
    },
  }
}

function toTeam({ id, displayName, profileImageUrl }: MockTeam): WireTeam {
  return {
    id,
    display_name: displayName,
    profile_image_url: profileImageUrl ?? null,
    client_metadata: null,
    client_read_only_metadata: null,
  }
}

function defaultSession(): MockSession {
  return { id: 'current', isCurrentSession: true, createdAt: new Date().toISOString() }
}

function toSession(session: MockSession): WireSession {
  const { lastUsedAt, geoInfo } = session
  return {
    id: session.id,
    user_id: demoUserId,
    created_at: Date.parse(session.createdAt),
    is_impersonation: session.isImpersonation ?? false,
    is_current_session: session.isCurrentSession,
    ...(lastUsedAt !== undefined && { last_used_at: Date.parse(lastUsedAt) }),
    ...(geoInfo && { last_used_at_end_user_ip_info: { ...geoInfo, ip: geoInfo.ip ?? '' } }),
  }
}

function toApiKey({ id, description, createdAt, expiresAt, manuallyRevokedAt }: MockApiKey): WireApiKey {
  return {
    id,
    description,
    type: 'user',
    user_id: demoUserId,
    is_public: false,
    created_at_millis: Date.parse(createdAt),
    value: { last_four: id.slice(-4) },
    ...(expiresAt !== undefined && { expires_at_millis: Date.parse(expiresAt) }),
    ...(manuallyRevokedAt !== undefined && { manually_revoked_at_millis: Date.parse(manuallyRevokedAt) }),
  }
}
